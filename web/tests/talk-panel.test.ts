// What is said at a table, as it is seen and answered.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { AsidesMessage, AsideView, MyAccountView } from "../src/generated/api";
import { me } from "../src/lib/me.svelte";
import { preferences } from "../src/lib/settings.svelte";
import { texts } from "../src/lib/texts.svelte";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Talk from "../src/talk/Talk.svelte";
import { press, read } from "./game-wire";

const table = vi.hoisted(() => vi.fn());
vi.mock("../src/api/pacts", () => ({ pactsApi: { table } }));
vi.mock("../src/pacts/Pact.svelte", () => ({ default: () => undefined }));

const TERMS = { talk: "free", rooms: ["", "*"], pacts: true, secret: true, published: false, ambassador: false };
const words = (text: string) => ({ en: text, fr: `${text} (fr)` });
const aside = (number: number, change: Partial<AsideView> = {}): AsideView =>
  ({ number, at: `2026-02-03T10:0${number}:00Z`, event: 0, kind: "said", room: "", party: "b", name: "Bea", text: `said ${number}`, emote: null, pact: null, muted: false, remark: null, bluff: false, ...change }) as AsideView;

let made: object | null = null;
let talk: TalkFeed;
const onperson = vi.fn();
const look = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(new Date("2026-02-03T12:00:00Z"));
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  table.mockReset().mockResolvedValue({ emotes: [{ emote: "yes", words: words("Bravo!") }] });
  onperson.mockReset();
  look.mockReset();
  talk = new TalkFeed("g");
});
afterEach(async () => {
  if (made) await unmount(made);
  made = null;
  me.server = { ...me.server, online: false, account: null };
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function wait(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}
const says = (entries: AsideView[], terms: object | null = TERMS): void =>
  talk.hear({ type: "asides", since: talk.entries.length, number: talk.entries.length + entries.length, entries, pacts: [], terms, id: null } as unknown as AsidesMessage, "r");
interface Shown {
  entries?: AsideView[];
  terms?: object | null;
  mine?: string;
  lines?: object[];
}
async function shown({ entries = [], terms = TERMS, mine = "r", lines = [] }: Shown = {}): Promise<void> {
  says(entries, terms);
  const seats = [..."rby"].map((party) => ({ party, player: party === "y" ? "bot" : "person", name: party === "b" ? "Bea" : "", level: party === "y" ? "club" : null }));
  const feed = { id: "g", mine, lines, seats, over: false, state: { view: { parties: [] } }, look, seat: (party: string) => seats.find((seat) => seat.party === party) ?? null, utter: () => Promise.resolve(null) };
  made = mount(Talk, { target: document.body, props: { session: { talk, feed } as unknown as Session, onperson, oncounter: vi.fn() } });
  flushSync();
  await wait();
}
const roomNames = (): string[] => read(".rooms .name");
const log = (): string[] => read("article .what");

describe("what is said at a table", () => {
  it("is nothing yet, and says so; before the server says how one may talk it is silent", async () => {
    await shown();
    expect([roomNames(), read(".note"), document.querySelectorAll("textarea").length]).toEqual([["table.room.all", "table.room.new"], ["table.talk.none"], 1]);
    says([], null);
    flushSync();
    expect([roomNames(), read(".note"), document.querySelectorAll("textarea").length]).toEqual([[], ["table.talk.silent"], 0]);
  });

  it("stands in order, what one says in a row under one name, and the reader's own on its own side", async () => {
    await shown({ entries: [aside(1), aside(2, { at: "2026-02-03T10:01:10Z" }), aside(3, { party: "r", name: "" }), aside(4, { party: null, name: "Zoe", room: "" })] });
    expect([log(), read(".head strong, .head .person"), document.querySelectorAll("article.mine").length]).toEqual([["said 1", "said 2", "said 3", "said 4"], ["Bea", "Table.talk.me", "Zoe"], 1]);
    press("Bea");
    expect(onperson.mock.calls).toMatchObject([["b", { number: 1 }]]);
  });

  it("leads to the turn at which it was said", async () => {
    await shown({ entries: [aside(1, { event: 3 })], lines: [{ event: 2 }, { event: 3 }, { event: 5 }] });
    press("web.end.turn");
    expect(look.mock.calls).toEqual([[2]]);
  });

  it("hides what was muted, and marks a bluff and what bots add, unless one does not want to hear them", async () => {
    preferences.set({ bot_talk: true });
    await shown({ entries: [aside(1, { muted: true }), aside(2, { party: "y", bluff: true, remark: words("Trust me.") as never })] });
    expect([log()[0], read(".bluff"), read("article .text").at(-1)]).toEqual(["table.talk.muted", ["table.talk.bluff"], "web.bot.says"]);
    preferences.set({ bot_talk: false });
    flushSync();
    expect(read("article .text")).toEqual(["said 2"]);
    preferences.set({ bot_talk: true });
  });

  it("has ready-made sentences, also where the list of them comes late", async () => {
    table.mockReset().mockRejectedValueOnce(new Error("no network")).mockResolvedValue({ emotes: [{ emote: "yes", words: words("Bravo!") }] });
    await shown({ entries: [aside(1, { kind: "emote", emote: "yes", text: "" })] });
    expect(log()).toEqual([""]);
    await wait(5000);
    expect(log()).toEqual(["Bravo!"]);
  });

  it("of another day has its date", async () => {
    await shown({ entries: [aside(1), aside(2, { at: "2026-02-01T10:00:00Z", party: "r" })] });
    const [today = "", before = ""] = read("time");
    expect([/2026/.test(today), /2026/.test(before)]).toEqual([false, true]);
  });

  it("counts what is new in the rooms that nobody looks at", async () => {
    await shown();
    says([aside(1, { room: "rb" }), aside(2, { room: "rb" })]);
    flushSync();
    expect([roomNames(), document.querySelector(".badge")?.textContent]).toEqual([["table.room.all", "Bea", "table.room.new"], "2table.talk.new.other"]);
    document.querySelectorAll<HTMLElement>(".rooms button")[1]?.click();
    flushSync();
    expect([log(), document.querySelector(".badge"), read(".note")]).toEqual([["said 1", "said 2"], null, ["table.room.secret"]]);
  });

  it("begins in private with those who are chosen, and the keyboard goes on at their room", async () => {
    await shown();
    press("table.room.new");
    const chosen = (): string[] => read("fieldset button");
    expect([chosen().length, document.querySelector<HTMLButtonElement>("[type=submit]")?.disabled, document.querySelector("[role=log]")]).toEqual([2, true, null]);
    document.querySelector<HTMLElement>("fieldset button")?.click();
    flushSync();
    document.querySelector<HTMLElement>("[type=submit]")?.focus();
    document.querySelector<HTMLElement>("[type=submit]")?.click();
    await wait();
    expect([roomNames(), talk.room, document.activeElement?.textContent.trim(), document.activeElement?.getAttribute("aria-pressed")]).toEqual([["table.room.all", "Bea", "table.room.new"], "rb", "Bea", "true"]);
  });

  it("is for those who have a place to speak in, and asks whoever is nobody who they are", async () => {
    me.server = { ...me.server, online: true, account: null };
    await shown({ mine: "", terms: { ...TERMS, rooms: [] } });
    expect([read("textarea"), document.querySelector(".closed a")?.getAttribute("href")]).toEqual([[], "/sign-in"]);
    me.server = { ...me.server, account: { id: "1", name: "Ana" } as unknown as MyAccountView };
    flushSync();
    expect(read(".closed")).toEqual(["table.room.closed"]);
    says([], { ...TERMS, rooms: [], talk: "silent" });
    flushSync();
    expect(read(".note, .closed")).toContain("table.talk.silent");
  });

  it.each([
    ["en", "Table", "You"],
    ["fr", "Table", "Vous"],
  ] as const)("speaks the language of its readers: %s", async (lang, room, mine) => {
    await texts.use(lang, ["table", "pact"]);
    await shown({ entries: [aside(1, { party: "r", name: "" }), aside(2, { kind: "emote", emote: "yes", text: "" })] });
    expect([roomNames()[0], read(".head strong")[0], log()[1]]).toEqual([room, mine, lang === "en" ? "Bravo!" : "Bravo! (fr)"]);
  });
});
