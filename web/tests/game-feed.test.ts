import { describe, expect, it } from "vitest";

import type { GameRequest } from "../src/api/game-socket";
import { GameFeed } from "../src/session/game-feed.svelte";
import { Wire, wired } from "./wire";

const view = (ply: number, mover: string | null = "r") => ({ ply, mover, position: `p${ply}`, last: { party: "b", text: `turn ${ply}` } });
const state = (number: number, ply: number) => ({
  type: "state",
  number,
  version: "1",
  view: view(ply),
  lines: [],
  seats: [{ party: "r" }, { party: "b" }],
  you: { parties: "r" },
  table: null,
  id: null,
});
const update = (since: number, ply: number, change: object = {}) => ({
  ...state(since + 1, ply),
  type: "update",
  since,
  kept: 0,
  lines: [{ event: since + 1 }],
  events: [{ kind: "turn" }],
  draw: "",
  can_undo: false,
  ...change,
});

function fed(): { feed: GameFeed; told: string[] } {
  const told: string[] = [];
  const feed = new GameFeed("g", {
    begun: (undone) => told.push(undone ? "undone" : "begun"),
    resumed: () => told.push("resumed"),
    looking: () => told.push("looking"),
    played: ({ ply }) => told.push(`played ${ply}`),
    asides: () => told.push("asides"),
    pacts: () => told.push("pacts"),
  });
  return { feed, told };
}

