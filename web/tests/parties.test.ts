// The parties of a game: who plays them, how they stand, and what can be asked of them.

import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";

import type { ClockView } from "../src/generated/api";
import Parties from "../src/game/Parties.svelte";
import type { Session } from "../src/session/session.svelte";
import type { TableExtras } from "../src/session/table-extras";
import { CHIEFS, press, read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

const extras = vi.hoisted(() => ({ current: null as TableExtras | null }));
vi.mock("../src/session/table-extras", () => ({ getExtras: () => extras }));

const CLOCK: ClockView = { now: 0, running: "r", until: null, left: { r: 60_000, b: 61_000, y: 62_000, g: 63_000 }, paused: false } as unknown as ClockView;

describe("the parties", () => {
  const game = showing<{ session: Session; onperson?: ((party: string) => void) | null }>(Parties);
  const onperson = vi.fn();
  const trust = vi.fn(() => ({ bound: [] as never[], broken: 0 }));

  function shown(change: Told = {}): void {
    extras.current = change.table ? ({ trust } as unknown as TableExtras) : null;
    onperson.mockClear();
    game.show((session) => ({ session, onperson: change.table ? onperson : null }));
    game.says(change);
  }
  const who = (): string[] => [...document.querySelectorAll("li .who")].map((one) => (one.children[1] ? one.children[1].textContent.trim() : ""));
  const states = (): string[] => read("li .state");
  const row = (i: number): Element => document.querySelectorAll("ul[aria-label] > li")[i] ?? document.body;

  it("are called by who plays them", () => {
    shown({ mine: "ry", seats: { r: { player: "me" }, b: { player: "bot", level: "greedy" }, y: { name: "Ana" }, g: { holder: "free" } } });
    expect([read("li .who strong"), who()]).toEqual([["party.r", "party.b", "party.y", "party.g"], ["web.seat.me", "web.seat.bot.level", "Ana", "web.seat.free"]]);
    game.says({ mine: "r", seats: { r: { player: "me", name: "Ana" }, b: { holder: "phone" }, y: { holder: "table" }, g: { name: "Bea" } } });
    expect(who()).toEqual(["web.seat.me", "web.seat.phone", "web.seat.table", "Bea"]);
    // Several people sit here, and not all have names.
    game.says({ mine: "rb" });
    expect(who().slice(0, 2)).toEqual(["web.seat.person", "web.seat.person"]);
  });

  it("show whose turn it is, who has fallen, and to whom", () => {
    shown({ mover: "b", parties: { y: { status: "vassal", lord: "g" }, g: { in_power: true }, r: { status: "frozen" } } });
    expect([0, 1, 2, 3].map((i) => row(i).className.split(" ").filter((name) => name === "now" || name === "out"))).toEqual([["out"], ["now"], ["out"], []]);
    expect([states(), who()]).toEqual([["party.state.frozen", "", "party.state.vassal", "party.state.power"], ["", "web.seat.table", "", "web.seat.table"]]);
    expect([...document.querySelectorAll(".state.power")].length).toBe(1);
    // A vassal's lord stands beside it.
    expect([0, 2].map((i) => row(i).querySelectorAll(".state svg").length)).toEqual([0, 1]);
  });

  it("count their pieces, the Chief first", () => {
    shown({ view: { pieces: [{ cell: "b1", party: "r", kind: "M", controller: "r" }, ...CHIEFS] } });
    const [own, other] = [0, 1].map((i) => [...row(i).querySelectorAll(".pieces svg > g")].map((piece) => piece.innerHTML));
    expect([own?.length, other?.length, own?.[0], own?.[0] === own?.[1]]).toEqual([2, 1, other?.[0], false]);
    expect(row(0).querySelector(".pieces .hidden")?.textContent).toBe("web.pieces.other");
  });

  it("have clocks as long as they are in the game", () => {
    shown({ parties: { g: { status: "frozen" } }, state: { clock: CLOCK } });
    expect(document.querySelectorAll("[role=timer]").length).toBe(3);
    game.says();
    expect(document.querySelectorAll("[role=timer]").length).toBe(0);
  });

  it("of bots say what they think of the position when they are asked, one at a time", async () => {
    shown({ seats: { b: { player: "bot", level: "club" } } });
    const ask = document.querySelectorAll<HTMLButtonElement>(".ask");
    expect([ask.length, ask[0]?.getAttribute("aria-expanded"), ask[0]?.getAttribute("aria-disabled")]).toEqual([1, "false", "false"]);
    ask[0]?.click();
    flushSync();
    expect([Wire.last.sent.at(-1), ask[0]?.getAttribute("aria-disabled")]).toMatchObject([{ type: "ask", party: "b" }, "true"]);
    Wire.last.says({ type: "opinion", id: Wire.last.sent.at(-1)?.["id"], words: { en: "I like it.", fr: "" } });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    const said = [...document.querySelectorAll<HTMLElement>(".said")];
    expect([ask[0]?.getAttribute("aria-expanded"), said.map(({ hidden }) => hidden)]).toEqual(["true", [true, false, true, true]]);
    expect(said.map(({ textContent }) => textContent.trim())).toEqual(["", "web.bot.says", "", ""]);
    game.says({ mover: null, seats: { b: { player: "bot", level: "club" } } });
    expect(document.querySelectorAll(".ask").length).toBe(0);
  });

  it("of bots who are somebody are introduced", async () => {
    shown({ seats: { b: { player: "bot", level: "novice:avenger" } } });
    const [person] = document.querySelectorAll<HTMLButtonElement>(".person");
    expect(document.querySelectorAll(".face").length).toBe(1);
    person?.click();
    await vi.dynamicImportSettled();
    flushSync();
    expect(game.session.introduced).toBe("b");
    await vi.waitFor(() => expect(document.querySelector("dialog")).not.toBeNull());
  });

  describe("of a table", () => {
    const present = (): (string | null)[] => [0, 1, 2, 3].map((i) => row(i).querySelector(".seat")?.getAttribute("title") ?? null);

    it("show who is there, and nobody of bots, of those who want to be nobody, and after the end", () => {
      const seats = { y: { player: "bot", level: "club" }, g: { player: "open" } } as const;
      shown({ table: { present: "b" }, seats });
      expect(present()).toEqual(["table.seat.here", "table.seat.here", null, null]);
      game.says({ table: { present: "" }, seats: { ...seats, r: { stand_in: "club" } } });
      expect(present()).toEqual(["table.seat.away", "table.seat.away", null, null]);
      expect([...document.querySelectorAll(".seat.here")].length).toBe(0);
      game.says({ table: { present: "b", terms: { anonymous: true } } });
      expect(present()).toEqual([null, null, null, null]);
      game.says({ table: { present: "b" }, mover: null });
      expect(present()).toEqual([null, null, null, null]);
    });

    it("are called by the people there, also where a bot sits in for them", () => {
      shown({ table: { free: "g" }, seats: { b: { name: "Bea" }, y: { stand_in: "club" }, g: { player: "open" } } });
      expect(who()).toEqual(["web.seat.me", "Bea", "table.seat.stand_in", "web.seat.free"]);
      game.says({ table: {}, seats: { r: { stand_in: "club" } } });
      expect(who()).toEqual(["table.seat.me.away", "table.seat.somebody", "table.seat.somebody", "table.seat.somebody"]);
    });

    it("are people whom one can look at, but oneself", () => {
      shown({ table: {}, seats: { b: { name: "Bea" }, y: { player: "bot", level: "greedy", holder: "bot" } } });
      expect([...document.querySelectorAll(".person")].map(({ textContent }) => textContent.trim())).toEqual(["Bea", "table.seat.somebody"]);
      press("Bea");
      expect(onperson).toHaveBeenCalledWith("b");
    });

    it("show what binds them, and what they broke", () => {
      trust.mockReturnValue({ bound: [{} as never], broken: 2 });
      shown({ table: {} });
      expect(row(0).querySelectorAll(".table > span").length).toBe(2);
      trust.mockReturnValue({ bound: [], broken: 0 });
      game.says({ table: {} });
      expect(row(0).querySelectorAll(".table > span").length).toBe(0);
    });
  });
});
