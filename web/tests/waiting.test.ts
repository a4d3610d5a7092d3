import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { Session } from "../src/session/session.svelte";
import { router } from "../src/lib/router.svelte";
import Waiting from "../src/lobby/Waiting.svelte";

const bot = { level: "club", name: { en: "club", fr: "club" } };
vi.mock("../src/api/games", () => ({ gamesApi: { catalogue: () => Promise.resolve({ bots: [bot] }) } }));

/** Shows a table at which I, its owner, sit as Red; `done` is whether the server does what it is asked. */
async function shown(done: boolean, status = "open") {
  const seat = (party: string, player: string) => ({ party, player, name: "", account: null, level: null, stand_in: null, guest: false });
  const seats = [seat("r", "person"), seat("b", "open")];
  const terms = { name: "", clock: { kind: "none", time: 0, increment: 0 }, talk: "free", rounds: 1 };
  const table = { owner: "r", terms, free: "b", kept: "", present: "r", watching: 0, uncounted: false };
  const state = { you: { place: { owner: true, kept: "", invite: "" } }, game: { variant: "square-4", edition: "original" }, view: null };
  const say = vi.fn(() => Promise.resolve(done));
  const feed = { id: "g", table, state, seats, mine: "r", status, notice: null, seat: (party: string) => seats.find((one) => one.party === party) ?? null, say };
  const made = mount(Waiting, { target: document.body, props: { session: { feed } as unknown as Session, geometry: null } });
  await settled();
  return { feed, made };
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

const button = (text: string): HTMLButtonElement | undefined => [...document.querySelectorAll("button")].find((one) => one.textContent === text);

describe("a table that waits", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [true, [["/", "/"]]],
    [false, []],
  ])("is left by whoever has got up: %s", async (done, gone) => {
    const go = vi.spyOn(router, "goFrom").mockReturnValue();
    const { made } = await shown(done);
    button("online.leave")?.click();
    await settled();
    expect(go.mock.calls).toEqual(gone);
    await unmount(made);
  });

  it("is asked once for a seat, however often that is clicked", async () => {
    const { feed, made } = await shown(true);
    button("online.leave")?.click();
    button("online.leave")?.click();
    await settled();
    expect(feed.say).toHaveBeenCalledTimes(1);
    await unmount(made);
  });

  it("shows who sits there where another choice was refused", async () => {
    const { made } = await shown(false);
    const list = document.querySelector("select");
    if (!list) throw new Error("no list");
    list.value = "bot:club";
    list.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
    expect(list.value).toBe("open");
    await unmount(made);
  });

  it("seats nobody over whom the keyboard only passes", async () => {
    const { feed, made } = await shown(false);
    const list = document.querySelector("select");
    if (!list) throw new Error("no list");
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
    list.value = "bot:club";
    list.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
    expect(feed.say).not.toHaveBeenCalled();
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    await settled();
    expect(feed.say.mock.calls).toEqual([[expect.objectContaining({ type: "seat", player: "bot" })]]);
    await unmount(made);
  });

  it.each([
    ["lost", "web.lost"],
    ["outdated", "web.outdated"],
  ])("says that the connection is %s", async (status, key) => {
    const { made } = await shown(true, status);
    expect(document.querySelector("[role=alert]")?.textContent).toContain(key);
    await unmount(made);
  });
});
