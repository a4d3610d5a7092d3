import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { HelpCard } from "../src/game/help-card.svelte";
import { Session } from "../src/session/session.svelte";
import { CHIEFS, told } from "./game-wire";
import { Wire, wired } from "./wire";

describe("the card of a piece", () => {
  wired();
  let session: Session;
  let card: HelpCard;
  const says = (pieces: object[] = CHIEFS, corpses: string[] = ["e6"]): void => Wire.last.says(told({ view: { pieces, corpses } }));
  const shown = (): string | null => card.shown?.cell ?? null;
  /** The pieces whose reach was asked for. */
  const reached = (): unknown[] => Wire.last.sent.filter(({ type }) => type === "reach").map(({ cell }) => cell);

  beforeEach(() => {
    session = new Session("g", () => undefined);
    card = new HelpCard(session);
    says();
  });
  afterEach(() => {
    card.leave();
    session.close();
  });

  it("is there at once where it is asked for, with where the piece can go", () => {
    card.show("a1", false);
    expect([card.shown, reached()]).toEqual([{ cell: "a1", token: { party: "r", kind: "C" }, hover: false }, ["a1"]]);
    card.show("e6", false);
    expect(shown()).toBe("e6");
    card.show("c3", false);
    expect(shown()).toBeNull();
  });

  it("comes after a while where the mouse rests, and goes as that leaves", () => {
    card.show("a1", true);
    vi.advanceTimersByTime(649);
    expect(shown()).toBeNull();
    vi.advanceTimersByTime(1);
    expect([card.shown?.hover, shown(), reached()]).toEqual([true, "a1", ["a1"]]);
    card.show("a2", true);
    expect(shown()).toBeNull();
    vi.advanceTimersByTime(600);
    card.show(null, true);
    vi.advanceTimersByTime(5000);
    expect(shown()).toBeNull();
  });

  it("that was asked for stays while the mouse passes others", () => {
    card.show("a1", false);
    card.show("a2", true);
    vi.advanceTimersByTime(5000);
    expect(shown()).toBe("a1");
    card.close();
    expect(shown()).toBeNull();
  });

  it("that is asked for comes instead of one that was about to", () => {
    card.show("a1", true);
    card.show("a2", false);
    vi.advanceTimersByTime(5000);
    expect(shown()).toBe("a2");
  });

  it("goes with its piece, and does not come back for another one on the same cell", () => {
    const moved = (change: object): object[] => CHIEFS.map((piece) => (piece.cell === "a1" ? { ...piece, ...change } : piece));
    for (const change of [{ cell: "c3" }, { party: "b" }, { kind: "M" }]) {
      says();
      card.show("a1", false);
      card.follow();
      expect(shown()).toBe("a1");
      says(moved(change));
      card.follow();
      says();
      card.follow();
      expect(shown()).toBeNull();
    }
  });

  it("of an earlier position says nothing of where the piece can go now", () => {
    session.feed.past = { lines: 0, view: session.feed.view as never };
    card.show("a1", false);
    expect([shown(), reached()]).toEqual(["a1", []]);
  });

  it("takes the reach away with it, and comes to nobody who has left", () => {
    session.hints.reach = { cell: "a1", choices: [] } as never;
    card.close();
    expect(session.hints.reach).toBeNull();
    session.hints.reach = { cell: "a1", choices: [] } as never;
    card.show("c3", false);
    expect(session.hints.reach).toBeNull();
    card.show("a1", true);
    card.leave();
    vi.advanceTimersByTime(5000);
    expect(shown()).toBeNull();
  });
});
