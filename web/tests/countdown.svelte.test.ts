import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Countdown from "../src/clock/Countdown.svelte";

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
