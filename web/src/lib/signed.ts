// By how much something changed, as people read it.

import { texts } from "./texts.svelte";

/** Returns a change without decimals in the current language, its sign before it: a minus as long as the plus, not a hyphen. */
export const signed = (change: number, style: "decimal" | "percent" = "decimal"): string =>
  new Intl.NumberFormat(texts.lang, { style, maximumFractionDigits: 0, signDisplay: "exceptZero" }).format(change).replace("-", "−");
