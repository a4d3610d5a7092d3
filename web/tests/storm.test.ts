import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { puzzlesApi } from "../src/api/puzzles";
import type { PuzzleStormView } from "../src/generated/api";
import { progress } from "../src/puzzles/progress.svelte";
import { StormGame } from "../src/puzzles/storm-game.svelte";

const { puzzleOf } = vi.hoisted(() => ({ puzzleOf: vi.fn((_name: string): Promise<object> => Promise.resolve({})) }));
vi.mock("../src/puzzles/puzzle-index", () => ({ puzzleOf }));
vi.mock("../src/lib/settings.svelte", () => ({ preferences: { kept: { puzzles: { results: {}, days: {}, storm: 9 }, puzzles_done: [] } } }));

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

  it("is begun once, however often that is asked for, and says meanwhile that it begins", async () => {
    const puzzles = [{ name: "a", rating: 1000, solutions: [] }];
    const asked = vi.spyOn(puzzlesApi, "storm").mockResolvedValue({ puzzles } as unknown as PuzzleStormView);
    puzzleOf.mockResolvedValue({ puzzle: { view: { stages: {} } } });
    const ticking = vi.spyOn(window, "setInterval");
    const game = new StormGame();
    const begun = [game.begin(), game.begin()];
    expect(game.starting).toBe(true);
    await Promise.all(begun);
    await game.begin();
    expect([game.starting, game.phase, asked.mock.calls.length, ticking.mock.calls.length]).toEqual([false, "running", 1, 1]);
    game.end();
  });

  it("judges a puzzle once, though it stays on the board until the next one has come", async () => {
    const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
    puzzleOf.mockImplementation((name) => (name === "a" ? Promise.resolve({ puzzle: { view: { stages } } }) : new Promise(() => undefined)));
    const puzzles = ["a", "b"].map((name) => ({ name, rating: 1000, solutions: ["pass"] }));
    vi.spyOn(puzzlesApi, "storm").mockResolvedValue({ puzzles } as unknown as PuzzleStormView);
    const game = new StormGame();
    await game.begin();
    const chooser = game.shown?.practice.chooser;
    await chooser?.finish();
    chooser?.back();
    await chooser?.finish();
    expect([game.run.solved, game.marks]).toEqual([1, [true]]);
    game.end();
  });

  it("goes on to the next puzzle, keeps how each went until the end, and begins anew without it", async () => {
    const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
    puzzleOf.mockImplementation((name) => Promise.resolve({ puzzle: { name, view: { stages } } }));
    const puzzles = [..."abcdef"].map((name) => ({ name, rating: 1000, solutions: name === "d" ? [] : ["pass"] }));
    vi.spyOn(puzzlesApi, "storm").mockResolvedValue({ puzzles } as unknown as PuzzleStormView);
    vi.spyOn(progress, "recordStorm").mockImplementation((score) => score === 4);
    const play = async (game: StormGame): Promise<unknown> => {
      await game.shown?.practice.chooser.finish();
      await new Promise((done) => setTimeout(done));
      return game.shown?.puzzle.name;
    };
    const asked = puzzleOf.mock.calls.length;
    const game = new StormGame();
    await game.begin();
    // Two are fetched ahead.
    expect([game.shown?.puzzle.name, new Set(puzzleOf.mock.calls.slice(asked).flat())]).toEqual(["a", new Set(["a", "b", "c"])]);
    game.seen(false);
    for (const next of ["b", "c", "d", "e"]) expect(await play(game)).toBe(next);
    expect([game.marks, game.last, game.run.mistakes, game.record]).toEqual([[true, true, true, false], { right: false, seconds: 0, number: 3 }, ["d"], false]);
    expect(JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "")).toMatchObject({ solved: 3, mistakes: ["d"] });
    await play(game);
    expect([game.record, game.away]).toEqual([true, true]);
    // There is no puzzle after the last.
    await play(game);
    expect([game.phase, game.left, game.shown, sessionStorage.getItem(KEPT_AS)]).toEqual(["over", 0, null, null]);
    await game.begin();
    expect([game.phase, game.marks, game.last, game.record, game.away, game.run.solved]).toEqual(["running", [], null, false, false, 0]);
    expect([JSON.parse(sessionStorage.getItem(KEPT_AS) ?? "").solved, game.left > 0]).toEqual([0, true]);
    game.leave();
    expect(sessionStorage.getItem(KEPT_AS)).toBeNull();
  });

  it("ends where its next puzzle does not come, and not for one that the storm before waited for", async () => {
    const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
    let fail: (error: Error) => void = () => undefined;
    puzzleOf.mockImplementation((name) => (name === "b" ? new Promise((_, reject) => (fail = reject)) : Promise.resolve({ puzzle: { view: { stages } } })));
    const row = (name: string) => ({ name, rating: 1000, solutions: ["pass"] });
    vi.spyOn(puzzlesApi, "storm")
      .mockResolvedValueOnce({ puzzles: [row("a"), row("b")] } as unknown as PuzzleStormView)
      .mockResolvedValue({ puzzles: [row("c"), row("b")] } as unknown as PuzzleStormView);
    const game = new StormGame();
    await game.begin();
    await game.shown?.practice.chooser.finish();
    game.end();
    const late = fail;
    await game.begin();
    await game.shown?.practice.chooser.finish();
    late(new ApiError("unreachable", null));
    await new Promise((done) => setTimeout(done));
    expect([game.phase, game.problem]).toEqual(["running", null]);
    fail(new ApiError("unreachable", null));
    await new Promise((done) => setTimeout(done));
    expect([game.phase, game.problem, game.run.solved]).toEqual(["over", { key: "web.unreachable" }, 1]);
  });

  it("goes on while the device sleeps, when the browser's own count of milliseconds stands", async () => {
    puzzleOf.mockResolvedValue({ puzzle: { view: { stages: {} } } });
    vi.spyOn(puzzlesApi, "storm").mockResolvedValue({ puzzles: [{ name: "a", rating: 1000, solutions: [] }] } as unknown as PuzzleStormView);
    vi.spyOn(performance, "now").mockReturnValue(0);
    const game = new StormGame();
    await game.begin();
    game.seen(false);
    vi.spyOn(Date, "now").mockReturnValue(game.run.end);
    game.seen(true);
    expect([game.left, game.phase]).toEqual([0, "over"]);
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
