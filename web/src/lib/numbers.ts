// Shares of a game as people read them.

import { texts } from "../lib/texts.svelte";

/** Returns a share as a percentage in the current language. */
export const percent = (share: number): string =>
  new Intl.NumberFormat(texts.lang, { style: "percent", maximumFractionDigits: 0 }).format(share);
