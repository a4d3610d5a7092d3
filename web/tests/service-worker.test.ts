// What the service worker answers with.

import { readFileSync } from "node:fs";

import { afterEach, expect, it, vi } from "vitest";

interface Fetch {
  request: { method: string; mode: string; cache: string; url: string };
  respondWith(answer: Promise<unknown>): void;
}

interface Install {
  waitUntil(done: Promise<unknown>): void;
}

/** Runs the worker as it lies at an address, and returns what it does when it is installed or something is fetched; pages are told by `tell`. */
function installed(tell: (message: unknown) => void = () => undefined): { fetch: (event: Fetch) => void; install: (event: Install) => void } {
  const listeners = new Map<string, (event: unknown) => void>();
  const self = {
    location: new URL("https://djambi.example/sw.js"),
    clients: { matchAll: () => Promise.resolve([{ url: "https://djambi.example/", postMessage: tell }]) },
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
  };
  new Function("self", readFileSync("src/worker/sw.js", "utf8"))(self);
  return { fetch: (event) => listeners.get("fetch")?.(event), install: (event) => listeners.get("install")?.(event) };
}

afterEach(() => vi.unstubAllGlobals());

it.each([
  ["can be opened", { keys: () => Promise.resolve([]), open: () => Promise.reject(new DOMException("", "UnknownError")) }],
  ["can be read", { keys: () => Promise.resolve([]), open: () => Promise.resolve({ match: () => Promise.reject(new DOMException("", "QuotaExceededError")) }) }],
])("fetches a file over the network where no store %s", async (_, caches) => {
  const file = {};
  vi.stubGlobal("caches", caches);
  vi.stubGlobal("fetch", () => Promise.resolve(file));
  const respondWith = vi.fn<(answer: Promise<unknown>) => void>();
  installed().fetch({ request: { method: "GET", mode: "cors", cache: "default", url: "https://djambi.example/assets/a.js" }, respondWith });
  await expect(respondWith.mock.calls[0]?.[0]).resolves.toBe(file);
});

it.each([
  ["QuotaExceededError: It is full.", new DOMException("It is full.", "QuotaExceededError")],
  // As Firefox throws it when the device is full.
  ["NS_ERROR_FILE_NO_DEVICE_SPACE", { name: "NS_ERROR_FILE_NO_DEVICE_SPACE", message: "", toString: (): string => '[Exception... "File error: No device space"]' }],
])("tells pages in the browser's words why nothing is kept: %s", async (reason, error) => {
  vi.stubGlobal("caches", { keys: () => Promise.resolve([]), open: () => Promise.resolve({ match: () => Promise.reject(error) }) });
  const tell = vi.fn<(message: unknown) => void>();
  const waitUntil = vi.fn<(done: Promise<unknown>) => void>();
  installed(tell).install({ waitUntil });
  await expect(waitUntil.mock.calls[0]?.[0]).rejects.toBe(error);
  expect(tell).toHaveBeenCalledWith({ type: "not kept", reason });
});
