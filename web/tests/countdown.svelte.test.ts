import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Countdown from "../src/clock/Countdown.svelte";
import { shown, spoken } from "../src/clock/time";
import { texts } from "../src/lib/texts.svelte";

beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a clock ticks while it runs, and wakes nobody while it stands or when it is gone", async () => {
  const props = $state({ left: (now: number) => 60_000 - now, label: (time: string) => time, running: false });
  const made = mount(Countdown, { target: document.body, props });
  flushSync();
  expect(vi.getTimerCount()).toBe(0);
  props.running = true;
  flushSync();
  expect(vi.getTimerCount()).toBe(1);
  const before = document.querySelector("[role=timer]")?.textContent;
  vi.advanceTimersByTime(5000);
  flushSync();
  expect(document.querySelector("[role=timer]")?.textContent).not.toBe(before);
  await unmount(made);
  expect(vi.getTimerCount()).toBe(0);
});

it("a clock has gone on while the device slept, when the browser's own count of milliseconds stood", async () => {
  vi.spyOn(performance, "now").mockReturnValue(0);
  const made = mount(Countdown, { target: document.body, props: { left: (now: number) => 90_000 - now, label: (time: string) => time, running: true } });
  flushSync();
  vi.setSystemTime(30_000);
  vi.advanceTimersToNextTimer();
  flushSync();
  expect(document.querySelector("[role=timer]")?.textContent).toContain("1:00");
  await unmount(made);
});

it("a clock says to a screen reader what it shows", async () => {
  await texts.use("en");
  const both = (seconds: number): string => `${shown(seconds * 1000)} ${spoken(seconds * 1000)}`;
  expect([9, 59.5, 60, 125, 3599.5, 3660, 86_399, 187_200].map(both)).toEqual([
    "0:09.0 9 seconds",
    "1:00 1 minute 0 seconds",
    "1:00 1 minute 0 seconds",
    "2:05 2 minutes 5 seconds",
    "1:00:00 1 hour 0 minutes",
    "1:01:00 1 hour 1 minute",
    "23:59:59 23 hours 59 minutes",
    "2d 4h 2 days 4 hours",
  ]);
});
