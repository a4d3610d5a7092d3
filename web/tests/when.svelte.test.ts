import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { flushSync } from "svelte";

import { ask } from "../src/api/http";
import { texts } from "../src/lib/texts.svelte";
import { when } from "../src/lib/when";

const NOON = Date.UTC(2026, 10, 28, 12);
const at = (minutes: number): string => new Date(NOON + minutes * 60_000).toISOString();

/** Has the server answer, whose clock shows so many minutes after noon. */
async function answered(minutes: number, headers = {}): Promise<void> {
  vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}", { headers: { ...headers, date: new Date(NOON + minutes * 60_000).toUTCString() } })));
  await ask("get", "/api/tables");
}

beforeEach(async () => {
  vi.useFakeTimers({ now: NOON });
  await texts.use("en");
});
afterEach(async () => {
  await answered(0);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("a deadline is as far away as the server says, whatever the device takes for the time", async () => {
  expect(when(at(30))).toBe("in 30 minutes");
  await answered(20);
  expect(when(at(30))).toBe("in 10 minutes");
  // What the browser has kept was said some time ago.
  await answered(-15, { "cache-control": "private, max-age=3600" });
  expect(when(at(30))).toBe("in 10 minutes");
  await answered(-90);
  expect(when(at(30))).toBe("in 2 hours");
});

it("a moment just below the next unit is told in that unit", () => {
  expect(when(at(-0.9))).toBe("now");
  expect(when(at(-1))).toBe("1 minute ago");
  expect(when(at(59.4))).toBe("in 59 minutes");
  expect(when(at(-59.7))).toBe("1 hour ago");
  expect(when(at(23.4 * 60))).toBe("in 23 hours");
  expect(when(at(-23.7 * 60))).toBe("yesterday");
});

it("what a page says of a moment stays true while it is open, and costs nothing afterwards", () => {
  const said: string[] = [];
  const end = $effect.root(() => {
    $effect(() => void said.push(when(at(2))));
  });
  flushSync();
  vi.advanceTimersByTime(60_000);
  flushSync();
  expect(said).toEqual(["in 2 minutes", "in 1 minute"]);
  end();
  flushSync();
  vi.runOnlyPendingTimers();
  expect(vi.getTimerCount()).toBe(0);
});
