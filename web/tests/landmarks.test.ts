// A screen has one main part, whatever becomes of what it shows.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { careerApi, pressApi } from "../src/api/press";
import { ApiError } from "../src/api/http";
import Career from "../src/career/Career.svelte";
import type { CareerView } from "../src/generated/api";
import Paper from "../src/press/Paper.svelte";

vi.mock("../src/ui/navigation", async (original) => ({ ...(await original<object>()), getWays: () => [] }));

const failing = async function* (): AsyncGenerator<CareerView> {
  yield await Promise.reject(new ApiError("unreachable", null));
};

const shown = (screen: Component): (() => Promise<void>) => {
  const made = mount(screen, { target: document.body });
  return () => unmount(made);
};

describe("a screen", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ["a newspaper", Paper, () => vi.spyOn(pressApi, "paper").mockRejectedValue(new ApiError("unreachable", null))],
    ["a record", Career, () => vi.spyOn(careerApi, "follow").mockImplementation(() => failing())],
  ] as const)("has one main part where %s cannot be read", async (_, screen, fails) => {
    fails();
    const leave = shown(screen as Component);
    await vi.waitFor(() => {
      flushSync();
      expect(document.querySelector(".empty")).not.toBeNull();
    });
    expect([document.querySelectorAll("main").length, document.querySelectorAll("h1").length]).toEqual([1, 1]);
    await leave();
  });

  it("reads no more games once it is left", async () => {
    let given: AbortSignal | undefined;
    vi.spyOn(careerApi, "follow").mockImplementation(async function* (signal) {
      given = signal;
      await new Promise(() => undefined);
      yield {} as CareerView;
    });
    const leave = shown(Career as Component);
    await vi.waitFor(() => expect(given?.aborted).toBe(false));
    await leave();
    expect(given?.aborted).toBe(true);
  });
});
