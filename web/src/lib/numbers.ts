// Numbers as people read them.

import { texts } from "./texts.svelte";

type Style = "decimal" | "percent";

const whole = (value: number, style: Style, signDisplay: "auto" | "exceptZero"): string =>
  new Intl.NumberFormat(texts.lang, { style, signDisplay, maximumFractionDigits: 0 }).format(value);

/** Returns a share as a percentage in the current language. */
export const percent = (share: number): string => whole(share, "percent", "auto");

/** Returns a change with its sign; the minus sign is as wide as the plus, unlike a hyphen. */
export const signed = (change: number, style: Style = "decimal"): string => whole(change, style, "exceptZero").replace("-", "−");
