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
