import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { peopleApi } from "../src/api/people";
import type { HolidayView, ProfileView } from "../src/generated/api";
import { me } from "../src/lib/me.svelte";
import { router } from "../src/lib/router.svelte";
import { myAccount } from "../src/people/account";
import Holiday from "../src/people/Holiday.svelte";
import Profile from "../src/people/Profile.svelte";
import SignIn from "../src/people/SignIn.svelte";
import { OpenPanels } from "../src/session/open-panels.svelte";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Person from "../src/table/Person.svelte";

vi.mock("../src/lib/settings.svelte", () => ({ preferences: { kept: {}, follow: () => Promise.resolve() } }));
vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

const button = (text: string): HTMLButtonElement | undefined => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === text);

describe("people", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    me.server = { ...me.server, account: null };
  });

  it.each([
    ["/sign-in", "/games"],
    ["/rules", "/rules"],
  ])("who are at %s once they are signed in go on to %s", async (now, then) => {
    let signedIn: () => void = () => undefined;
    vi.spyOn(myAccount, "signIn").mockReturnValue(new Promise((resolve) => (signedIn = resolve)));
    router.settle(false);
    router.go("/games");
    router.go("/sign-in");
    router.settle(true);
    const made = mount(SignIn, { target: document.body });
    document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    router.go(now);
    signedIn();
    await settled();
    expect(router.path).toBe(then);
    await unmount(made);
  });

  it("are offered as many days of holiday as are left, where that is less than a week", async () => {
    vi.spyOn(peopleApi, "holiday").mockResolvedValue({ until: null, left: 4 } as unknown as HolidayView);
    const taken = vi.spyOn(peopleApi, "takeHoliday").mockResolvedValue({ until: null, left: 0 } as unknown as HolidayView);
    const made = mount(Holiday, { target: document.body });
    await settled();
    expect(document.querySelector("select")?.value).toBe("3");
    document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
    expect(taken).toHaveBeenCalledWith(3);
    await unmount(made);
  });

  it("are told why somebody could not be blocked, until they could", async () => {
    me.server = { ...me.server, account: { id: "me" } as typeof me.account };
    const virtu = { kept: 0, broken: 0, secret_kept: 0, secret_broken: 0 };
    const person = { id: "ana", name: "Ana", guest: false };
    const profile = { person, since: "2026-11-21T08:00Z", blocked: false, barred: null, mine: false, played: 0, won: 0, ratings: [], virtu, games: [], before: null };
    vi.spyOn(peopleApi, "profile").mockResolvedValue(profile as unknown as ProfileView);
    vi.spyOn(peopleApi, "block").mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue();
    const made = mount(Profile, { target: document.body });
    await settled();
    const told = (): string | undefined => document.querySelector("[role=alert]")?.textContent;
    button("online.block")?.click();
    await settled();
    expect(told()).toBe("web.unreachable");
    button("online.block")?.click();
    await settled();
    expect([told(), button("online.unblock")?.getAttribute("aria-pressed")]).toEqual([undefined, "true"]);
    await unmount(made);
  });

  it("are reported once, however often that is clicked", async () => {
    me.server = { ...me.server, account: { id: "me" } as typeof me.account };
    const reported = vi.spyOn(peopleApi, "report").mockReturnValue(new Promise(() => undefined));
    const talk = new TalkFeed("g");
    const session = { talk, feed: { id: "g", mine: "", seat: () => null } } as unknown as Session;
    const made = mount(Person, { target: document.body, props: { session, around: new OpenPanels(talk), met: { party: "b", entry: null } } });
    flushSync();
    button("table.report")?.click();
    flushSync();
    const form = document.querySelector("form");
    for (let i = 0; i < 2; i++) form?.dispatchEvent(new Event("submit", { cancelable: true }));
    expect(reported).toHaveBeenCalledTimes(1);
    await unmount(made);
  });
});
