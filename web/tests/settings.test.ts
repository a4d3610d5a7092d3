// What a browser likes: where nobody else keeps it, and where the server does.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import type { DeviceSettingsInput } from "../src/generated/api";
import { joined } from "../src/host/setting-changes";
import type { preferences as Preferences } from "../src/lib/settings.svelte";

const me = { online: true, account: null as object | null, load: () => Promise.resolve() };
const build = { IN_PAGE: false };
/** What the server keeps. */
let stored: DeviceSettingsInput = {};
const server = {
  load: vi.fn((): Promise<DeviceSettingsInput> => Promise.resolve(stored)),
  keep: vi.fn((change: DeviceSettingsInput): Promise<DeviceSettingsInput> => Promise.resolve((stored = joined(stored, change)))),
  language: vi.fn((_lang: string) => Promise.resolve()),
};
vi.mock("../src/lib/me.svelte", () => ({ me }));
vi.mock("../src/host/build", () => build);
vi.mock("../src/api/settings", () => ({ settingsApi: server }));

/** Returns the settings of a tab that has just been opened. */
async function opened(): Promise<typeof Preferences> {
  vi.resetModules();
  const { preferences } = await import("../src/lib/settings.svelte");
  await preferences.load();
  return preferences;
}

/** Waits until the server was sent settings so often, and returns what it keeps after that. */
async function sent(times: number): Promise<DeviceSettingsInput> {
  await vi.waitFor(() => expect(server.keep).toHaveBeenCalledTimes(times));
  await Promise.allSettled(server.keep.mock.results.map(({ value }) => value as Promise<unknown>));
  return stored;
}

/** Waits until the server was sent settings that it does not answer. */
const sentFirst = (): Promise<void> => vi.waitFor(() => expect(server.keep).toHaveBeenCalledTimes(1));

/** Has the browser refuse to store and to tell anything, as one does that blocks a site's data. */
function block(): void {
  const refuse = (): never => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  };
  vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
  vi.stubGlobal("BroadcastChannel", refuse);
}

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  stored = {};
  Object.assign(me, { online: true, account: null });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

it("the bars of a phone's browser have the colour of the theme that is chosen, whatever the system's is", async () => {
  document.head.innerHTML = `
    <style>:root { --page: #ffffff; } :root[data-theme="dark"] { --page: #000000; }</style>
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#000000" />`;
  const bars = (): string[] => [...document.querySelectorAll("meta")].map(({ content }) => content);
  const preferences = await opened();
  preferences.set({ theme: "dark" });
  expect(bars()).toEqual(["#000000", "#000000"]);
  preferences.set({ theme: "light" });
  expect(bars()).toEqual(["#ffffff", "#ffffff"]);
});

describe("settings that a browser keeps itself", () => {
  it("are there again", async () => {
    const preferences = await opened();
    preferences.set({ volume: 12 });
    preferences.handOn();
    preferences.set({ volume: 13 });
    await preferences.load();
    expect(preferences.kept.volume).toBe(13);
  });

  it("change though nothing is stored", async () => {
    block();
    const preferences = await opened();
    expect(() => preferences.set({ volume: 30 })).not.toThrow();
    expect(() => preferences.handOn()).not.toThrow();
    expect(preferences.kept.volume).toBe(30);
  });

  it.each(["null", "7", '"paper"', "[1]", "{", ""])("are the usual ones where %s is stored", async (kept) => {
    localStorage.setItem("djambi", kept);
    const preferences = await opened();
    expect(preferences.kept.volume).toBe(70);
    expect(preferences.kept).not.toHaveProperty("0");
    preferences.handOn();
    expect(JSON.parse(localStorage.getItem("djambi") ?? "")).toEqual({ lang: "", theme: "" });
  });

  it("print in the light theme whatever the screen has", async () => {
    localStorage.setItem("djambi", JSON.stringify({ theme: "dark" }));
    const theme = (): unknown => document.documentElement.dataset["theme"];
    await opened();
    expect(theme()).toBe("dark");
    dispatchEvent(new Event("beforeprint"));
    expect(theme()).toBe("light");
    dispatchEvent(new Event("afterprint"));
    expect(theme()).toBe("dark");
  });

  it("are what another tab has chosen that was not heard of, before and after another choice", async () => {
    const preferences = await opened();
    localStorage.setItem("djambi", JSON.stringify({ theme: "dark" }));
    preferences.set({ volume: 5 });
    expect(JSON.parse(localStorage.getItem("djambi") ?? "")).toMatchObject({ theme: "dark", volume: 5 });
    localStorage.setItem("djambi", JSON.stringify({ theme: "light" }));
    document.dispatchEvent(new Event("visibilitychange"));
    expect([preferences.kept.theme, preferences.kept.volume]).toEqual(["light", 5]);
  });

  it("are seen at once where another tab has changed them", async () => {
    const preferences = await opened();
    localStorage.setItem("djambi", JSON.stringify({ theme: "dark" }));
    dispatchEvent(Object.assign(new Event("storage"), { key: "djambi" }));
    expect([preferences.kept.theme, document.documentElement.dataset["theme"]]).toEqual(["dark", "dark"]);
  });
});

