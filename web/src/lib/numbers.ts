// Numbers as people read them.

import { texts } from "./texts.svelte";

type Style = "decimal" | "percent";

const whole = (value: number, style: Style, signDisplay: "auto" | "exceptZero"): string =>
  new Intl.NumberFormat(texts.lang, { style, signDisplay, maximumFractionDigits: 0 }).format(value);

/** Returns a share as a percentage in the current language. */
export const percent = (share: number): string => whole(share, "percent", "auto");

/** Remainders no further apart than this are equal, but for what was lost in calculating them. */
const EQUAL = 1e-9;

/**
 * Returns the shares of one whole as percentages, rounded together: one by one, 25.5 %, 25.5 %, 25.5 % and 23.5 % would add
 * up to 102 %. All are rounded down but those that lose most by it (largest remainders); where equal ones are too many for
 * that, none of them is told from the others, and they add up to a little less than the whole.
 */
export function percents(shares: Readonly<Record<string, number>>): Record<string, string> {
  const parts = Object.entries(shares).map(([of, share]) => ({ of, floor: Math.floor(100 * share + EQUAL), rest: 100 * share - Math.floor(100 * share + EQUAL) }));
  const short = Math.round(parts.reduce((sum, { rest }) => sum + rest, 0));
  const down = parts.map(({ rest }) => rest).toSorted((a, b) => b - a)[short] ?? -1;
  return Object.fromEntries(parts.map(({ of, floor, rest }) => [of, percent((floor + (rest > down + EQUAL ? 1 : 0)) / 100)]));
}

/** Returns a change with its sign; the minus sign is as wide as the plus, unlike a hyphen. */
export const signed = (change: number, style: Style = "decimal"): string => whole(change, style, "exceptZero").replace("-", "−");
