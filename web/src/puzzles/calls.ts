// What the puzzles ask the server, and which ones are solved (kept with the other settings).

import type { PuzzlesView, PuzzleTried, PuzzleView } from "../generated/messages";
import { read } from "../lib/api";
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

export const isSolved = (name: string): boolean => preferences.kept.puzzles_done.includes(name);

export function markSolved(name: string): void {
  if (!isSolved(name)) preferences.set({ puzzles_done: [...preferences.kept.puzzles_done, name] });
}