describe("settings that the server keeps", () => {
  beforeEach(() => Object.assign(me, { online: false }));

  it("are as they were chosen last, though the next page asks before that has come to the server", async () => {
    server.keep.mockReturnValueOnce(new Promise(() => undefined));
    (await opened()).set({ lang: "fr", volume: 10 });
    await sentFirst();
    const next = await opened();
    expect([next.kept.lang, next.kept.volume]).toEqual(["fr", 10]);
    // The first page's may have been lost on the way.
    await vi.waitFor(() => expect(stored).toMatchObject({ lang: "fr", volume: 10 }));
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0));
    stored = { ...stored, volume: 11 };
    expect((await opened()).kept.volume).toBe(11);
  });

  it("are there on the next page though there was no server to store them", async () => {
    server.keep.mockRejectedValueOnce(new ApiError("unreachable", null));
    (await opened()).set({ theme: "dark" });
    await sent(1);
    server.load.mockRejectedValueOnce(new ApiError("unreachable", null));
    expect((await opened()).kept.theme).toBe("dark");
    await sent(2);
    expect(stored.theme).toBe("dark");
  });

  it.each(["null", "7", '{"who":""}', '{"who":"","change":"fr"}', '{"who":"other","change":{"theme":"dark"}}', "{"])(
    "are what the server keeps where a tab has kept %s",
    async (note) => {
      sessionStorage.setItem("djambi.unstored", note);
      expect((await opened()).kept.theme).toBe("");
      expect(server.keep).not.toHaveBeenCalled();
    },
  );

  it("are stored though another one was refused", async () => {
    const preferences = await opened();
    const { ApiError: Fault } = await import("../src/api/http");
    server.keep.mockRejectedValueOnce(new Fault("400", null, 400));
    preferences.set({ volume: 1000 });
    await sent(1);
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0));
    stored = { volume: 7 };
    preferences.set({ theme: "dark" });
    expect(await sent(2)).toMatchObject({ theme: "dark", volume: 7 });
    await vi.waitFor(() => expect(preferences.kept.volume).toBe(7));
  });

  it("are stored though one that is sent along is refused, as by a server of the version before", async () => {
    const preferences = await opened();
    const { ApiError: Fault } = await import("../src/api/http");
    const refuse = (change: DeviceSettingsInput): Promise<DeviceSettingsInput> =>
      change.volume === 1000 ? Promise.reject(new Fault("400", null, 400)) : Promise.resolve((stored = joined(stored, change)));
    server.keep.mockRejectedValueOnce(new Fault("unreachable", null));
    preferences.set({ lang: "fr", volume: 1000, look: { board: "walnut", pieces: "figures" } });
    await sent(1);
    for (let left = 4; left > 0; left--) server.keep.mockImplementationOnce(refuse);
    preferences.set({ theme: "dark" });
    await vi.waitFor(() => expect(stored).toMatchObject({ lang: "fr", theme: "dark", look: { board: "walnut" } }));
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0));
    expect([stored.volume, preferences.kept.volume, preferences.kept.theme]).toEqual([undefined, 70, "dark"]);
    // The next ones go together again.
    const before = server.keep.mock.calls.length;
    preferences.set({ name: "Ana", sounds: false });
    expect(await sent(before + 1)).toMatchObject({ name: "Ana", sounds: false });
  });

  it("are what another tab stores while a page asks", async () => {
    const one = await opened();
    let answer = (): void => undefined;
    const before = stored;
    server.load.mockReturnValueOnce(new Promise((resolve) => (answer = () => resolve(before))));
    vi.resetModules();
    const { preferences: other } = await import("../src/lib/settings.svelte");
    const ready = other.load();
    one.set({ theme: "dark" });
    await sent(1);
    await vi.waitFor(() => expect(other.kept.theme).toBe("dark"));
    answer();
    await ready;
    expect(other.kept.theme).toBe("dark");
  });

  it("are what another tab has stored since they could not be", async () => {
    const [one, other] = [await opened(), await opened()];
    server.keep.mockRejectedValueOnce(new ApiError("unreachable", null));
    one.set({ theme: "dark", lessons_done: ["moves"] });
    await sent(1);
    other.set({ theme: "light" });
    await vi.waitFor(() => expect(one.kept.theme).toBe("light"));
    one.set({ volume: 5 });
    expect(await sent(3)).toMatchObject({ theme: "light", volume: 5, lessons_done: ["moves"] });
  });

  it("are sent one after the other, so that the newest is stored last", async () => {
    let answer = (): void => undefined;
    server.keep.mockImplementationOnce((made) => new Promise((resolve) => (answer = () => resolve((stored = joined(stored, made))))));
    const preferences = await opened();
    preferences.set({ volume: 10 });
    await vi.waitFor(() => expect(server.keep).toHaveBeenCalledTimes(1));
    preferences.set({ volume: 20 });
    preferences.set({ name: "Ana" });
    answer();
    expect(await sent(2)).toMatchObject({ volume: 20, name: "Ana" });
    expect(server.keep.mock.calls.map(([{ volume, name }]) => [volume, name])).toEqual([[10, undefined], [20, "Ana"]]);
  });

  it("go along with a page that is left", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const preferences = await opened();
    server.keep.mockReturnValueOnce(new Promise(() => undefined));
    preferences.set({ theme: "dark" });
    preferences.set({ volume: 10 });
    dispatchEvent(new Event("pagehide"));
    expect(server.keep.mock.calls.map(([{ theme, volume }]) => [theme, volume])).toEqual([["dark", undefined], [undefined, 10]]);
    expect(stored).toMatchObject({ volume: 10 });
  });

  it("are not replaced by the usual ones where they could not be read", async () => {
    server.load.mockRejectedValueOnce(new ApiError("busy", null));
    stored = { lessons_done: ["first-blood"], volume: 5 };
    const preferences = await opened();
    preferences.set({ theme: "dark" });
    const { lessons_done, volume, theme } = await sent(1);
    expect([lessons_done, volume, theme]).toEqual([["first-blood"], 5, "dark"]);
    expect(preferences.kept.volume).toBe(5);
  });

  it("that could not be stored go along with the next change", async () => {
    server.keep.mockRejectedValueOnce(new ApiError("unreachable", null));
    const preferences = await opened();
    preferences.set({ theme: "dark" });
    await sent(1);
    preferences.set({ volume: 5 });
    expect(await sent(2)).toMatchObject({ theme: "dark", volume: 5 });
  });

  it("are asked for again when a page is looked at again, so that it does not undo what another device has stored", async () => {
    const preferences = await opened();
    stored = { theme: "dark" };
    document.dispatchEvent(new Event("visibilitychange"));
    preferences.set({ volume: 5 });
    expect(await sent(1)).toMatchObject({ theme: "dark", volume: 5 });
    await vi.waitFor(() => expect(preferences.kept).toMatchObject({ theme: "dark", volume: 5 }));
    stored = { theme: "light" };
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(preferences.kept.theme).toBe("light"));
    expect(server.keep).toHaveBeenCalledTimes(1);
  });

  it("keep the lessons that another device has finished meanwhile, until all are forgotten", async () => {
    const preferences = await opened();
    preferences.set({ lessons_done: ["moves"] });
    await sent(1);
    stored = { ...stored, lessons_done: ["moves", "power"] };
    preferences.set({ lessons_done: ["moves", "maze"] });
    expect((await sent(2)).lessons_done).toEqual(["moves", "power", "maze"]);
    await vi.waitFor(() => expect(preferences.kept.lessons_done).toEqual(["moves", "power", "maze"]));
    preferences.set({ lessons_done: [] });
    expect((await sent(3)).lessons_done).toEqual([]);
  });

  it("are not undone by another tab that had not heard of them yet", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const [one, other] = [await opened(), await opened()];
    one.set({ lessons_done: ["first-blood"] });
    await sent(1);
    other.set({ volume: 5 });
    await sent(2);
    expect(stored).toMatchObject({ lessons_done: ["first-blood"], volume: 5 });
  });

  it("are those of the later choice, though the earlier one comes last", async () => {
    vi.stubGlobal("BroadcastChannel", undefined);
    const [one, other] = [await opened(), await opened()];
    let arrive = (): void => undefined;
    server.keep.mockImplementationOnce((made) => new Promise((resolve) => (arrive = () => resolve((stored = joined(stored, made))))));
    one.set({ theme: "dark", look: { board: "slate", pieces: "figures" } });
    await sentFirst();
    await new Promise((done) => setTimeout(done, 2));
    other.set({ theme: "light", look: { board: "paper", pieces: "signs" } });
    await vi.waitFor(() => expect(other.kept.changed).toHaveProperty("theme"));
    arrive();
    await sent(2);
    await vi.waitFor(() => expect(one.kept).toMatchObject({ theme: "light", look: { board: "slate", pieces: "signs" } }));
    expect(stored).toMatchObject({ theme: "light", look: { board: "slate", pieces: "signs" } });
  });

  it("are those of the later choice, though a tab comes back with what it could not store", async () => {
    server.keep.mockRejectedValueOnce(new ApiError("unreachable", null));
    (await opened()).set({ theme: "dark", volume: 5 });
    await sent(1);
    stored = { theme: "light", changed: { theme: Date.now() + 1000 } };
    expect((await opened()).kept).toMatchObject({ theme: "light", volume: 5 });
    expect(await sent(2)).toMatchObject({ theme: "light", volume: 5 });
    expect(server.keep.mock.lastCall?.[0]).not.toHaveProperty("theme");
  });

  it("are not undone by an answer that is older", async () => {
    const preferences = await opened();
    let answer = (): void => undefined;
    const before = stored;
    server.load.mockReturnValueOnce(new Promise((resolve) => (answer = () => resolve(before))));
    document.dispatchEvent(new Event("visibilitychange"));
    preferences.set({ theme: "dark", lessons_done: ["moves"] });
    await sent(1);
    answer();
    await vi.waitFor(() => expect(sessionStorage.length).toBe(0));
    expect(preferences.kept).toMatchObject({ theme: "dark", lessons_done: ["moves"] });
  });

  it("of a tab whose clock is behind are newer than those that it shows", async () => {
    stored = { theme: "dark", changed: { theme: Date.now() + 60_000 } };
    (await opened()).set({ theme: "light" });
    expect((await sent(1)).theme).toBe("light");
  });

  it("of a tab of an older build, which says no times, are taken when they come", async () => {
    const tabs = new BroadcastChannel("djambi.settings");
    const preferences = await opened();
    tabs.postMessage({ theme: "dark", puzzles: { results: {}, days: {}, storm: 3 } });
    await vi.waitFor(() => expect(preferences.kept).toMatchObject({ theme: "dark", puzzles: { storm: 3 } }));
    tabs.close();
  });

  it("are the same in all tabs, so that one does not undo what another has stored", async () => {
    const [one, other] = [await opened(), await opened()];
    one.set({ lessons_done: ["first-blood"] });
    await vi.waitFor(() => expect(other.kept.lessons_done).toEqual(["first-blood"]));
    other.set({ volume: 5 });
    expect(await sent(2)).toMatchObject({ lessons_done: ["first-blood"], volume: 5 });
    await vi.waitFor(() => expect(one.kept.volume).toBe(5));
  });
});

