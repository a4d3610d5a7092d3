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
    expect([run.phase, run.revealed, run.practice.notice, decided.mock.calls]).toEqual(["choose", false, "web.unreachable", []]);
    const solving = run.solve();
    await vi.waitFor(() => expect(decided.mock.calls).toEqual([["failed"]]));
    run.skip();
    await solving;
    expect([run.phase, asked.mock.calls.length]).toEqual(["shown", 2]);
  });
});
