// What the puzzles ask the server, and which ones are solved (kept with the other settings).

import type { PuzzleRow, PuzzlesView, PuzzleTried, PuzzleView } from "../generated/messages";
import { read } from "./games";
import { preferences } from "../lib/settings.svelte";

/** The reader's own day, as 2026-11-21. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export const puzzleCalls = {
  list: (): Promise<PuzzlesView> => read("GET", `/api/puzzles?day=${today()}`),
  puzzle: (name: string): Promise<PuzzleView> => read("GET", `/api/puzzles/${name}`),
  tried: (name: string, turn: string): Promise<PuzzleTried> => read("POST", `/api/puzzles/${name}/try`, { turn }),
};

/** Whether a puzzle was solved, under its name or one that it had before. */
export function isSolved(row: Pick<PuzzleRow, "name" | "former">): boolean {
  return [row.name, ...row.former].some((name) => preferences.kept.puzzles_done.includes(name));
}

export function markSolved(name: string): void {
  const done = preferences.kept.puzzles_done;
  if (!done.includes(name)) preferences.set({ puzzles_done: [...done, name] });
}