describe("settings of a page without a server", () => {
  beforeEach(() => {
    Object.assign(me, { online: false });
    build.IN_PAGE = true;
  });
  afterEach(() => {
    build.IN_PAGE = false;
  });

  it("are nothing to a tab of the server where the page lies, nor its settings to them", async () => {
    const page = await opened();
    build.IN_PAGE = false;
    Object.assign(me, { online: true, account: {} });
    const [online, another] = [await opened(), await opened()];
    online.set({ volume: 5 });
    await vi.waitFor(() => expect(another.kept.volume).toBe(5));
    page.set({ volume: 6 });
    await sent(2);
    online.set({ coordinates: false });
    await vi.waitFor(() => expect(another.kept.coordinates).toBe(false));
    expect([page.kept.volume, another.kept.volume]).toEqual([6, 5]);
  });

  it("go on as at the server where the page lies, whatever else is chosen", async () => {
    localStorage.setItem("djambi", JSON.stringify({ theme: "dark", lang: "fr" }));
    const preferences = await opened();
    stored = { theme: "", lang: "" };
    preferences.set({ volume: 5 });
    await sent(1);
    expect(stored).toMatchObject({ theme: "dark", lang: "fr", volume: 5 });
  });
});

describe("settings of an account", () => {
  it("are not taken from whoever was at the same tab before", async () => {
    Object.assign(me, { account: { id: "ana" } });
    server.keep.mockReturnValueOnce(new Promise(() => undefined));
    (await opened()).set({ theme: "dark" });
    await sentFirst();
    Object.assign(me, { account: { id: "bea" } });
    expect((await opened()).kept.theme).toBe("");
    expect(server.keep).toHaveBeenCalledTimes(1);
  });

  it("tell the server the language of letters that was chosen last as the last one", async () => {
    Object.assign(me, { account: { id: "ana" } });
    const preferences = await opened();
    let answer = (): void => undefined;
    server.language.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    preferences.set({ lang: "fr" });
    preferences.set({ lang: "en" });
    await vi.waitFor(() => expect(server.language.mock.calls).toEqual([["fr"]]));
    answer();
    await vi.waitFor(() => expect(server.language.mock.calls).toEqual([["fr"], ["en"]]));
  });

  it("are taken in all tabs where one of them signs in", async () => {
    const [one, other] = [await opened(), await opened()];
    stored = { volume: 5 };
    Object.assign(me, { account: {} });
    await one.follow(false);
    await vi.waitFor(() => expect(other.kept.volume).toBe(5));
  });
});

