// Puzzles: a light index of all, the days of a month, the run of a storm, and one at a time.

import type { PuzzleAttemptView, PuzzleIndexView, PuzzleMonthView, PuzzleSolutionView, PuzzleStormView, PuzzleView } from "../generated/api";
import { read } from "./http";

export const puzzlesApi = {
  /** Returns all puzzles, the easiest first, without their boards; `day` (2026-11-21) says which is the one of the day. */
  index: (day: string): Promise<PuzzleIndexView> => read("get", "/api/puzzles/index", { query: { day } }),
  /** Returns the puzzle of every day of a month (2026-11). */
  calendar: (month: string): Promise<PuzzleMonthView> => read("get", "/api/puzzles/calendar", { query: { month } }),
  /** Returns the puzzles of a storm, harder and harder; the same for the same seed. */
  storm: (seed: number): Promise<PuzzleStormView> => read("get", "/api/puzzles/storm", { query: { seed } }),
  puzzle: (puzzle: string): Promise<PuzzleView> => read("get", "/api/puzzles/{name}", { path: { name: puzzle } }),
  /** Tries the last of these turns, which follows the turns and answers before it. */
  attempt: (puzzle: string, turns: readonly string[]): Promise<PuzzleAttemptView> =>
    read("post", "/api/puzzles/{name}/try", { path: { name: puzzle }, body: { turns: [...turns] } }),
  solution: (puzzle: string): Promise<PuzzleSolutionView> => read("get", "/api/puzzles/{name}/solution", { path: { name: puzzle } }),
};
