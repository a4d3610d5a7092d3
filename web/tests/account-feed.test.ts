import { describe, expect, it, vi } from "vitest";

import { Wire, wired } from "./wire";

/** The feed of a page that was just loaded. */
async function loaded(): Promise<typeof import("../src/api/account-feed")> {
  vi.resetModules();
  return import("../src/api/account-feed");
}

const line = (turns: number) => ({ what: "turn", game: "g1", turns });

describe("the account's feed", () => {
  wired();

  it("comes back after a loss, after longer and longer waits", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const { hear, reopen } = await loaded();
    const turns: number[] = [];
    hear((heard) => turns.push(heard.turns));
    reopen();
    Wire.last.says(line(1));
    Wire.last.breaks();
    vi.advanceTimersByTime(1000);
    Wire.last.breaks();
    vi.advanceTimersByTime(1000);
    expect(Wire.all).toHaveLength(2);
    vi.advanceTimersByTime(1000);
    Wire.last.says(line(2));
    expect([turns, Wire.all.length]).toEqual([[1, 2], 3]);
  });

  it("comes back at once when the browser is online again, though not a second time", async () => {
    const { reopen } = await loaded();
    reopen();
    Wire.last.breaks();
    dispatchEvent(new Event("online"));
    expect(Wire.all).toHaveLength(2);
    vi.advanceTimersByTime(39_000);
    dispatchEvent(new Event("online"));
    expect(Wire.all).toHaveLength(2);
  });

  it("comes back at once when the page is seen again: after a loss, and where it was stopped and heard nothing", async () => {
    const listened = vi.spyOn(document, "addEventListener");
    const { reopen } = await loaded();
    // The pages of the other tests are still there, and hear events, too.
    const [, seen] = listened.mock.calls.find(([name]) => name === "visibilitychange") as [string, () => void];
    seen();
    expect(Wire.all).toHaveLength(0);
    reopen();
    seen();
    expect(Wire.all).toHaveLength(1);
    Wire.last.breaks();
    seen();
    expect(Wire.all).toHaveLength(2);
    // Its timers stand meanwhile.
    vi.setSystemTime(Date.now() + 25_000);
    seen();
    expect(Wire.all.map(({ readyState }) => readyState)).toEqual([3, 3, 1]);
  });

  it("notices a connection that has died without a word, by its silence", async () => {
    const { hear, isHeard, reopen } = await loaded();
    const heard = vi.fn();
    hear(heard);
    reopen();
    for (let i = 0; i < 10; i++) {
      vi.advanceTimersByTime(15_000);
      Wire.last.says({ type: "alive" });
    }
    expect([Wire.all.length, isHeard(), heard.mock.calls]).toEqual([1, true, []]);
    const dead = Wire.last;
    vi.advanceTimersByTime(40_000);
    expect([dead.readyState, isHeard()]).toEqual([3, false]);
    vi.advanceTimersByTime(1000);
    expect([Wire.all.length, isHeard()]).toEqual([2, true]);
    // One that never opens is no better.
    Wire.last.readyState = Wire.CONNECTING;
    vi.advanceTimersByTime(42_000);
    expect(Wire.all).toHaveLength(3);
  });

  it("ends for good where the server speaks another protocol, and says so", async () => {
    const { hear, isHeard, onOutdated, reopen } = await loaded();
    const [heard, outdated] = [vi.fn(), vi.fn()];
    hear(heard);
    onOutdated(outdated);
    reopen();
    Wire.last.says({ type: "failed", id: null, code: "client_older", words: {}, options: [] });
    Wire.last.breaks(4426);
    vi.advanceTimersByTime(3_600_000);
    dispatchEvent(new Event("online"));
    reopen();
    expect([Wire.all.length, heard.mock.calls, outdated.mock.calls.length, isHeard()]).toEqual([1, [], 1, false]);
  });
});
