import { afterEach, expect, it, vi } from "vitest";

import { offline } from "../src/lib/offline.svelte";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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

it("what is kept is told by the service worker, and no line to it stays open", async () => {
  const told = { version: "1", bytes: 7 };
  const active = { postMessage: (_: string, [port]: MessagePort[]) => port?.postMessage(told) };
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: () => Promise.resolve({ active }) } });
  const { port1, port2 } = new MessageChannel();
  const close = vi.spyOn(port1, "close");
  vi.stubGlobal("MessageChannel", class { port1 = port1; port2 = port2; });
  expect(await offline.kept()).toEqual(told);
  expect(close).toHaveBeenCalledTimes(1);
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
