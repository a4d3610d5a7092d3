// What the reader's results say about their strength: a Glicko-2 rating, game by game.
// Method: M. E. Glickman, "Example of the Glicko-2 system", 2013; each puzzle is an opponent.

import rate from "glicko2-lite";

import type { PuzzleResult } from "../generated/api";

export interface ReaderRating {
  readonly rating: number;
  /** How doubtful it is; beyond `PROVISIONAL` too much to be relied upon. */
  readonly deviation: number;
}

/** A rating that rests on too few puzzles. */
export const PROVISIONAL = 110;

const FIRST = { rating: 1200, rd: 300, vol: 0.09 };

/** What is not known about a puzzle's own rating, and how fast volatility changes. */
const PUZZLE_DEVIATION = 100;
const TAU = 0.75;

const SCORES: Readonly<Record<PuzzleResult["outcome"], number>> = { clean: 1, hinted: 0.5, retried: 0, failed: 0 };

/** Returns the rating after each result, in the order in which they came about; the one before them first. */
export function ratingsOf(results: Readonly<Record<string, PuzzleResult>>): ReaderRating[] {
  let now = FIRST;
  const ratings = Object.entries(results)
    .filter(([, result]) => result.rating > 0)
    .toSorted(([one, a], [other, b]) => a.at - b.at || (one < other ? -1 : 1))
    .map(([, { rating, outcome }]) => {
      now = rate(now.rating, now.rd, now.vol, [[rating, PUZZLE_DEVIATION, SCORES[outcome]]], { tau: TAU });
      return { rating: now.rating, deviation: now.rd };
    });
  return [{ rating: FIRST.rating, deviation: FIRST.rd }, ...ratings];
}
