// The cards of games on the first screen.

import { describe, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import type { GameSummaryView, SeatView } from "../src/generated/api";
import { readGames, together, worthACard } from "../src/home/recent";

const seat = (player: SeatView["player"]): SeatView => ({
  party: "r",
  player,
  name: "",
  level: null,
  holder: "table",
  account: null,
  guest: false,
  stand_in: null,
});

const game = (id: string, ply: number, more: Partial<GameSummaryView> = {}): GameSummaryView => ({
  id,
  variant: "square-4",
  edition: "original",
  rules: "original",
  seats: [seat("me")],
  created: "",
  played: "",
  ply,
  mover: "r",
  over: false,
  winners: "",
  pieces: [],
  corpses: [],
  ...more,
});

const ids = (games: GameSummaryView[]): string[] => worthACard(games).map(({ id }) => id);

describe("games on the first screen", () => {
  it("are those in which a turn was played", () => {
    expect(ids([game("a", 0), game("b", 3), game("c", 0), game("d", 1)])).toEqual(["b", "d"]);
  });

  it("are those too in which a phone is awaited, or which ended at once", () => {
    expect(ids([game("a", 0, { seats: [seat("open")] }), game("b", 0, { over: true }), game("c", 0)])).toEqual(["a", "b"]);
  });

  it("are the last one begun where there is no other", () => {
    expect(ids([game("a", 0), game("b", 0)])).toEqual(["a"]);
    expect(ids([])).toEqual([]);
  });
});

describe("the games played here", () => {
  it("are read on page by page, each once", async () => {
    // Between the pages the last game was played on: it came to the front, and another one slipped to the second page.
    const pages = [{ games: [game("a", 1), game("b", 1)], more: true }, { games: [game("b", 1), game("c", 1)], more: false }];
    const recent = vi.spyOn(gamesApi, "recent").mockImplementation(() => Promise.resolve(pages.shift() ?? { games: [], more: false }));
    const first = await readGames(1);
    expect([first.games.map(({ id }) => id), first.more]).toEqual([["a", "b"], true]);
    const all = await readGames(3, first.games);
    expect([all.games.map(({ id }) => id), all.more]).toEqual([["a", "b", "c"], false]);
    expect(recent.mock.calls).toEqual([[0], [2]]);
    recent.mockRestore();
  });
});

describe("who plays", () => {
  it("is said once for all who are called the same", () => {
    const seats = ["r", "b", "y", "g"].map((party) => ({ ...seat(party === "r" ? "me" : "bot"), party }));
    expect(together(seats, ({ player }) => player)).toEqual([
      { name: "me", parties: ["r"] },
      { name: "bot", parties: ["b", "y", "g"] },
    ]);
  });
});
