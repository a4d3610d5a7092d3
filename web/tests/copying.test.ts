import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Copying } from "../src/lib/copying.svelte";

const { copyText } = vi.hoisted(() => ({ copyText: vi.fn(() => Promise.resolve(true)) }));
vi.mock("../src/lib/clipboard", () => ({ copyText }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("that something was copied is told for a while, each time as long", async () => {
  const copying = new Copying();
  expect(await copying.copy("a")).toBe(true);
  vi.advanceTimersByTime(2000);
  await copying.copy("a");
  vi.advanceTimersByTime(2000);
  expect(copying.done).toBe(true);
  vi.advanceTimersByTime(2000);
  expect(copying.done).toBe(false);
});

it("that it was not, is not, and whoever has left is told nothing", async () => {
  const copying = new Copying();
  copyText.mockResolvedValueOnce(false);
  expect([await copying.copy("a"), copying.done, vi.getTimerCount()]).toEqual([false, false, 0]);
  await copying.copy("a");
  copying.close();
  expect(vi.getTimerCount()).toBe(0);
});
