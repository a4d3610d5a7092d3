import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Clock from "../src/clock/Clock.svelte";
import Countdown from "../src/clock/Countdown.svelte";
import { shown, spoken } from "../src/clock/time";
import type { ClockView } from "../src/generated/api";
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

const clock = (): Element | null => document.querySelector("[role=timer]");

it("a clock that stood counts from when it is told to run", async () => {
  const told = (running: string | null, left: number): ClockView => ({ now: 0, running, until: null, left: { r: left }, paused: false });
  const props = $state({ clock: told(null, 60_000), party: "r", name: "Red" });
  const made = mount(Clock, { target: document.body, props });
  flushSync();
  vi.setSystemTime(30_000);
  props.clock = told("r", 60_000);
  flushSync();
  expect(clock()?.textContent).toContain("1:00");
  vi.advanceTimersByTime(5000);
  flushSync();
  expect(clock()?.textContent).toContain("0:55");
  await unmount(made);
});

it("a clock looks otherwise while it runs, runs short, or pauses", async () => {
  const props = $state({ left: () => 20_000 as number | null, label: (time: string) => `left: ${time}`, running: true, paused: false, large: false });
  const made = mount(Countdown, { target: document.body, props });
  const looks = (): string[] => ["running", "short", "large"].filter((name) => clock()?.classList.contains(name));
  flushSync();
  expect([looks(), clock()?.getAttribute("aria-label"), clock()?.querySelector("svg")]).toEqual([["running"], "left: 20 seconds", null]);
  props.left = () => 19_999;
  flushSync();
  expect(looks()).toEqual(["running", "short"]);
  Object.assign(props, { running: false, paused: true, large: true });
  flushSync();
  expect([looks(), clock()?.querySelectorAll("svg").length]).toEqual([["large"], 1]);
  props.left = () => null;
  flushSync();
  expect(clock()).toBeNull();
  await unmount(made);
});
