// A screen alone: by a clock that the test moves, without a network, and gone after each test.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, vi } from "vitest";

let made: object | null = null;

/** Prepares for a screen before each test of a file, and takes it away after it. */
export function screens(): void {
  beforeEach(() => {
    vi.restoreAllMocks();
    vi.useFakeTimers();
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  });
  afterEach(async () => {
    await leave();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}

/** Shows a screen. */
export function show(screen: Component): void {
  made = mount(screen, { target: document.body });
  flushSync();
}

/** Leaves the screen that is shown, if any. */
export async function leave(): Promise<void> {
  if (made) await unmount(made);
  made = null;
}

/** Lets so many milliseconds pass. */
export async function wait(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}
