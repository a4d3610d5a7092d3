import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { peopleApi } from "../src/api/people";
import type { HolidayView, ProfileView } from "../src/generated/api";
import { me } from "../src/lib/me.svelte";
import { router } from "../src/lib/router.svelte";
import { myAccount } from "../src/people/account";
import Account from "../src/people/Account.svelte";
import ApiTokens from "../src/people/ApiTokens.svelte";
import Blocks from "../src/people/Blocks.svelte";
import Confirm from "../src/people/Confirm.svelte";
import EmailNotices from "../src/people/EmailNotices.svelte";
import Holiday from "../src/people/Holiday.svelte";
import Profile from "../src/people/Profile.svelte";
import Recover from "../src/people/Recover.svelte";
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

  it.each([
    ["holiday", Holiday, { until: null, left: 0 }],
    ["notices", EmailNotices, { letters: true }],
    ["blocks", Blocks, { blocked: [] }],
    ["tokens", ApiTokens, { tokens: [] }],
  ] as const)("can ask once more for %s that could not be read", async (subject, component, found) => {
    const asked = vi.spyOn(peopleApi, subject).mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue(found as never);
    const made = mount(component as Component, { target: document.body });
    await settled();
    button("web.retry")?.click();
    await settled();
    expect([asked.mock.calls.length, document.querySelector("[role=alert]")]).toEqual([2, null]);
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

  it("have the e-mails that they chose last, in whatever order the answers come", async () => {
    const answers: ((stored: boolean) => void)[] = [];
    vi.spyOn(peopleApi, "notices").mockResolvedValue({ letters: false });
    vi.spyOn(peopleApi, "chooseNotices").mockImplementation(() => new Promise((resolve) => void answers.push((letters) => resolve({ letters }))));
    const made = mount(EmailNotices, { target: document.body });
    await settled();
    const list = document.querySelector<HTMLInputElement>("[role=switch]");
    const chosen = async (n: number, stored: boolean): Promise<boolean | undefined> => {
      answers[n]?.(stored);
      await settled();
      return list?.checked;
    };
    list?.click();
    list?.click();
    flushSync();
    expect([await chosen(1, false), await chosen(0, true)]).toEqual([false, false]);
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

  it("are told what has changed of their account until the next change fails", async () => {
    me.server = { ...me.server, account: { id: "me", name: "Ana", email: "", guest: true } as typeof me.account };
    vi.spyOn(peopleApi, "holiday").mockRejectedValue(new ApiError("busy", { en: "Busy.", fr: "" }));
    vi.spyOn(peopleApi, "blocks").mockReturnValue(new Promise(() => undefined));
    vi.spyOn(myAccount, "rename").mockResolvedValueOnce().mockRejectedValueOnce(new ApiError("name_taken", { en: "Taken.", fr: "" })).mockRejectedValueOnce(new TypeError());
    const made = mount(Account, { target: document.body });
    const told = (): (string | undefined)[] => [".said", ".warning"].map((place) => document.querySelector(place)?.textContent);
    const rename = async (): Promise<void> => {
      document.querySelector("form")?.dispatchEvent(new Event("submit", { cancelable: true }));
      await settled();
    };
    await rename();
    expect(told()).toEqual(["online.name.changed", undefined]);
    await rename();
    expect(told()).toEqual(["", "Taken."]);
    const logged = vi.spyOn(console, "error").mockReturnValue();
    await rename();
    expect(told()).toEqual(["", "web.broken"]);
    expect(logged).toHaveBeenCalledOnce();
    // What cannot be read is told, too.
    expect(document.querySelector("[aria-labelledby=holiday] [role=alert]")?.firstChild?.textContent).toBe("Busy.");
    await unmount(made);
  });

  it.each([
    [{ email: "ana@example.org", confirmed: true }, "online.email.confirmed"],
    [{ email: "ana@example.org", confirmed: false }, "online.email.sent"],
    [{ email: "", confirmed: false }, "online.email.removed"],
  ])("are told what has become of their address: %o is %s", async (left, told) => {
    const account = { id: "me", name: "Ana", email: "ana@example.org", confirmed: false, guest: false } as typeof me.account;
    me.server = { ...me.server, mail: true, account };
    const answer = (): Promise<void> => {
      me.server = { ...me.server, account: { ...account, ...left } as typeof me.account };
      return Promise.resolve();
    };
    vi.spyOn(peopleApi, "holiday").mockReturnValue(new Promise(() => undefined));
    vi.spyOn(peopleApi, "blocks").mockReturnValue(new Promise(() => undefined));
    vi.spyOn(peopleApi, "tokens").mockReturnValue(new Promise(() => undefined));
    vi.spyOn(peopleApi, "notices").mockReturnValue(new Promise(() => undefined));
    const saved = vi.spyOn(myAccount, "email").mockImplementation(answer);
    const again = vi.spyOn(myAccount, "sendConfirmation").mockImplementation(answer);
    const made = mount(Account, { target: document.body });
    for (const label of ["online.email.again", "online.email.change"]) {
      button(label)?.form?.dispatchEvent(new Event("submit", { cancelable: true }));
      await settled();
      expect(document.querySelector(".said")?.textContent).toBe(told);
    }
    expect([again.mock.calls.length, saved.mock.calls.length]).toEqual([1, 1]);
    // Only an address that waits can be sent another e-mail.
    expect(button("online.email.again") === undefined).toBe(told !== "online.email.sent");
    await unmount(made);
  });

  it("confirm an address once more where nobody answered, and another one by its own letter", async () => {
    const confirmed = vi.spyOn(myAccount, "confirmEmail").mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue();
    router.go("/confirm#one");
    const made = mount(Confirm, { target: document.body });
    await settled();
    expect(document.querySelector("[role=alert]")?.textContent).toBe("web.unreachable");
    button("web.retry")?.click();
    await settled();
    expect(document.querySelector("p[role=status]")?.textContent).toBe("online.email.confirmed");
    router.rewrite("/confirm#two");
    dispatchEvent(new Event("hashchange"));
    expect([confirmed.mock.calls, router.hash]).toEqual([[["one"], ["one"], ["two"]], ""]);
    await unmount(made);
  });

  it("go on in the list with the keyboard where somebody has been taken off it", async () => {
    const [ana, bea, cid] = ["ana", "bea", "cid"].map((id) => ({ id, name: id, guest: false }));
    vi.spyOn(peopleApi, "blocks").mockResolvedValueOnce({ blocked: [ana, bea, cid] } as never).mockResolvedValueOnce({ blocked: [ana, cid] } as never).mockResolvedValueOnce({ blocked: [ana] } as never);
    vi.spyOn(peopleApi, "block").mockResolvedValue();
    const made = mount(Blocks, { target: document.body });
    await settled();
    const buttons = (): HTMLButtonElement[] => [...document.querySelectorAll("button")];
    for (const left of [1, 0]) {
      buttons()[1]?.focus();
      buttons()[1]?.click();
      await settled();
      expect(buttons().indexOf(document.activeElement as HTMLButtonElement)).toBe(left);
    }
    await unmount(made);
  });

  it("ask for another link where the one that they have has expired", async () => {
    me.server = { ...me.server, mail: true };
    router.go("/recover#old");
    const made = mount(Recover, { target: document.body });
    flushSync();
    button("online.recover.another")?.click();
    flushSync();
    expect(document.querySelector("label")?.textContent).toBe("online.recover.who");
    await unmount(made);
  });
});
