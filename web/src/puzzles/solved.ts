// Which puzzles are solved: kept with the other settings.

import type { PuzzleRowView } from "../generated/api";
import { preferences } from "../lib/settings.svelte";

/** Returns the reader's own day, as 2026-11-21. */
export function today(now = new Date()): string {
  const two = (n: number): string => String(n).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Tells whether a puzzle was solved, under its name or one that it had before. */
export function isSolved(row: Pick<PuzzleRowView, "name" | "former">): boolean {
  return [row.name, ...row.former].some((name) => preferences.kept.puzzles_done.includes(name));
}

export function markSolved(name: string): void {
  const done = preferences.kept.puzzles_done;
  if (!done.includes(name)) preferences.set({ puzzles_done: [...done, name] });
}
