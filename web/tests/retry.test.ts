import { afterEach, expect, it, vi } from "vitest";

import { retryDelay, untilAnswered } from "../src/api/retry";

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it("one waits longer after each try in vain, up to the longest, and not as long as all others", () => {
  const delay = retryDelay(400, 8000);
  const random = vi.spyOn(Math, "random");
  const waits = (chance: number): number[] => {
    random.mockReturnValue(chance);
    return [0, 1, 2, 9].map(delay);
  };
  expect(waits(0)).toEqual([400, 800, 1600, 8000]);
  expect(waits(0.5)).toEqual([300, 600, 1200, 6000]);
});

it("something is asked for until it is answered, or nobody wants it any more", async () => {
  vi.useFakeTimers();
  const ask = vi.fn<() => Promise<string>>().mockRejectedValue(new Error("away"));
  const taken: string[] = [];
  untilAnswered(ask, (answer) => taken.push(answer));
  await vi.advanceTimersByTimeAsync(10_000);
  ask.mockResolvedValue("here");
  await vi.runAllTimersAsync();
  expect(taken).toEqual(["here"]);
  ask.mockClear().mockRejectedValue(new Error("away"));
  const end = untilAnswered(ask, (answer) => taken.push(answer));
  await vi.advanceTimersByTimeAsync(10);
  end();
  await vi.runAllTimersAsync();
  expect([ask.mock.calls.length, taken.length]).toEqual([1, 1]);
});
