// What a browser keeps for a page, whatever it or whoever sits at it does to that.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { inviteKeys } from "../src/api/invite-keys";
import { keep, readKept, readKeptFields } from "../src/host/web-storage";
import { TalkFeed } from "../src/session/talk-feed.svelte";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.unstubAllGlobals());

describe("what is kept", () => {
  it("is there again, and gone when it is taken away", () => {
    keep("sessionStorage", "a", { n: 1 });
    expect([readKept("sessionStorage", "a"), readKept("localStorage", "a")]).toEqual([{ n: 1 }, undefined]);
    keep("sessionStorage", "a", undefined);
    expect(readKept("sessionStorage", "a")).toBeUndefined();
  });

  it.each(["null", "7", '"x"', "[1]", "{", ""])("has no fields where %s stands in its place", (text) => {
    localStorage.setItem("a", text);
    expect(readKeptFields("localStorage", "a")).toEqual({});
  });

  it("keeps nobody from a table where the browser refuses to keep anything", () => {
    vi.stubGlobal("sessionStorage", {
      get getItem(): never {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
      get setItem(): never {
        throw new DOMException("The operation is insecure.", "SecurityError");
      },
    });
    expect(() => inviteKeys.keep("g", "secret")).not.toThrow();
    expect(inviteKeys.of("g")).toBe("");
  });

  it("is read by what it should be", () => {
    sessionStorage.setItem("djambi.keys", "null");
    expect(inviteKeys.of("g")).toBe("");
    inviteKeys.keep("g", "secret");
    inviteKeys.keep("h", "other");
    expect([inviteKeys.of("g"), inviteKeys.of("h")]).toEqual(["secret", "other"]);
    localStorage.setItem("djambi.read", '[null, ["g"], ["g", null], 3, ["g", {"": "1"}]]');
    expect(new TalkFeed("g").unread("r")).toBe(0);
  });
});
