// What a browser likes, where nobody else keeps it.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { preferences } from "../src/lib/settings.svelte";

vi.mock("../src/lib/me.svelte", () => ({ me: { online: true, account: null, load: () => Promise.resolve() } }));
vi.mock("../src/api/settings", () => ({ settingsApi: { load: () => Promise.resolve({}) } }));

/** Has the browser refuse to store and to tell anything, as one does that blocks a site's data. */
function block(): void {
  const refuse = (): never => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
}

describe("settings that a browser keeps itself", () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => vi.unstubAllGlobals());

  it("are there again", async () => {
    preferences.set({ volume: 12 });
    preferences.handOn();
    preferences.set({ volume: 13 });
    await preferences.load();
    expect(preferences.kept.volume).toBe(13);
  });

  it("change though nothing is stored", async () => {
    block();
    await preferences.load();
    expect(() => preferences.set({ volume: 30 })).not.toThrow();
    expect(() => preferences.handOn()).not.toThrow();
    expect(preferences.kept.volume).toBe(30);
  });

  it.each(["null", "7", '"paper"', "[1]", "{", ""])("are the usual ones where %s is stored", async (kept) => {
    localStorage.setItem("djambi", kept);
    await preferences.load();
    expect(preferences.kept.volume).toBe(70);
    expect(preferences.kept).not.toHaveProperty("0");
    preferences.handOn();
    expect(JSON.parse(localStorage.getItem("djambi") ?? "")).toEqual({ lang: "", theme: "" });
  });
});
