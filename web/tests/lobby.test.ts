import { describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { tablesApi } from "../src/api/tables";
import type { LobbyView, TableCardView, Terms } from "../src/generated/api";
import { agreed, openSeats, wanted } from "../src/lobby/plan";
import { concerned, Lists, NONE, pause } from "../src/lobby/lists.svelte";
import { nearest } from "../src/lobby/quick";
import { DEFAULT_TERMS } from "../src/setup/default-terms";
import { marks } from "../src/lobby/terms";
import { texts } from "../src/lib/texts.svelte";
import { when } from "../src/lib/when";

const card = (id: string, free: string, more: Partial<TableCardView> = {}): TableCardView =>
  ({ id, free, mine: "", ply: 0, terms: DEFAULT_TERMS, ...more }) as TableCardView;
const lobby = (waiting: TableCardView[], playing: TableCardView[] = []): LobbyView =>
  ({ waiting, playing, waiting_count: waiting.length, playing_count: playing.length, people: 1 });
const slow = { terms: { ...DEFAULT_TERMS, clock: { kind: "days", time: 86_400, increment: 0 } } } as Partial<TableCardView>;

describe("the table for who wants to play now", () => {
  it("is the one that lacks fewest players", () => {
    expect(nearest(lobby([card("a", "byg"), card("b", "g"), card("c", "yg")]))?.id).toBe("b");
  });

  it("is none where I sit, none that is full, none of days", () => {
    expect(nearest(lobby([card("a", "g", { mine: "r" }), card("b", ""), card("c", "g", slow)]))).toBeNull();
  });

  it("is a young game with a bot's seat if nothing waits, and no old one", () => {
    expect(nearest(lobby([], [card("a", "g", { ply: 90 }), card("b", "g", { ply: 5 })]))?.id).toBe("b");
    expect(nearest(lobby([], [card("a", "g", { ply: 90 })]))).toBeNull();
  });
});

describe("the lists", () => {
  it("are fetched when something happened that concerns them, and no others", () => {
    expect(concerned("lobby")).toEqual(["lobby"]);
    expect(concerned("hello")).toEqual(["lobby", "mine"]);
    for (const what of ["turn", "begun", "over", "invited", "table"] as const) expect(concerned(what)).toEqual(["mine"]);
  });

  it("say nothing of a failure where something else has been asked for since", async () => {
    let fail: (error: Error) => void = () => undefined;
    vi.spyOn(tablesApi, "lobby").mockReturnValueOnce(new Promise((_, reject) => (fail = reject))).mockResolvedValueOnce(lobby([]));
    const lists = new Lists();
    const first = lists.filter(NONE);
    await lists.filter({ ...NONE, clock: "turn" });
    fail(new ApiError("unreachable", null));
    await first;
    expect([lists.problem, lists.lobby?.people]).toEqual([null, 1]);
  });

  it("are what was asked for last, by what was chosen, whichever answer comes first", async () => {
    const answers: ((found: LobbyView) => void)[] = [];
    const asked = vi.spyOn(tablesApi, "lobby").mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const lists = new Lists();
    const shapes = vi.spyOn(lists.boards, "want").mockReturnValue();
    const [one, other] = [lists.filter({ ...NONE, rated: "true" }), lists.filter({ ...NONE, rated: "false", variant: "hex-3" })];
    expect(asked.mock.calls).toEqual([[{ ...NONE, rated: true }], [{ ...NONE, rated: false, variant: "hex-3" }]]);
    answers[1]?.(lobby([card("b", "g", { variant: "hex-3" })], [card("c", "y", { variant: "hex-6" })]));
    await other;
    answers[0]?.(lobby([card("a", "g")]));
    await one;
    expect([lists.lobby?.waiting.map(({ id }) => id), shapes.mock.calls[0]]).toEqual([["b"], [["hex-3", "hex-6"]]]);
    const later = lists.load();
    expect(asked.mock.lastCall).toEqual([{ ...NONE, rated: false, variant: "hex-3" }]);
    answers[2]?.(lobby([]));
    await later;
    expect(lists.lobby?.waiting).toEqual([]);
  });

  it("tell of a failure until they are there again", async () => {
    vi.spyOn(tablesApi, "lobby").mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue(lobby([]));
    const lists = new Lists();
    await lists.load();
    expect(lists.problem).toEqual({ key: "web.unreachable" });
    await lists.load();
    expect(lists.problem).toBeNull();
  });

  it("are looked at seldom while the feed is open, and never by all pages in the same moment", () => {
    expect([pause(true, 0), pause(true, 1)]).toEqual([225_000, 375_000]);
    expect([pause(false, 0), pause(false, 1)]).toEqual([15_000, 25_000]);
  });
});

describe("what a table agreed on", () => {
  it("is told before one sits down, what is usual left out", async () => {
    await texts.use("en", ["online", "clock"]);
    const told = (more: Partial<Terms>): string[] => marks({ ...DEFAULT_TERMS, ...more }).map(({ text }) => text);
    expect(told({})).toEqual(["No clock"]);
    expect(told({ clock: { kind: "turn", time: 120, increment: 0 }, talk: "silent", rated: true })).toEqual(["2\u00a0min a turn", "Silent", "Rated"]);
    expect(told({ clock: { kind: "fischer", time: 600, increment: 5 }, talk: "public", anonymous: true, rounds: 4 })).toEqual([
      "10\u00a0min + 5\u00a0s",
      "Public only",
      "Anonymous",
      "4 games in a row, seats rotate",
    ]);
  });
});

describe("a new table", () => {
  const variant = { name: "square-4", board: "", parties: "rbyg", players: "rbyg", default_edition: "", initial: {} };

  it("has me first and the other seats open", () => {
    expect(openSeats(variant, []).map(({ sitter }) => sitter)).toEqual(["me", "open", "open", "open"]);
  });

  it("keeps who sat where, and always has me", () => {
    const seats = [{ party: "b", sitter: "bot:club", name: "" }, { party: "r", sitter: "open", name: "" }];
    expect(openSeats(variant, seats).map(({ sitter }) => sitter)).toEqual(["me", "bot:club", "open", "open"]);
    // Those of the board before stay as they were.
    expect(seats.map(({ sitter }) => sitter)).toEqual(["bot:club", "open"]);
    const mine = [{ party: "y", sitter: "me", name: "" }, { party: "r", sitter: "open", name: "" }];
    expect(openSeats(variant, mine).map(({ sitter }) => sitter)).toEqual(["open", "open", "me", "open"]);
  });

  it("is sent as the server wants it", () => {
    const seats = ["me", "open", "while:club", "bot:club:avenger"].map((sitter, i) => ({ party: "rbyg".charAt(i), sitter, name: "" }));
    expect(wanted({ variant: "square-4", edition: "original", options: {}, seats }, DEFAULT_TERMS).seats).toEqual([
      { party: "r", player: "me" },
      { party: "b", player: "open" },
      { party: "y", player: "open", meanwhile: "club" },
      { party: "g", player: "bot", level: "club:avenger" },
    ]);
  });

  it("agrees on nothing that cannot be together", () => {
    expect(agreed({ ...DEFAULT_TERMS, rated: true, anonymous: true }).rated).toBe(false);
    expect(agreed({ ...DEFAULT_TERMS, talk: "public", publish: true }).publish).toBe(false);
    expect(agreed({ ...DEFAULT_TERMS, talk: "silent", pacts: true }).pacts).toBe(false);
    expect(agreed({ ...DEFAULT_TERMS, rated: true, publish: true, name: " Us " })).toEqual({ ...DEFAULT_TERMS, rated: true, substitutes: false, publish: true, name: "Us" });
  });
});

describe("times and addresses", () => {
  it("says how soon and how long ago", () => {
    const at = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();
    expect(when(at(-0.2))).toBe("now");
    expect(when(at(110))).toBe("in 2 hours");
    expect(when(at(-3 * 1440))).toBe("3 days ago");
  });
});
