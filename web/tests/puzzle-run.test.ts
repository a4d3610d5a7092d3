import { describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { puzzlesApi } from "../src/api/puzzles";
import type { PuzzleSolutionView, PuzzleView } from "../src/generated/api";
import { PuzzleRun } from "../src/puzzles/puzzle-run.svelte";

const puzzle = { name: "square-4-a", party: "r", moves: 1, hint: null, view: { stages: {} } } as unknown as PuzzleView;
const solution = { turns: [], views: [], words: { en: "", fr: "" } } as unknown as PuzzleSolutionView;

describe("a puzzle whose solution is asked for", () => {
  it("has failed once that is there, not where nobody answers", async () => {
    const decided = vi.fn();
    const asked = vi.spyOn(puzzlesApi, "solution").mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue(solution);
    const run = new PuzzleRun(puzzle, decided);
    await run.solve();
    expect([run.phase, run.revealed, run.practice.notice, decided.mock.calls]).toEqual(["choose", false, { key: "web.unreachable" }, []]);
    const solving = run.solve();
    await vi.waitFor(() => expect(decided.mock.calls).toEqual([["failed"]]));
    run.skip();
    await solving;
    expect([run.phase, asked.mock.calls.length]).toEqual(["shown", 2]);
  });
});

describe("a hint", () => {
  it("leaves what is chosen of a turn, and goes back to the end first where one has looked back", () => {
    const run = new PuzzleRun({ ...puzzle, hint: { piece: "c3", target: "d4" } } as unknown as PuzzleView, vi.fn());
    const shown = vi.spyOn(run.practice, "show");
    run.help();
    expect([run.hints, shown.mock.calls.length]).toEqual([1, 0]);
    run.at = -1;
    run.help();
    expect([run.hints, shown.mock.calls.length, run.at]).toEqual([2, 1, 0]);
  });
});
