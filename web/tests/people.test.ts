import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { peopleApi } from "../src/api/people";
import type { HolidayView } from "../src/generated/api";
import { router } from "../src/lib/router.svelte";
import { myAccount } from "../src/people/account";
import Holiday from "../src/people/Holiday.svelte";
import SignIn from "../src/people/SignIn.svelte";

vi.mock("../src/lib/settings.svelte", () => ({ preferences: { kept: {}, follow: () => Promise.resolve() } }));
vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

describe("people", () => {
  afterEach(() => vi.restoreAllMocks());

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
});
