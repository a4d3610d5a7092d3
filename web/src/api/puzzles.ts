// Puzzles: the list, with the one of the day, and one at a time.

import type { PuzzlesView, PuzzleAttemptView, PuzzleView } from "../generated/api";
import { read } from "./http";

export const puzzlesApi = {
  /** Returns all puzzles; `day` (2026-11-21) says which is the one of the day. */
  list: (day: string): Promise<PuzzlesView> => read("get", "/api/puzzles", { query: { day } }),
  puzzle: (puzzle: string): Promise<PuzzleView> => read("get", "/api/puzzles/{name}", { path: { name: puzzle } }),
  /** Tries a turn as the solution of a puzzle. */
  attempt: (puzzle: string, turn: string): Promise<PuzzleAttemptView> =>
    read("post", "/api/puzzles/{name}/try", { path: { name: puzzle }, body: { turn } }),
};
