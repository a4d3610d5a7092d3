// Addresses of servers that people type in.

import { beforeEach, describe, expect, it } from "vitest";

import { forget, readServer, remember, servers } from "../src/lib/servers";

describe("the address of a server", () => {
  it.each([
    ["djambi.example.org", "https://djambi.example.org/"],
    [" https://djambi.example.org/i/abc ", "https://djambi.example.org/i/abc"],
    ["localhost:8765", "http://localhost:8765/"],
    ["http://127.0.0.1:8765", "http://127.0.0.1:8765/"],
    ["http://[::1]:8765/", "http://[::1]:8765/"],
  ])("is read as it was meant: %s", (typed, url) => expect(readServer(typed)).toEqual({ url }));

  it.each([
    ["", "bad"],
    ["djambi", "bad"],
    ["two words.org", "bad"],
    ["javascript://x.y/%0aalert(1)", "bad"],
    ["javascript:alert(1)", "bad"],
    ["ftp://djambi.example.org", "bad"],
    ["http://djambi.example.org", "plain"],
    ["http://localhost.example.org", "plain"],
    ["https://ana:word@djambi.example.org", "secret"],
  ])("is refused, with the reason: %s", (typed, fault) => expect(readServer(typed)).toEqual({ fault }));
});

describe("servers that were opened", () => {
  beforeEach(() => localStorage.clear());

  it("are remembered, the last one first, and forgotten", () => {
    for (const name of ["a", "b", "a"]) remember(`https://${name}.example/`);
    expect(servers()).toEqual(["https://a.example/", "https://b.example/"]);
    expect(forget("https://a.example/")).toEqual(["https://b.example/"]);
  });

  it("are none where what was kept is damaged", () => {
    for (const kept of ["{", "7", '["javascript:alert(1)", 3]']) {
      localStorage.setItem("djambi.servers", kept);
      expect(servers()).toEqual([]);
    }
  });
});
