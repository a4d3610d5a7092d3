// What is said at a table: rooms, what is new, notes, clocks.

import { beforeEach, describe, expect, it, vi } from "vitest";

import { holiday, left, shown } from "../src/clock/time";
import type { AsideView, ClockView, LineView, TalkTermsView } from "../src/generated/api";
import { preferences } from "../src/lib/settings.svelte";
import { marked, withNote } from "../src/table/note-edits";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import { rowsOf } from "../src/pacts/worth";
import { follows, linesAt, roomOf, rooms, speaks } from "../src/talk/rooms";

const TERMS: TalkTermsView = { talk: "free", rooms: ["", "*"], pacts: true, secret: true, published: false, ambassador: true };

const aside = (number: number, party: string | null, room = "", change: Partial<AsideView> = {}): AsideView => ({
  number,
  at: `2026-11-21T08:00:${String(number).padStart(2, "0")}Z`,
  event: 1,
  kind: "said",
  room,
  party,
  name: "",
  text: "…",
  emote: null,
  pact: null,
  muted: false,
  remark: null,
  bluff: false,
  ...change,
});
const heard = (since: number, entries: AsideView[]) => ({
  type: "asides" as const,
  since,
  number: since + entries.length,
  entries,
  pacts: [],
  terms: TERMS,
  id: null,
});

describe("the rooms", () => {
  it("are the table's, then the private ones, the last used first", () => {
    const entries = [aside(1, "b", "rb"), aside(2, "y"), aside(3, "y", "ry")];
    expect(rooms(entries, TERMS, ["rg"]).map(({ key }) => key)).toEqual(["", "ry", "rb", "rg"]);
    expect(rooms([], { ...TERMS, talk: "silent", rooms: ["watch"] }, []).map(({ key }) => key)).toEqual(["watch"]);
  });

  it("are open to speak in by the table's terms, private ones to their parties", () => {
    expect(["", "rb", "by"].map((key) => speaks(TERMS, key, "r"))).toEqual([true, true, false]);
    expect(["", "rb"].map((key) => speaks({ ...TERMS, rooms: [""] }, key, "r"))).toEqual([true, false]);
  });

  it("are named in the order of the seats", () => expect(roomOf(["y", "r"], ["r", "b", "y", "g"])).toBe("ry"));

  it("gather what one says at once, and know the turn it was said at", () => {
    expect(follows(aside(1, "b"), aside(2, "b"))).toBe(true);
    expect(follows(aside(1, "b"), aside(2, "y"))).toBe(false);
    expect(follows(aside(1, "b"), aside(2, "b", "", { event: 2 }))).toBe(false);
    const lines = [{ event: 3 }, { event: 5 }] as LineView[];
    expect([2, 3, 4, 9].map((event) => linesAt(lines, event))).toEqual([0, 1, 1, 2]);
  });
});

