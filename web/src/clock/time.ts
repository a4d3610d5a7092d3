// What a clock shows: how long is left, by the server's word and this device's own sense of time.

import type { ClockView } from "../generated/api";
import { t, texts } from "../lib/texts.svelte";

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Below this, tenths of a second are shown, and the clock is marked. */
export const SHORT_MS = 20 * SECOND_MS;

/** When a clock came to this device: what the two think of the hour is of no account. */
const receivedAt = new WeakMap<ClockView, number>();

/** Returns the time a party has left, in milliseconds; null if it has no clock. */
export function left(clock: ClockView, party: string, now: number): number | null {
  const found = clock.left[party];
  if (found === undefined) return null;
  if (clock.running !== party || clock.paused) return found;
  return Math.max(0, found - Math.max(0, sinceReceived(clock, now) - holiday(clock)));
}

/** Returns how much time there is until a moment of the server's, told of with a clock, in milliseconds. */
export function leftUntil(until: number, clock: ClockView, now: number): number {
  return Math.max(0, until - clock.now - sinceReceived(clock, now));
}

function sinceReceived(clock: ClockView, now: number): number {
  const since = receivedAt.get(clock) ?? now;
  receivedAt.set(clock, since);
  return Math.max(0, now - since);
}

/** Returns how long the running clock stands from when the server told of it, because its player is on holiday, in milliseconds. */
export function holiday(clock: ClockView): number {
  const { until, running } = clock;
  // It ends later than what is left of it.
  return until === null || running === null ? 0 : Math.max(0, until - clock.now - (clock.left[running] ?? 0));
}

const two = (n: number): string => String(n).padStart(2, "0");

/** Returns a time as a clock shows it, as the language writes that: `4:05`, `1:04:05`, `0:09.3`, "2d 4h". */
export function shown(ms: number): string {
  if (ms >= DAY_MS) return t("web.clock.days", { d: Math.floor(ms / DAY_MS), h: Math.floor((ms % DAY_MS) / HOUR_MS) });
  if (ms < SHORT_MS) {
    const seconds = new Intl.NumberFormat(texts.lang, { minimumIntegerDigits: 2, minimumFractionDigits: 1 });
    return `0:${seconds.format(Math.floor(ms / 100) / 10)}`;
  }
  // A clock that shows 1:00 has a minute left, not nearly two.
  const seconds = Math.ceil(ms / SECOND_MS);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

/** Returns a time for screen readers, to the second that the clock shows: "4 minutes 5 seconds". */
export function spoken(ms: number): string {
  const seconds = Math.ceil(ms / SECOND_MS);
  const part = (unit: "day" | "hour" | "minute" | "second", n: number): string =>
    new Intl.NumberFormat(texts.lang, { style: "unit", unit, unitDisplay: "long" }).format(n);
  if (ms >= DAY_MS) return `${part("day", Math.floor(ms / DAY_MS))} ${part("hour", Math.floor((ms % DAY_MS) / HOUR_MS))}`;
  if (seconds >= 3600) return `${part("hour", Math.floor(seconds / 3600))} ${part("minute", Math.floor((seconds % 3600) / 60))}`;
  if (seconds >= 60) return `${part("minute", Math.floor(seconds / 60))} ${part("second", seconds % 60)}`;
  return part("second", seconds);
}
