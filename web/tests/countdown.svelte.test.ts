import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Countdown from "../src/clock/Countdown.svelte";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