describe("what is new", () => {
  beforeEach(() => localStorage.clear());

  it("is not read in a tab that nobody sees", () => {
    const feed = new TalkFeed("hidden");
    feed.show("");
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    feed.hear(heard(0, [aside(1, "b")]), "r");
    expect(feed.unread("r")).toBe(1);
    hidden.mockRestore();
    feed.readOpen();
    expect(feed.unread("r")).toBe(0);
  });

  it("counts what bots say of their own accord, unless one does not want to hear them", () => {
    const feed = new TalkFeed("g");
    feed.hear(heard(0, [aside(1, "b", "", { kind: "stated" }), aside(2, "b", "", { kind: "declined" })]), "r");
    expect(feed.unread("r")).toBe(1);
    const news: number[] = [];
    feed.subscribe((entries) => news.push(...entries.map(({ number }) => number)));
    preferences.kept = { ...preferences.kept, bot_talk: false };
    expect(feed.unread("r")).toBe(0);
    feed.hear(heard(2, [aside(3, "b", "", { kind: "stated" })]), "r");
    expect(news).toEqual([]);
    preferences.kept = { ...preferences.kept, bot_talk: true };
  });

  it("is what others say where nobody looks, and no more once it was seen, after a reload too", () => {
    const talk = new TalkFeed("g");
    const told: number[] = [];
    talk.subscribe((entries) => told.push(entries.length));
    talk.hear(heard(0, [aside(1, "b"), aside(2, "r"), aside(3, "b", "rb")]), "r");
    expect([talk.unread("r"), talk.unread("r", "rb"), told]).toEqual([2, 1, []]);
    talk.show("");
    expect(talk.unread("r")).toBe(1);
    talk.hear(heard(3, [aside(4, "y")]), "r");
    expect([talk.unread("r"), told]).toEqual([1, [1]]);
    const again = new TalkFeed("g");
    again.hear(heard(0, talk.entries as AsideView[]), "r");
    expect(again.unread("r")).toBe(1);
  });

  it("is remembered of the games that were read last, and of no more than two hundred", () => {
    const unread = (game: string, read = false): number => {
      const talk = new TalkFeed(game);
      talk.hear(heard(0, [aside(1, "b")]), "r");
      if (read) talk.show("");
      return talk.unread("r");
    };
    for (let game = 0; game <= 200; game += 1) unread(String(game), true);
    expect([unread("0"), unread("1"), unread("200")]).toEqual([1, 0, 0]);
  });

  it("is the first word too, of whoever speaks first", () => {
    const talk = new TalkFeed("g");
    const told: number[] = [];
    talk.subscribe((entries) => told.push(entries.length));
    talk.hear(heard(0, []), "r");
    talk.hear(heard(0, [aside(1, "b")]), "r");
    expect([talk.unread("r"), told]).toEqual([1, [1]]);
  });

  it("is not what was read with an older version, which kept numbers", () => {
    localStorage.setItem("djambi.read", JSON.stringify([["g", { "": 3, rb: 2, by: null }]]));
    const talk = new TalkFeed("g");
    talk.hear(heard(0, [aside(1, "b"), aside(2, "b", "rb"), aside(3, "y"), aside(4, "y"), aside(5, "b", "by")]), "r");
    expect(["", "rb", "by"].map((room) => talk.unread("r", room))).toEqual([1, 0, 1]);
    talk.hear(heard(5, [aside(6, "b", "rb")]), "r");
    expect(talk.unread("r", "rb")).toBe(1);
    // Another tab that is open then reads on.
    talk.show("")();
    const again = new TalkFeed("g");
    again.hear(heard(0, talk.entries as AsideView[]), "r");
    expect(["", "rb", "by"].map((room) => again.unread("r", room))).toEqual([0, 1, 1]);
  });

  it("is, after the game, what was secret, and nothing that was read before", () => {
    const talk = new TalkFeed("g");
    talk.hear(heard(0, [aside(1, "b", "", { at: "2026-11-21T08:00:02Z" })]), "r");
    talk.show("")();
    talk.hear(
      heard(0, [
        aside(1, "b", "by", { at: "2026-11-21T08:00:01Z" }),
        aside(2, "b", "", { at: "2026-11-21T08:00:02Z" }),
        aside(3, "b", "", { at: "2026-11-21T08:00:03Z" }),
      ]),
      "r",
    );
    expect([talk.unread("r", ""), talk.unread("r", "by")]).toEqual([1, 1]);
    const again = new TalkFeed("g");
    again.hear(heard(0, talk.entries as AsideView[]), "r");
    expect(again.unread("r")).toBe(2);
  });

  it("stays so where all is sent again, as to whoever has blocked somebody", () => {
    const talk = new TalkFeed("g");
    talk.hear(heard(0, [aside(1, "b"), aside(2, "y", "ry")]), "r");
    talk.show("")();
    talk.hear(heard(2, [aside(3, "b"), aside(4, "g")]), "r");
    talk.hear(heard(0, [aside(1, "b"), aside(2, "y", "ry"), aside(3, "b"), aside(4, "g", "", { muted: true })]), "r");
    expect([talk.unread("r", ""), talk.unread("r", "ry")]).toEqual([1, 1]);
  });

  it("is nothing as long as the room is seen in one place, when another one is closed", () => {
    const talk = new TalkFeed("g");
    const drawer = talk.show("");
    const panel = talk.show("");
    drawer();
    talk.hear(heard(0, [aside(1, "b")]), "r");
    expect(talk.unread("r")).toBe(0);
    panel();
    talk.hear(heard(1, [aside(2, "b")]), "r");
    expect(talk.unread("r")).toBe(1);
  });

  it("is not what was read in another tab, nor forgotten there", () => {
    const [one, two] = [new TalkFeed("g"), new TalkFeed("g")];
    const entries = [aside(1, "b"), aside(2, "b", "rb")];
    for (const tab of [one, two]) tab.hear(heard(0, entries), "r");
    one.show("")();
    two.show("rb")();
    const later = new TalkFeed("g");
    later.hear(heard(0, entries), "r");
    expect([two.unread("r"), later.unread("r")]).toEqual([0, 0]);
  });
});

