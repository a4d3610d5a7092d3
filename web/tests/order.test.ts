// Whose turn it is, and who comes next.

import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";

import Order from "../src/game/Order.svelte";
import { read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

vi.mock("../src/session/table-extras", () => ({ getExtras: () => ({ current: null }) }));

describe("the order of turns", () => {
  const game = showing(Order);
  function shown(change: Told = {}): void {
    game.show((session) => ({ session }));
    game.says(change);
  }
  const now = (): string => read(".now > div").join();
  const next = (): (string | null)[] => [...document.querySelectorAll(".next li")].map((one) => `${one.getAttribute("title") ?? ""}${one.classList.contains("bonus") ? "*" : ""}`);
  const turns = (...parties: string[]): object[] => parties.map((party) => ({ party: party.slice(0, 1), bonus: party.endsWith("*") }));

  it("tells who plays, and which party where they have a name", () => {
    shown();
    expect(now()).toBe("party.r web.order.now");
    game.says({ seats: { r: { name: "Ana" } } });
    expect(now()).toBe("Ana party.r · web.order.now");
  });

  it("tells of a turn of power, and of one that is played for another", () => {
    shown({ view: { bonus: true } });
    expect(now()).toBe("party.r web.order.bonus");
    game.says({ view: { seat: "b" } });
    expect(now()).toBe("party.r web.order.for");
  });

  it("is not there once it is over", () => {
    shown({ mover: null });
    expect(document.querySelector(".order")).toBeNull();
  });

  it("lists six of those who come, without the turn that is being played", () => {
    const upcoming = turns("r", "b", "y", "g", "r*", "b", "y", "g");
    shown({ view: { upcoming } });
    expect(next()).toEqual(["party.b", "party.y", "party.g", "party.r*", "party.b", "party.y"]);
    // The first is another turn: that of power comes later, or the piece of another's is moved.
    game.says({ view: { upcoming: turns("r*", "b"), bonus: false } });
    expect(next()).toEqual(["party.r*", "party.b"]);
    game.says({ view: { upcoming: turns("b", "y") } });
    expect(next()).toEqual(["party.b", "party.y"]);
    game.says({ view: { upcoming: turns("b", "y"), seat: "b" } });
    expect(next()).toEqual(["party.y"]);
    game.says({ view: { upcoming: turns("r") } });
    expect(document.querySelector(".next")).toBeNull();
  });

  it("shows how far a bot has thought, while it does and nobody looks back", () => {
    const bot: Told = { mover: "b", seats: { b: { player: "bot", level: "club" } } };
    shown(bot);
    const thinks = (): [boolean, boolean] => [document.querySelector(".thinking") !== null, document.querySelector(".who [aria-label='web.prompt.bot']") !== null];
    expect(thinks()).toEqual([true, false]);
    Wire.last.says({ type: "thinking", number: game.session.feed.last, party: "b", part: 0.5 });
    flushSync();
    expect(thinks()).toEqual([true, true]);
    game.session.feed.past = { lines: 0, view: game.session.feed.view as never };
    flushSync();
    expect(thinks()).toEqual([false, false]);
    game.says({ mover: "b" });
    game.session.feed.past = null;
    flushSync();
    expect(thinks()).toEqual([false, false]);
    game.says({ mover: "b", seats: { b: { stand_in: "club" } } });
    expect(thinks()).toEqual([true, false]);
  });

  it("has the clock of whoever plays, of now", () => {
    const clock = { now: 0, running: "r", until: null, left: { r: 60_000 }, paused: false };
    shown({ state: { clock } });
    const timers = (): unknown[] => [document.querySelectorAll("[role=timer]").length, document.querySelector(".clocked") !== null];
    expect(timers()).toEqual([1, true]);
    game.session.feed.past = { lines: 0, view: game.session.feed.view as never };
    flushSync();
    expect(timers()).toEqual([0, true]);
    game.session.feed.past = null;
    game.says();
    expect(timers()).toEqual([0, false]);
  });
});
