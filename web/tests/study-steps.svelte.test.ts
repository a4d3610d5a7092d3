// Stepping through a game that is analysed, by hand and by itself.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import Steps from "../src/analysis/Steps.svelte";
import type { OpenStudy } from "../src/analysis/study.svelte";
import { press, read } from "./game-wire";

/** A game of three turns; where one is, and whether it runs. */
class Game {
  readonly way = [0, 1, 2, 3];
  here = $state(0);
  running = $state(false);
  constructor(here = 0) {
    this.here = here;
  }
  async step(by: number): Promise<void> {
    this.running = false;
    this.here = Math.max(0, Math.min(3, this.here + by));
  }
  async run(): Promise<void> {
    this.here += 1;
  }
}

describe("the steps of a game", () => {
  let made: object | null = null;
  let game: Game;
  const onstep = vi.fn();
  beforeEach(() => void vi.useFakeTimers());
  afterEach(async () => {
    if (made) await unmount(made);
    vi.useRealTimers();
    onstep.mockClear();
  });
  function shown(here = 0, small = false): void {
    game = new Game(here);
    made = mount(Steps, { target: document.body, props: { study: game as unknown as OpenStudy, small, onstep } });
    flushSync();
  }
  const off = (): string[] => [...document.querySelectorAll(".steps button")].filter((one) => one.getAttribute("aria-disabled") === "true").map((one) => one.getAttribute("aria-label") ?? "");
  const passes = (ms: number): number => {
    vi.advanceTimersByTime(ms);
    flushSync();
    return game.here;
  };

  it("go one on, one back, and to both ends", async () => {
    shown(1);
    const to = async (name: string): Promise<number> => {
      press(name);
      await vi.advanceTimersByTimeAsync(0);
      return game.here;
    };
    expect([await to("web.look.after"), await to("study.last"), await to("web.look.before"), await to("web.look.first")]).toEqual([2, 3, 2, 0]);
    expect([onstep.mock.calls.length, read(".where")]).toEqual([4, ["0 / 3"]]);
  });

  it.each([
    [0, ["web.look.first", "web.look.before"]],
    [1, []],
    [3, ["web.look.after", "study.last"]],
  ])("lead nowhere beyond the ends (%i)", (here, names) => {
    shown(here);
    expect(off()).toEqual(names);
    for (const name of names) press(name);
    expect([game.here, onstep.mock.calls.length]).toEqual([here, 0]);
  });

  it("are made by themselves, at a pace, to the end and no farther", () => {
    shown(1);
    press("study.run");
    expect([passes(1499), passes(1)]).toEqual([1, 2]);
    press("study.pause");
    expect(passes(10_000)).toBe(2);
    const pace = document.querySelector("select");
    if (pace) pace.value = "0.3";
    pace?.dispatchEvent(new Event("change", { bubbles: true }));
    press("study.run");
    expect([passes(299), passes(1), passes(10_000), game.running]).toEqual([2, 3, 3, false]);
  });

  it("begin anew by themselves at the end", () => {
    shown(3);
    press("study.run");
    expect([game.here, game.running, passes(1500)]).toEqual([0, true, 1]);
  });

  it("stop where one is gone", async () => {
    shown(1);
    press("study.run");
    if (made) await unmount(made);
    made = null;
    expect([passes(10_000), vi.getTimerCount()]).toEqual([1, 0]);
  });

  it("are the four alone where there is room for no more", () => {
    shown(1, true);
    expect([document.querySelectorAll(".steps button").length, document.querySelector("select"), document.querySelectorAll(".small").length]).toEqual([4, null, 2]);
  });
});
