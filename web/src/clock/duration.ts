// Lengths of time in words.

import { texts } from "../lib/texts.svelte";

export const MINUTE_S = 60;
export const DAY_S = 86_400;

/** Returns a time in the largest unit that needs no fraction. */
export function duration(seconds: number): string {
  for (const [unit, size] of [["day", DAY_S], ["hour", 3600], ["minute", MINUTE_S]] as const)
    if (seconds >= size && seconds % size === 0) return texts.count(`clock.time.${unit}`, seconds / size);
  return texts.count("clock.time.second", seconds);
}
