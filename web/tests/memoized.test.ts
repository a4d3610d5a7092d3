import { expect, it, vi } from "vitest";

import { memoized } from "../src/host/memoized";

it("what is memoized is asked for once a name, and again after a failure", async () => {
  const load = vi.fn((name: string) => Promise.resolve(name.toUpperCase()));
  const ask = memoized(load);
  load.mockRejectedValueOnce(new Error("away"));
  await expect(ask("a")).rejects.toThrow("away");
  expect(await Promise.all([ask("a"), ask("a"), ask("b")])).toEqual(["A", "A", "B"]);
  expect(load.mock.calls).toEqual([["a"], ["a"], ["b"]]);
});
