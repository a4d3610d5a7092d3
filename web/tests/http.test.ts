// Calls of the host: what becomes of one that fails.

import { afterEach, expect, it, vi } from "vitest";

import { call, queryOf, read } from "../src/api/http";

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

it("a call says in its address what it asks for, and nothing of what is not said", async () => {
  const called: [string, RequestInit][] = [];
  vi.stubGlobal("fetch", (address: string, init: RequestInit) => {
    called.push([address, init]);
    return Promise.resolve(new Response("{}"));
  });
  await call("put", "/api/games/{game}/notes", { path: { game: "a/b" }, query: { of: "é&", no: undefined }, body: { notes: [] } } as never);
  const [[address, { method, keepalive }] = ["", {}]] = called;
  expect([new URL(address, location.href).pathname, new URL(address, location.href).search]).toEqual(["/api/games/a%2Fb/notes", "?of=%C3%A9%26"]);
  // What is being stored gets stored even if the player leaves the page.
  expect([method, keepalive]).toEqual(["PUT", true]);
  await call("get", "/api/settings");
  expect(called[1]?.[1]).toMatchObject({ method: "GET", keepalive: false });
  expect([queryOf({ a: "", b: null, c: undefined }), queryOf({ a: 0, b: false })]).toEqual(["", "?a=0&b=false"]);
});
