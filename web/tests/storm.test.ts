import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { puzzlesApi } from "../src/api/puzzles";
import type { PuzzleStormView } from "../src/generated/api";
import { StormGame } from "../src/puzzles/storm-game.svelte";

vi.mock("../src/puzzles/shelf", () => ({ puzzleOf: () => Promise.resolve({}) }));

const KEPT_AS = "djambi.storm";

describe("a storm", () => {
  beforeEach(() => sessionStorage.clear());
  afterEach(() => vi.restoreAllMocks());

  it("is not begun for whoever has left before its puzzles came", async () => {
    let come: (storm: PuzzleStormView) => void = () => undefined;
    vi.spyOn(puzzlesApi, "storm").mockImplementation(() => new Promise((resolve) => (come = resolve)));
    vi.spyOn(window, "setInterval");
    const game = new StormGame();
    const begun = game.begin();
    game.leave();
    come({ puzzles: [] } as unknown as PuzzleStormView);
    await begun;
    expect([game.phase, sessionStorage.getItem(KEPT_AS)]).toEqual(["ready", null]);
    expect(window.setInterval).not.toHaveBeenCalled();
  });

  it("that a reload broke off is over, and is told of once", () => {
    sessionStorage.setItem(KEPT_AS, JSON.stringify({ end: 9, solved: 3, combo: 1, bestCombo: 2, mistakes: ["a"], hardest: 1500 }));
    const game = new StormGame();
    expect([game.phase, game.interrupted, game.run.solved, game.run.bestCombo, game.run.mistakes]).toEqual(["over", true, 3, 2, ["a"]]);
    expect(new StormGame().phase).toBe("ready");
  });

  it.each(["null", "7", "{}", '{"solved":"x","mistakes":[]}', '{"solved":3}'])("is none where %s is kept", (kept) => {
    sessionStorage.setItem(KEPT_AS, kept);
    expect(new StormGame().phase).toBe("ready");
  });
});
