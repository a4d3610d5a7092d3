// What a pact is worth, as rows to be drawn.

import type { WorthView } from "../generated/api";

/** What a party gains (below 0: loses) in shares of the game, and what it loses if it is betrayed; null of third parties. */
export interface WorthRow {
  party: string;
  gain: number;
  lost: number | null;
  /** How far the bar goes, from 0 to 1. */
  width: number;
}

/** The gain that fills a bar, unless there is a larger one: what is next to nothing looks so. */
const FULL_SCALE = 0.1;

/** Below half a hundredth nothing is told. */
const hundredths = (share: number): number => Math.round(100 * share) / 100 || 0;

/** Returns a row for each party, those of the pact first. */
export function rowsOf(shares: readonly WorthView[]): WorthRow[] {
  const rows = shares.map(({ party, before, kept, betrayed }) => ({
    party,
    gain: hundredths(kept - before),
    lost: betrayed === null ? null : hundredths(betrayed - before),
  }));
  const scale = Math.max(FULL_SCALE, ...rows.map(({ gain }) => Math.abs(gain)));
  return rows
    .map((row) => ({ ...row, width: Math.abs(row.gain) / scale }))
    .toSorted((a, b) => Number(a.lost === null) - Number(b.lost === null));
}
