import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { host } from "../src/host/server-host";
import { Wire } from "./wire";

describe("the server as host", () => {
  beforeEach(() => {
    Wire.all = [];
    vi.stubGlobal("WebSocket", Wire);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("sends calls with the header that no foreign page can send, and a body as JSON", async () => {
    const asked = vi.fn(() => Promise.resolve(new Response("{}")));
    vi.stubGlobal("fetch", asked);
    const signal = new AbortController().signal;
    await host.call("PUT", "/api/settings", { body: { lang: "fr" }, keepalive: true, signal });
    expect(asked).toHaveBeenCalledWith("/api/settings", {
      method: "PUT",
      keepalive: true,
      signal,
      headers: { "x-djambi": "1", "content-type": "application/json" },
      body: '{"lang":"fr"}',
    });
    await host.call("GET", "/api/catalogue");
    expect(asked).toHaveBeenLastCalledWith("/api/catalogue", { method: "GET", keepalive: false, headers: { "x-djambi": "1" } });
  });

  it("sends what is too large to outlive the page as any other call, instead of not at all", async () => {
    const asked = vi.fn((_address: string, _parts: RequestInit) => Promise.resolve(new Response("{}")));
    vi.stubGlobal("fetch", asked);
    for (const length of [65_534, 65_535]) await host.call("PUT", "/api/settings", { body: "x".repeat(length), keepalive: true });
    // Letters count by their bytes.
    await host.call("PUT", "/api/settings", { body: "é".repeat(40_000), keepalive: true });
    expect(asked.mock.calls.map(([, { keepalive }]) => keepalive)).toEqual([true, false, false]);
  });

  it("hands on what a socket says, and how it ended", () => {
    const heard: unknown[] = [];
    const connection = host.connect("/api/games/g/socket?after=3", { message: (text) => heard.push(text), closed: (code) => heard.push(code) });
    expect([Wire.last.url, connection.state]).toEqual([`ws://${location.host}/api/games/g/socket?after=3&protocol=1`, "open"]);
    Wire.last.says({ type: "pong" });
    Wire.last.breaks(4404);
    expect([heard, connection.state]).toEqual([['{"type":"pong"}', 4404], "closed"]);
  });

  it("says nothing more after it was closed, and closes a socket once it is open", () => {
    const heard: unknown[] = [];
    const connection = host.connect("/api/feed/socket", { message: (text) => heard.push(text), closed: (code) => heard.push(code) });
    const wire = Wire.last;
    expect(wire.url).toBe(`ws://${location.host}/api/feed/socket?protocol=1`);
    wire.readyState = Wire.CONNECTING;
    connection.close();
    expect([connection.state, wire.readyState]).toEqual(["closed", Wire.CONNECTING]);
    wire.dispatchEvent(new Event("open"));
    expect(wire.readyState).toBe(3);
    wire.says({ type: "pong" });
    wire.breaks();
    expect(heard).toEqual([]);
  });
});
