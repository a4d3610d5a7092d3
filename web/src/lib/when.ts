// Moments as people speak of them.

import { texts } from "./texts.svelte";

/** Returns how long ago, or how soon. */
export function when(time: string): string {
  const minutes = (Date.parse(time) - Date.now()) / 60_000;
  const format = new Intl.RelativeTimeFormat(texts.lang, { numeric: "auto" });
  const size = Math.abs(minutes);
  if (size < 1) return format.format(0, "second");
  if (size < 60) return format.format(Math.round(minutes), "minute");
  if (size < 24 * 60) return format.format(Math.round(minutes / 60), "hour");
  return format.format(Math.round(minutes / 1440), "day");
}
