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
