// Which lessons are done: kept with the other settings.

import { preferences } from "../lib/settings.svelte";

export const isDone = (name: string): boolean => preferences.kept.lessons_done.includes(name);

export function markDone(name: string): void {
  if (!isDone(name)) preferences.set({ lessons_done: [...preferences.kept.lessons_done, name] });
}

/** Returns the first that is not done yet, in order; null when all are. */
export const nextOf = (names: readonly string[]): string | null => names.find((name) => !isDone(name)) ?? null;

/** After so many lessons one can play. */
export const ENOUGH = 10;