describe("notes", () => {
  it("are one to a position, in order, and none where nothing stands", () => {
    const notes = withNote(withNote([], { lines: 3, text: "b", marks: [] }), { lines: 1, text: "a", marks: [] });
    expect(notes.map(({ lines }) => lines)).toEqual([1, 3]);
    expect(withNote(notes, { lines: 1, text: " ", marks: [] }).map(({ lines }) => lines)).toEqual([3]);
    expect(withNote(notes, { lines: 1, text: "", marks: marked([], "a1", "b2") })).toHaveLength(2);
  });

  it("mark a cell or a way, and no more when it is done again", () => {
    const once = marked([], "a1", "b2");
    expect(once).toEqual([{ cell: "a1", target: "b2", colour: "green" }]);
    expect(marked(marked(once, "a1", "a1"), "a1", "b2")).toEqual([{ cell: "a1", target: null, colour: "green" }]);
  });
});

describe("a clock", () => {
  const clock: ClockView = { now: 0, running: "r", until: null, left: { r: 61_000, b: 9340 }, paused: false };

  it("runs from when it was told of, down to nothing, and stands in a pause", () => {
    expect([left(clock, "r", 1000), left(clock, "r", 31_000), left(clock, "r", 99_000)]).toEqual([61_000, 31_000, 0]);
    const paused = { ...clock, paused: true };
    expect([left(paused, "r", 5000), left(paused, "r", 9000)]).toEqual([61_000, 61_000]);
    expect([left(clock, "b", 50_000), left(clock, "y", 0)]).toEqual([9340, null]);
  });

  it("stands while its player is on holiday", () => {
    const away = { ...clock, now: 5000, until: 86_466_000 };
    expect([holiday(clock), holiday({ ...clock, until: 61_000 }), holiday(away)]).toEqual([0, 0, 86_400_000]);
    expect([0, 86_400_000, 86_401_000].map((now) => left(away, "r", now))).toEqual([61_000, 61_000, 60_000]);
  });

  it("shows tenths when it is short", () => {
    expect([61_000, 60_000, 59_001, 9340, 3_725_000].map(shown)).toEqual(["1:01", "1:00", "1:00", "0:09.3", "1:02:05"]);
  });
});

describe("what a pact is worth", () => {
  it("is a row for each party, those of the pact first, and next to nothing is nothing", () => {
    const row = (party: string, before: number, kept: number, betrayed: number | null = null) => ({ party, before, kept, betrayed });
    expect(rowsOf([row("y", 0.25, 0.2), row("r", 0.25, 0.297, 0.2), row("b", 0.25, 0.253, 0.25)])).toEqual([
      { party: "r", gain: 0.05, lost: -0.05, width: 0.5 },
      { party: "b", gain: 0, lost: 0, width: 0 },
      { party: "y", gain: -0.05, lost: null, width: 0.5 },
    ]);
    expect(rowsOf([row("r", 0.25, 0.65)])[0]?.width).toBe(1);
  });
});
