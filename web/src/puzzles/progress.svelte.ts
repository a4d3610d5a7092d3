// What the reader has done in puzzles: kept with the other settings; what else is told of it follows from that.

import type { PuzzleIndexRowView, PuzzleProgress, PuzzleResult } from "../generated/api";
import { preferences } from "../lib/settings.svelte";
import { dayOf } from "../lib/today.svelte";
import { ratingsOf, type ReaderRating } from "./rating";

type Named = Pick<PuzzleIndexRowView, "name" | "former">;
export type PuzzleOutcome = PuzzleResult["outcome"];

/** Returns progress with one more result; the first time a puzzle is decided is the one that counts. */
export function withResult(progress: PuzzleProgress, name: string, result: PuzzleResult): PuzzleProgress {
  const before = progress.results[name];
  const made = !before ? result : before.outcome === "failed" && result.outcome !== "failed" ? { ...before, outcome: "retried" as const } : before;
  return { ...progress, results: { ...progress.results, [name]: made } };
}

/** Returns progress in which the puzzle of a day is solved today. */
export function withDay(progress: PuzzleProgress, day: string, today: string): PuzzleProgress {
  if (progress.days[day] === "kept") return progress;
  return { ...progress, days: { ...progress.days, [day]: day === today ? "kept" : "late" } };
}

class ProgressStore {
  readonly #ratings = $derived(ratingsOf(preferences.kept.puzzles.results));
  /** Solved in versions that kept nothing but the names. */
  readonly #before = $derived(new Set(preferences.kept.puzzles_done));

  get days(): PuzzleProgress["days"] {
    return preferences.kept.puzzles.days;
  }

  /** The most that was solved in a storm. */
  get storm(): number {
    return preferences.kept.puzzles.storm;
  }

  /** The ratings so far, the present one last. */
  get ratings(): readonly ReaderRating[] {
    return this.#ratings;
  }

  get rating(): ReaderRating {
    return this.#ratings[this.#ratings.length - 1] ?? { rating: 0, deviation: 0 };
  }

  /** How a puzzle went, under its name or one that it had before; null if it was never decided. */
  outcome({ name, former }: Named): PuzzleOutcome | null {
    const names = [name, ...former];
    const { results } = preferences.kept.puzzles;
    const found = names.flatMap((one) => results[one]?.outcome ?? []);
    const solved = found.find((one) => one !== "failed") ?? (names.some((one) => this.#before.has(one)) ? "clean" : undefined);
    return solved ?? found[0] ?? null;
  }

  isSolved(row: Named): boolean {
    const outcome = this.outcome(row);
    return outcome !== null && outcome !== "failed";
  }

  /** Records how a puzzle went; returns by how much the rating has changed. */
  record(puzzle: { name: string; rating: number }, outcome: PuzzleOutcome, days: readonly string[]): number {
    const before = this.rating.rating;
    const now = new Date();
    let puzzles = withResult(preferences.kept.puzzles, puzzle.name, { at: Math.floor(now.getTime() / 1000), rating: puzzle.rating, outcome });
    if (outcome !== "failed") for (const day of days) puzzles = withDay(puzzles, day, dayOf(now));
    preferences.set({ puzzles });
    return this.rating.rating - before;
  }

  /** Records the end of a storm; true if it was the best so far. */
  recordStorm(score: number): boolean {
    if (score <= this.storm) return false;
    preferences.set({ puzzles: { ...preferences.kept.puzzles, storm: score } });
    return true;
  }
}

export const progress = new ProgressStore();
