// Tables in the lobby: what one sees of each before one sits down or watches.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import type { SeatView, TableCardView } from "../src/generated/api";
import Card from "../src/lobby/Card.svelte";
import { DEFAULT_TERMS } from "../src/setup/default-terms";
import { press, read } from "./game-wire";

const seat = (party: string, change: Partial<SeatView> = {}): SeatView => ({ party, player: "person", name: "", level: null, holder: "online", account: null, guest: false, stand_in: null, ...change });

function card({ terms = {}, ...change }: Partial<Omit<TableCardView, "terms">> & { terms?: object } = {}): TableCardView {
  const table = { id: "k7", stage: "playing", variant: "square-4", edition: "original", rules: "", owner: "", free: "", created: "", played: "2026-02-03T10:00:00Z", ply: 12, mover: "r", winners: "" };
  return { ...table, seats: [..."rbyg"].map((party) => seat(party)), pieces: [], corpses: [], watching: 0, mine: "", my_turn: false, deadline: null, kept: "", terms: { ...DEFAULT_TERMS, ...terms }, ...change } as TableCardView;
}

let made: object | null = null;
afterEach(async () => {
  if (made) await unmount(made);
  made = null;
});
function shown(change: Parameters<typeof card>[0] = {}, onsit: ((party: string) => void) | null = null): void {
  made = mount(Card, { target: document.body, props: { card: card(change), board: undefined, onsit } });
  flushSync();
}

describe("a table in a list", () => {
  it.each([
    ["the name that it was given", { terms: { name: "Friday" }, owner: "Ana" }, "Friday", "variant.square-4 · edition.original"],
    ["that of who made it", { owner: "Ana" }, "online.table.of", "variant.square-4 · edition.original"],
    ["that of its board, which is not said twice", {}, "variant.square-4", "edition.original"],
  ])("has %s", (_, change, name, kind) => {
    shown(change);
    expect([read(".about strong"), read(".about > small"), document.querySelector("a")?.getAttribute("href")]).toEqual([[name], [kind], "/g/k7"]);
  });

  it.each<[string, Parameters<typeof card>[0], string]>([
    ["won", { stage: "over", winners: "r" }, "web.recent.won"],
    ["shared", { stage: "over", winners: "rb" }, "web.recent.shared"],
    ["waiting for players", { stage: "waiting", free: "bg" }, "online.seats.free.other"],
    ["waiting for one player", { stage: "waiting", free: "b" }, "online.seats.free.one"],
    ["waiting for me", { my_turn: true }, "web.your_turn"],
    ["waiting for another", {}, "web.recent.mover"],
    ["paused", { mover: null }, "online.paused"],
  ])("is %s", (_, change, state) => {
    shown(change);
    expect([read(".state > span"), document.querySelector("article")?.classList.contains("turn")]).toEqual([[state], change?.my_turn === true]);
  });

  it.each<[string, Parameters<typeof card>[0], number, boolean]>([
    ["how many turns were played", {}, 1, true],
    ["until when it is to be played", { deadline: "2026-02-03T10:00:00Z" }, 1, true],
    ["when it was over", { stage: "over", winners: "r" }, 1, false],
    ["nothing more before it begins", { stage: "waiting" }, 0, false],
  ])("tells %s", (_, change, smalls, emblem) => {
    shown(change);
    expect([document.querySelectorAll(".state small").length, document.querySelector(".state > svg.emblem") !== null]).toEqual([smalls, emblem]);
    expect(document.querySelector(".state small")?.textContent === "web.turns.other").toBe(!("deadline" in (change ?? {})) && !("stage" in (change ?? {})));
  });

  it("tells what is unusual about it, and how many watch", () => {
    shown();
    expect(read(".terms li")).toEqual(["clock.none.as"]);
    if (made) void unmount(made);
    shown({ watching: 2, terms: { clock: { kind: "fischer", time: 900, increment: 15 }, talk: "silent", rated: true, anonymous: true, rounds: 3 } });
    expect(read(".terms li")).toEqual(["clock.fischer.as", "online.talk.silent", "online.rated", "online.anonymous", "online.rounds.other", "online.watching.other"]);
    if (made) void unmount(made);
    shown({ terms: { clock: { kind: "days", time: 86_400, increment: 0 }, talk: "public" } });
    expect(read(".terms li")).toEqual(["clock.turn.as", "online.talk.public"]);
  });
});

describe("the seats of a table in a list", () => {
  const seats = (): string[] => read(".players li");

  it("have the people who sit there, bots, and bots in the place of people", () => {
    shown({ mine: "g", seats: [seat("r", { name: "Ana" }), seat("b"), seat("y", { player: "bot", level: "club" }), seat("g")] });
    expect([seats(), document.querySelectorAll(".players .mine").length, document.querySelectorAll(".players .bot").length]).toEqual([["Ana", "online.seat.somebody", "Irma Fascicolo", "web.seat.me"], 1, 1]);
    if (made) void unmount(made);
    shown({ seats: [seat("r", { name: "Ana", stand_in: "club" })] });
    expect([seats(), document.querySelector(".players .bot")?.getAttribute("title")]).toEqual([["Ana"], "online.seat.stand_in"]);
  });

  it("are free, kept, or played by a bot until somebody comes", () => {
    const open = (change: Partial<SeatView> = {}): SeatView[] => [seat("r", { player: "open", ...change })];
    const each = (change: Parameters<typeof card>[0]): string[] => {
      if (made) void unmount(made);
      shown(change);
      return seats();
    };
    expect(each({ stage: "waiting", free: "r", seats: open() })).toEqual(["online.seat.free"]);
    expect(each({ stage: "waiting", free: "r", seats: open({ stand_in: "club" }) })).toEqual(["online.seat.free"]);
    expect(each({ free: "r", seats: open() })).toEqual(["online.seat.free"]);
    expect(each({ free: "r", seats: open({ stand_in: "club" }) })).toEqual(["Irma Fascicolo"]);
    expect(each({ stage: "waiting", kept: "r", seats: open() })).toEqual(["online.seat.kept.me"]);
    expect(each({ stage: "waiting", seats: open() })).toEqual(["online.seat.kept"]);
    expect(document.querySelectorAll(".players button").length).toBe(0);
  });

  it("are taken by those who have none there", () => {
    const onsit = vi.fn();
    shown({ stage: "waiting", free: "by" }, onsit);
    expect(seats()).toEqual(["online.seat.somebody", "online.sit.short", "online.sit.short", "online.seat.somebody"]);
    document.querySelectorAll<HTMLButtonElement>(".players button")[1]?.click();
    expect(onsit.mock.calls).toEqual([["y"]]);
    if (made) void unmount(made);
    shown({ stage: "waiting", free: "by", mine: "r" }, onsit);
    expect(document.querySelectorAll(".players button").length).toBe(0);
    expect(() => press("online.sit.at")).toThrow("no button");
  });
});