describe("a game's feed", () => {
  wired();

  it("tells of each new position once, and of turns that were played", () => {
    const { feed, told } = fed();
    Wire.last.says(state(1, 0));
    expect([feed.myTurn, feed.mine, feed.over]).toEqual([true, "r", false]);
    Wire.last.says(update(1, 1, { view: view(1, "b") }));
    expect([told, feed.myTurn, feed.over]).toEqual([["begun", "begun", "played 1"], false, false]);
    Wire.last.says(update(2, 0, { events: [{ kind: "undone" }] }));
    expect(told.slice(3)).toEqual(["undone"]);
    Wire.last.says(update(3, 1, { view: view(1, null) }));
    expect([told.slice(4), feed.myTurn, feed.over]).toEqual([["begun", "played 1"], false, true]);
    // What comes after the end is no turn.
    Wire.last.says(update(4, 1, { view: view(1, null), events: [{ kind: "renamed" }] }));
    expect(told).toHaveLength(6);
    feed.close();
  });

  it("knows that its server was replaced by one of another version", () => {
    const { feed } = fed();
    Wire.last.says(state(1, 0));
    Wire.last.says(state(2, 1));
    expect(feed.outdated).toBe(false);
    Wire.last.says({ ...state(2, 1), version: "2" });
    expect(feed.outdated).toBe(true);
    feed.close();
  });

  it("shows that a bot thinks until something comes of it", () => {
    const { feed } = fed();
    const thinks = (number: number): boolean => {
      Wire.last.says({ type: "thinking", number, party: "b" });
      return feed.thinking !== null;
    };
    Wire.last.says(state(1, 0));
    expect(thinks(1)).toBe(true);
    Wire.last.says(update(1, 1));
    expect([feed.thinking, thinks(1), thinks(2)]).toEqual([null, false, true]);
    Wire.last.says(state(3, 2));
    expect(feed.thinking).toBeNull();
    feed.close();
  });

  it("is nobody's turn during a pause, and what was refused then is told no longer after it", () => {
    const { feed, told } = fed();
    const paused = (on: boolean) => ({ table: { clock: { paused: on } }, events: [{ kind: on ? "paused" : "resumed" }] });
    Wire.last.says({ ...state(1, 0), ...paused(false) });
    Wire.last.says(update(1, 0, paused(true)));
    expect([feed.myTurn, feed.waiting]).toEqual([false, false]);
    feed.notice = { words: { en: "The game is paused.", fr: "" } };
    Wire.last.says(update(2, 0, paused(false)));
    expect([feed.myTurn, feed.notice, told]).toEqual([true, null, ["begun", "begun", "begun"]]);
    feed.close();
  });

  it("is not my turn while a bot sits in for me", () => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 0), seats: [{ party: "r", stand_in: "club" }] });
    expect(feed.myTurn).toBe(false);
    Wire.last.says({ ...state(2, 0), seats: [{ party: "r", stand_in: null }] });
    expect(feed.myTurn).toBe(true);
    feed.close();
  });

  it("begins the turn of whoever comes back while a bot sits in for them, and ends it where one sits down for them", () => {
    const { feed, told } = fed();
    const seated = (stand_in: string | null, ...kinds: string[]) => ({ seats: [{ party: "r", stand_in }], events: kinds.map((kind) => ({ kind })) });
    Wire.last.says({ ...state(1, 0), ...seated("club") });
    Wire.last.says(update(1, 0, { kept: 0, lines: [], ...seated(null, "returned") }));
    expect([feed.myTurn, told]).toEqual([true, ["begun", "begun"]]);
    Wire.last.says(update(2, 0, { kept: 0, lines: [], ...seated("club", "stood_in") }));
    expect([feed.myTurn, told.length]).toEqual([false, 3]);
    // Nothing begins anew where nothing of that changed.
    Wire.last.says(update(3, 0, { kept: 0, lines: [], ...seated("club", "renamed") }));
    expect(told).toHaveLength(3);
    feed.close();
  });

  it("gathers the turns since this device last played", () => {
    const { feed } = fed();
    Wire.last.says(state(1, 0));
    for (const ply of [1, 2, 3]) Wire.last.says(update(ply, ply, { view: view(ply, ply === 3 ? "r" : "b") }));
    expect(feed.recent.length).toBe(3);
    Wire.last.says(update(4, 4, { view: view(4, "b") }));
    expect(feed.recent.length).toBe(1);
    Wire.last.says(update(5, 5, { view: { ...view(4, "y"), position: "blue resigned" } }));
    expect(feed.recent.length).toBe(2);
    Wire.last.says(update(6, 4, { view: view(4, "b"), events: [{ kind: "undone" }] }));
    expect(feed.recent.length).toBe(1);
    // Nobody wants to see all of a game that they have come back to, or that goes on for long.
    Wire.last.says(state(20, 10));
    expect(feed.recent.map(({ text }) => text)).toEqual(["turn 10"]);
    for (let ply = 11; ply <= 20; ply++) Wire.last.says(update(9 + ply, ply, { view: view(ply, "b") }));
    expect(feed.recent.map(({ text }) => text)).toEqual([13, 14, 15, 16, 17, 18, 19, 20].map((ply) => `turn ${ply}`));
    feed.close();
  });

  it("looks back, and asks for each earlier position once", async () => {
    const { feed, told } = fed();
    Wire.last.says({ ...state(1, 2), lines: [{ event: 1 }, { event: 2 }] });
    const first = feed.look(1);
    Wire.last.says({ type: "past", id: Wire.last.sent.at(-1)?.["id"], view: view(1) });
    await first;
    expect([feed.here, feed.view?.ply, feed.myTurn]).toEqual([1, 1, false]);
    await feed.look(null);
    await feed.look(1);
    expect([feed.here, Wire.last.sent.length, told.filter((one) => one === "looking").length]).toEqual([1, 1, 3]);
    // After the last line stands what is live; whatever was said of another position is said no more.
    feed.notice = { key: "web.overtaken" };
    await feed.look(2);
    expect([feed.past, feed.notice, Wire.last.sent.length]).toEqual([null, null, 1]);
    feed.close();
  });

  it("is still to move while one looks back, and not before the table begins", async () => {
    const { feed } = fed();
    const table = (stage: string) => ({ stage, clock: { paused: false } });
    Wire.last.says({ ...state(1, 2), lines: [{ event: 1 }, { event: 2 }], table: table("waiting") });
    expect([feed.toMove, feed.myTurn]).toEqual([false, false]);
    Wire.last.says(update(1, 2, { kept: 2, lines: [], table: table("playing") }));
    const looked = feed.look(1);
    Wire.last.says({ type: "past", id: Wire.last.sent.at(-1)?.["id"], view: view(1) });
    await looked;
    expect([feed.toMove, feed.myTurn]).toEqual([true, false]);
    feed.close();
  });

  /** Answers the question that is `back` questions ago with the position after so many plies. */
  const answers = (plies: number, back = 1): void => Wire.last.says({ type: "past", id: Wire.last.sent.at(-back)?.["id"], view: view(plies) });

  it("shows what was wanted last, in whatever order the answers come", async () => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 3), lines: [{ event: 1 }, { event: 2 }, { event: 3 }] });
    const [one, two] = [feed.look(1), feed.look(2)];
    answers(2);
    answers(1, 2);
    await Promise.all([one, two]);
    expect([feed.here, feed.view?.ply]).toEqual([2, 2]);
    // Whoever has returned to the live position stays there.
    const zero = feed.look(0);
    await feed.look(null);
    answers(0);
    await zero;
    expect([feed.here, feed.past]).toEqual([3, null]);
    feed.close();
  });

  it("steps back as often as it is told to, though no position is there yet", async () => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 3), lines: [{ event: 1 }, { event: 2 }, { event: 3 }] });
    feed.step(-1);
    feed.step(-1);
    expect(Wire.last.sent.map(({ lines }) => lines)).toEqual([2, 1]);
    feed.close();
  });

  it("does nothing where it is told to step beyond an end", async () => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 3), lines: [{ event: 1 }, { event: 2 }, { event: 3 }] });
    const told = { key: "web.draw.offered" };
    feed.notice = told;
    feed.step(1);
    expect([feed.notice, Wire.last.sent]).toEqual([told, []]);
    for (let i = 0; i < 2; i++) feed.step(-9);
    expect(Wire.last.sent.map(({ lines }) => lines)).toEqual([0]);
    feed.close();
  });

  it("forgets earlier positions that turns taken back have made wrong, one on its way too", async () => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 3), lines: [{ event: 1 }, { event: 2 }, { event: 3 }] });
    const [shown, late] = [feed.look(2), feed.look(2)];
    answers(2, 2);
    await shown;
    expect(feed.here).toBe(2);
    Wire.last.says(update(1, 1, { kept: 1, lines: [], events: [{ kind: "undone" }] }));
    expect([feed.here, feed.past]).toEqual([1, null]);
    answers(2);
    await late;
    Wire.last.says(update(2, 3, { kept: 1, lines: [{ event: 3 }, { event: 4 }], view: view(3) }));
    expect(feed.past).toBeNull();
    void feed.look(2);
    expect(Wire.last.sent).toHaveLength(3);
    feed.close();
  });

  const lines = (...events: number[]) => events.map((event) => ({ event }));
  it.each([
    ["in one update", update(1, 5, { kept: 1, lines: lines(7, 8, 9, 10), events: [{ kind: "undone" }, { kind: "turn" }] })],
    ["in a state that comes anew", { ...state(6, 5), lines: lines(1, 7, 8, 9, 10) }],
  ])("forgets an earlier position where others were played instead, %s", async (_, message) => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 3), lines: lines(1, 2, 3) });
    for (const plies of [1, 2]) {
      const looked = feed.look(plies);
      answers(plies);
      await looked;
    }
    Wire.last.says(message);
    expect([feed.here, feed.past]).toEqual([5, null]);
    feed.close();
  });

  it("keeps showing an earlier position that is the same in a state that comes anew", async () => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 3), lines: lines(1, 2, 3) });
    const looked = feed.look(2);
    answers(2);
    await looked;
    Wire.last.says({ ...state(3, 5), lines: lines(1, 2, 3, 4, 5) });
    expect(feed.here).toBe(2);
    feed.close();
  });

  it("tells what becomes of a draw that was offered here, until this device plays again", () => {
    const { feed } = fed();
    const event = (kind: string, party: string | null, text: string | null = null) => ({ kind, party, text });
    Wire.last.says(state(1, 0));
    Wire.last.says(update(1, 0, { view: view(0), events: [event("draw_offered", null, "r")], draw: "r" }));
    expect(feed.notice).toEqual({ key: "web.draw.offered" });
    Wire.last.says(update(2, 0, { view: view(0), events: [event("draw_declined", "b")] }));
    expect(feed.notice).toMatchObject({ key: "web.draw.refused" });
    // The bot that refused plays on at once: its answer is to be read.
    feed.state = { ...feed.state, view: view(0, "b") } as never;
    Wire.last.says(update(3, 1, { view: view(1, "r") }));
    expect(feed.notice).toMatchObject({ key: "web.draw.refused" });
    Wire.last.says(update(4, 2, { view: view(2, "b") }));
    expect(feed.notice).toBeNull();
    feed.close();
  });

  it("has no news of what somebody else offers, which is a question, nor of one's own refusal", () => {
    const { feed } = fed();
    Wire.last.says(state(1, 0));
    Wire.last.says(update(1, 0, { view: view(0), events: [{ kind: "draw_offered", party: null, text: "b" }], draw: "b" }));
    expect(feed.notice).toBeNull();
    Wire.last.says(update(2, 0, { view: view(0), events: [{ kind: "draw_declined", party: "r", text: null }] }));
    expect(feed.notice).toBeNull();
    feed.close();
  });

  describe("a vote", () => {
    const held = (vote: object | null) => ({ view: view(0), table: { clock: { paused: false }, vote } });
    const undo = { number: 1, kind: "undo", party: "r" };

    it("that comes to nothing is told to those who play, until they play again", () => {
      const { feed } = fed();
      Wire.last.says({ ...state(1, 0), ...held(undo) });
      Wire.last.says(update(1, 0, { ...held(undo), events: [{ kind: "vote_cast" }] }));
      expect(feed.notice).toBeNull();
      Wire.last.says(update(2, 0, { ...held(null), events: [{ kind: "vote_cast" }] }));
      expect(feed.notice).toMatchObject({ key: "table.vote.undo.failed" });
      Wire.last.says(update(3, 1, { ...held(null), view: view(1, "b") }));
      expect(feed.notice).toBeNull();
      feed.close();
    });

    it("that cannot be called says why until the caller plays again, however soon others play on", async () => {
      const { feed } = fed();
      Wire.last.says({ ...state(1, 0), ...held(null), view: view(0, "b") });
      const called = feed.change({ type: "call", vote: "draw", kept: null });
      const words = { en: "A bot is standing in.", fr: "" };
      Wire.last.says({ type: "failed", id: Wire.last.sent.at(-1)?.["id"], code: "voter_away", words });
      await called;
      Wire.last.says(update(1, 1, { ...held(null), view: view(1) }));
      expect(feed.notice).toEqual({ words });
      Wire.last.says(update(2, 2, { ...held(null), view: view(2, "b") }));
      expect(feed.notice).toBeNull();
      feed.close();
    });

    it("that is carried tells by what it brings about, and who watches is told of none", () => {
      const { feed } = fed();
      Wire.last.says({ ...state(1, 0), ...held(undo) });
      Wire.last.says(update(1, 0, { ...held(null), events: [{ kind: "vote_cast" }, { kind: "undone" }] }));
      expect(feed.notice).toBeNull();
      Wire.last.says({ ...state(3, 0), ...held(undo), you: { parties: "" } });
      Wire.last.says(update(3, 0, { ...held(null), you: { parties: "" }, events: [{ kind: "vote_closed" }] }));
      expect(feed.notice).toBeNull();
      feed.close();
    });
  });

  it("says that it is not connected for as long as it is not", async () => {
    const { feed } = fed();
    Wire.last.says(state(1, 0));
    Wire.last.breaks();
    await feed.change({ type: "call", vote: "draw", kept: null });
    expect(feed.notice).toEqual({ key: "web.lost.wait" });
    feed.reconnect();
    Wire.last.says(update(1, 0, { events: [] }));
    expect([feed.status, feed.notice]).toEqual(["open", null]);
    feed.close();
  });

  it("tells once that the connection is there again where nothing was played meanwhile", () => {
    const { feed, told } = fed();
    const nothing = (number: number): Record<string, unknown> => update(number, 0, { number, events: [] });
    const back = (...messages: Record<string, unknown>[]): string[] => {
      told.length = 0;
      Wire.last.breaks();
      feed.reconnect();
      for (const message of messages) Wire.last.says(message);
      return [...told];
    };
    Wire.last.says(state(1, 0));
    Wire.last.says(nothing(1));
    expect(told).toEqual(["begun"]);
    expect(back(nothing(1), nothing(1))).toEqual(["resumed"]);
    expect(back(update(1, 0, { events: [{ kind: "renamed" }] }))).toEqual(["resumed"]);
    expect(back(update(2, 1))).toEqual(["begun", "played 1"]);
    expect(back(state(3, 1), nothing(3))).toEqual(["begun"]);
    feed.close();
  });

  it("turns failures into a notice", async () => {
    const { feed } = fed();
    Wire.last.says(state(1, 0));
    const done = feed.change({ type: "undo" });
    Wire.last.says({ type: "failed", id: Wire.last.sent.at(-1)?.["id"], code: "x", words: { key: "no" } });
    expect([await done, feed.notice]).toEqual([false, { words: { key: "no" } }]);
    feed.close();
  });

  it("hands on what talk suggests, says why something could not be said, and knows who is there", async () => {
    const { feed } = fed();
    Wire.last.says({ ...state(1, 0), table: { present: "", watching: 0 } });
    const answered = (answer: object): void => Wire.last.says({ ...answer, id: Wire.last.sent.at(-1)?.["id"] });
    const suggested: unknown[] = [];
    const uttered = feed.utter({ type: "say", text: "peace?" } as unknown as GameRequest, (pact) => suggested.push(pact));
    answered({ type: "noted", suggestion: { parties: "rb" } });
    expect([await uttered, suggested]).toEqual([null, [{ parties: "rb" }]]);
    const refused = feed.say({ type: "say", text: "" } as unknown as GameRequest);
    answered({ type: "failed", code: "x", words: { key: "no" } });
    expect([await refused, feed.notice]).toEqual([false, { words: { key: "no" } }]);
    const said = feed.say({ type: "say", text: "hello" } as unknown as GameRequest);
    answered({ type: "noted" });
    expect(await said).toBe(true);
    Wire.last.says({ type: "presence", present: "rb", watching: 2 });
    expect(feed.table).toEqual({ present: "rb", watching: 2 });
    feed.close();
  });
});
