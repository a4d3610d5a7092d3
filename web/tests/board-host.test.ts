import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { sceneOf } from "../src/board/scene";
import { Camera } from "../src/board/camera";
import BoardHost from "../src/game/BoardHost.svelte";
import type { BoardView } from "../src/generated/api";
import type { Session } from "../src/session/session.svelte";
import { board } from "./boards";
import { choice, CHIEFS, OWN, showing, stage, type Told } from "./game-wire";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("cells are small, or are not, as often as the board has another size", async () => {
  let resized = (): void => undefined;
  class Observer {
    constructor(changed: () => void) {
      resized = changed;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  const scale = vi.spyOn(Camera.prototype, "scale", "get");
  const view = { last: null, parties: [], ruler: null, closed: [] };
  const session = {
    cramped: false,
    pace: 0,
    turn: { question: null, hand: null, scene: sceneOf([], []) },
    feed: { view, here: 0, past: null, recent: [], myTurn: false },
    hints: { reach: null, threats: null, proposal: null },
  };
  const props = { session: session as unknown as Session, geometry: board("square-4") as unknown as BoardView, turns: 0, reaching: null, resting: false, onhelp: vi.fn(), onzoom: vi.fn(), onready: vi.fn() };
  const made = mount(BoardHost, { target: document.body, props });
  flushSync();
  const cramped = [10, 60, 10].map((pixels) => {
    scale.mockReturnValue(pixels);
    resized();
    return session.cramped;
  });
  expect(cramped).toEqual([true, false, true]);
  await unmount(made);
});

describe("the board of a game", () => {
  const game = showing(BoardHost);
  const onhelp = vi.fn();
  const DESTINATIONS = stage("c3", "destination", choice("-c5", "move", "c5"), choice("-d4", "kill", "d4"));
  const PIECES = [...CHIEFS, { cell: "c3", party: "r", kind: "M", controller: "r" }, { cell: "d4", party: "b", kind: "M", controller: "b" }];
  const position: Told = { stages: [OWN, DESTINATIONS], view: { pieces: PIECES } };

  beforeEach(() => {
    class Observer {
      observe(): void {}
      disconnect(): void {}
    }
    vi.stubGlobal("ResizeObserver", Observer);
  });
  function shown(change: Told = position, asked: { reaching?: string | null; resting?: boolean } = {}): void {
    onhelp.mockClear();
    game.show((session) => ({ session, geometry: board("square-4") as unknown as BoardView, turns: 0, reaching: null, resting: false, onhelp, onzoom: vi.fn(), onready: vi.fn(), ...asked }));
    game.says(change);
  }
  const cell = (name: string): Element | null => document.querySelector(`[data-cell="${name}"]`);
  /** Chooses a cell, as a screen reader does. */
  async function choose(name: string): Promise<void> {
    cell(name)?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }
  const acts = (): string[] => [...document.querySelectorAll("[data-act]")].map((one) => `${one.getAttribute("data-cell") ?? ""} ${one.getAttribute("data-act") ?? ""}`).toSorted();
  const count = (selector: string): number => document.querySelectorAll(selector).length;

  it("shows what can be chosen, and then where to", async () => {
    shown();
    expect(acts()).toEqual(["c3 select"]);
    await choose("c3");
    expect([acts(), cell("c3")?.getAttribute("aria-pressed")]).toEqual([["c5 move", "d4 kill"], "true"]);
  });

  it.each<[string, () => void]>([
    ["at the turn of another", () => game.says({ ...position, mover: "b" })],
    ["while a turn waits for a yes", () => void (game.session.turn.question = { text: "c3-c5", dangers: [], view: null })],
    ["while a turn is on its way", () => void (game.session.turn.sending = true)],
    ["in an earlier position", () => void (game.session.feed.past = { lines: 0, view: game.session.feed.view as never })],
  ])("lets nothing be chosen %s", (_, happens) => {
    shown();
    happens();
    flushSync();
    expect(acts()).toEqual([]);
  });

  it("says that an answer is awaited", () => {
    shown();
    const busy = (): string | null | undefined => document.querySelector("svg.board")?.getAttribute("aria-busy");
    expect(busy()).toBe("false");
    game.session.turn.sending = true;
    flushSync();
    expect(busy()).toBe("true");
  });

  it("explains a piece that is touched and cannot move, and none within a turn", async () => {
    shown();
    await choose("d4");
    expect(onhelp.mock.calls).toEqual([[null, false], ["d4", false]]);
    onhelp.mockClear();
    await choose("c3");
    expect(onhelp.mock.calls).toEqual([[null, false]]);
    await choose("a2");
    expect(onhelp.mock.lastCall).toEqual([null, false]);
    // At the turn of another every piece is explained.
    game.says({ ...position, mover: "b" });
    await choose("c3");
    expect(onhelp.mock.lastCall).toEqual(["c3", false]);
  });

  it("marks what was played last, until a turn is begun, and of an earlier position what led to it", async () => {
    const last = (cells: string[]): object => ({ party: "b", cells, happenings: [{ kind: "moved", party: "b", cells, words: { en: "", fr: "" } }] });
    shown({ ...position, view: { pieces: PIECES, last: last(["a2", "b2"]) } });
    expect(count(".tint.last")).toBe(2);
    game.session.feed.past = { lines: 0, view: { ...(game.session.feed.view as object), last: last(["g7"]) } as never };
    flushSync();
    expect(count(".tint.last")).toBe(1);
    game.session.feed.past = { lines: 0, view: { ...(game.session.feed.view as object), last: null } as never };
    flushSync();
    expect(count(".tint.last")).toBe(0);
    game.session.feed.past = null;
    flushSync();
    await choose("c3");
    expect([count(".tint.last"), count(".tint.chosen")]).toEqual([0, 1]);
  });

  it("draws threats, the dangers of a turn in question, and a turn that is proposed", () => {
    shown();
    expect(count(".arrow")).toBe(0);
    game.session.hints.threats = [{ act: "kill", by: "b", origin: "d4", cell: "c3" }] as never;
    flushSync();
    expect(count(".arrow.threat")).toBe(1);
    game.session.hints.threats = null;
    game.session.turn.question = { text: "c3-c5", dangers: [{ by: "b", origin: "d4", cell: "a1" }, { by: "b", origin: "d4", cell: "c3" }] as never, view: null };
    flushSync();
    expect(count(".arrow.threat")).toBe(2);
    game.session.turn.question = null;
    game.session.hints.proposal = { text: "c3-c5", from: "c3", to: "c5", words: { en: "", fr: "" } } as never;
    flushSync();
    expect(count(".arrow.hint")).toBe(1);
  });

  it.each([
    ["that was asked about", { reaching: "d4" }, false, 2],
    ["of a card that has gone", { reaching: null }, false, 0],
    ["that one rests on", { reaching: "d4", resting: true }, false, 2],
    ["that one rests on within a turn, not", { reaching: "d4", resting: true }, true, 0],
    ["that was asked about within a turn", { reaching: "d4" }, true, 2],
  ])("shows the reach of a piece %s", async (_, asked, started, signs) => {
    shown(position, asked);
    if (started) await choose("c3");
    game.session.hints.reach = { cell: "d4", choices: [choice("-g4", "move", "g4"), choice("-d7", "move", "d7")] } as never;
    flushSync();
    expect(count(".tint.reach")).toBe(signs);
  });

  it("shows the turn in question as if it were played", () => {
    shown();
    const view = { ...(game.session.feed.view as object), pieces: CHIEFS, ruler: "b", closed: ["e5"] };
    expect([count(".tokens .token"), count(".power")]).toEqual([6, 0]);
    game.session.turn.question = { text: "c3-c5", dangers: [], view: view as never };
    flushSync();
    expect([count(".tokens .token"), count(".power.party-b")]).toEqual([4, 1]);
  });
});
