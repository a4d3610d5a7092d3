// Calls of the host: what becomes of one that fails.

import { afterEach, expect, it, vi } from "vitest";

import { read } from "../src/api/http";

afterEach(() => vi.unstubAllGlobals());

const asked = (signal: AbortSignal): Promise<unknown> => read("get", "/api/settings", { signal } as never);

it("a call that nobody answers is unreachable", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  await expect(asked(new AbortController().signal)).rejects.toMatchObject({ name: "ApiError", code: "unreachable" });
});

it.each([
  ["before it is answered", () => Promise.reject(new TypeError("aborted"))],
  ["while its answer comes", () => Promise.resolve(new Response("{"))],
])("a call that is given up %s is not", async (_, answer) => {
  const stop = new AbortController();
  vi.stubGlobal("fetch", () => {
    stop.abort();
    return answer();
  });
  await expect(asked(stop.signal)).rejects.not.toHaveProperty("code", "unreachable");
});
