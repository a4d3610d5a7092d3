import { expect, it, vi } from "vitest";

import { retryDelay } from "../src/api/retry";

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
