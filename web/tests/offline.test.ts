import { afterEach, expect, it, vi } from "vitest";

import { offline } from "../src/lib/offline.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it("nothing is known to be kept where the service worker does not answer", async () => {
  vi.useFakeTimers();
  const active = { postMessage: () => undefined };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve({ active }) } });
  const kept = offline.kept();
  await vi.runAllTimersAsync();
  expect(await kept).toBeNull();
});

it.each([
  ["none", {}, false],
  ["one on its way", { installing: {} }, true],
  ["one that waits", { waiting: {} }, true],
])("whoever looks for a newer build is told: %s", async (_, found, newer) => {
  const registration = { installing: null, waiting: null, update: () => Promise.resolve(), ...found };
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve(registration) } });
  expect(await offline.look()).toBe(newer);
});