describe("what a page around this one asks for", () => {
  it("stays when what is stored is read again", async () => {
    Object.assign(me, { online: false });
    stored = { theme: "light", lang: "en" };
    const preferences = await opened();
    await preferences.lend({ theme: "dark", lang: "fr" });
    stored = { theme: "light", lang: "en", volume: 7 };
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.waitFor(() => expect(preferences.kept.volume).toBe(7));
    expect([preferences.kept.theme, preferences.kept.lang]).toEqual(["dark", "fr"]);
  });

  it("goes where something else is chosen", async () => {
    const preferences = await opened();
    await preferences.lend({ theme: "dark", lang: "fr" });
    preferences.set({ theme: "light" });
    expect([preferences.kept.theme, preferences.kept.lang]).toEqual(["light", "fr"]);
  });

  it("is not stored with what is chosen", async () => {
    Object.assign(me, { online: false });
    const preferences = await opened();
    await preferences.lend({ theme: "dark", lang: "fr" });
    preferences.set({ volume: 7 });
    await sent(1);
    expect(server.keep.mock.calls[0]?.[0]).toEqual({ volume: 7, changed: { volume: expect.any(Number) as number } });
  });
});

describe("the theme", () => {
  it("follows the system's, for whoever has read it too", async () => {
    const dark = Object.assign(new EventTarget(), { matches: false });
    vi.stubGlobal("matchMedia", (query: string) => (query.includes("dark") ? dark : Object.assign(new EventTarget(), { matches: false })));
    const preferences = await opened();
    expect(preferences.theme).toBe("light");
    dark.matches = true;
    dark.dispatchEvent(new Event("change"));
    expect([preferences.theme, document.documentElement.dataset["theme"]]).toEqual(["dark", "dark"]);
  });
});
