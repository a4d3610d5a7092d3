// Moments as people speak of them.

import { createSubscriber } from "svelte/reactivity";

import { serverNow } from "../api/server-time";
import { texts } from "./texts.svelte";

const MINUTE_MS = 60_000;

/** Has what reads it on a screen drawn anew every minute. */
const follow = createSubscriber((update) => {
  const timer = setInterval(update, MINUTE_MS);
  return () => clearInterval(timer);
});

/** Returns how long ago, or how soon, a moment of the server's is. */
export function when(time: string): string {
  follow();
  const minutes = (Date.parse(time) - serverNow()) / MINUTE_MS;
  const format = new Intl.RelativeTimeFormat(texts.lang, { numeric: "auto" });
  if (Math.abs(minutes) < 1) return format.format(0, "second");
  // As rounded: sixty minutes are an hour.
  if (Math.abs(Math.round(minutes)) < 60) return format.format(Math.round(minutes), "minute");
  const hours = Math.round(minutes / 60);
  if (Math.abs(hours) < 24) return format.format(hours, "hour");
  return format.format(Math.round(minutes / 1440), "day");
}
