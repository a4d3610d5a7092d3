// What the service worker answers with.

import { readFileSync } from "node:fs";

import { afterEach, expect, it, vi } from "vitest";

interface Fetch {
  request: { method: string; mode: string; cache: string; url: string };
  respondWith(answer: Promise<unknown>): void;
}

/** Runs the worker as it lies at an address, and returns what it does when something is fetched. */
function installed(): (event: Fetch) => void {
  const listeners = new Map<string, (event: Fetch) => void>();
  const self = {
    location: new URL("https://djambi.example/sw.js"),
    addEventListener: (type: string, listener: (event: Fetch) => void) => listeners.set(type, listener),
  };
  new Function("self", readFileSync("src/worker/sw.js", "utf8"))(self);
  return (event) => listeners.get("fetch")?.(event);
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
  installed()({ request: { method: "GET", mode: "cors", cache: "default", url: "https://djambi.example/assets/a.js" }, respondWith });
  await expect(respondWith.mock.calls[0]?.[0]).resolves.toBe(file);
});
