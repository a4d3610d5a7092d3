import { readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { plan, TURN_MS, type Cue, type Effect, type Happened } from "../src/board/effects/plan";
import type { Picture } from "../src/board/picture";
import { changes, sceneOf, type Scene } from "../src/board/scene";
import { SvgBoard } from "../src/board/view";
import { board as geometry } from "./boards";

interface Face {
  pieces: string[];
  corpses: string[];
  lords: Record<string, string>;
  ruler: string | null;
}

/** A turn of a random game, as `tools/turn_fixtures.py` writes it. */
interface Turn {
  board: string;
  before: Face;
  after: Face;
  happenings: [string, string | null, string | null, string | null, string | null, string | null][];
}

const TURNS = JSON.parse(readFileSync(join(import.meta.dirname, "fixtures", "turns.json"), "utf8")) as Turn[];
const PACES = [760, 420, 200];

const sceneAt = ({ pieces, corpses }: Face): Scene =>
  sceneOf(pieces.map((text) => ({ party: text[0] ?? "", kind: text[1] ?? "", cell: text.slice(2) })), corpses);

const told = ({ happenings }: Turn): Happened[] =>
  happenings.map(([kind, party, piece, cell, target, by]) => ({ kind, party, piece, cell, target, by }));

const waysOf = (turn: Turn): [string, string][] =>
  told(turn).flatMap(({ cell, target }): [string, string][] => (cell && target ? [[cell, target]] : []));

const far = (name: string): ((a: string, b: string) => number) => {
  const cells = new Map(geometry(name).cells.map((cell) => [cell.name, cell]));
  return (a, b) => {
    const [p, q] = [cells.get(a), cells.get(b)];
    return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : 0;
  };
};

/** Plans a turn whose every piece of another lord is drawn anew. */
function planned(turn: Turn, pace: number): { effects: readonly Effect[]; cues: readonly Cue[] } {
  const [before, after] = [sceneAt(turn.before), sceneAt(turn.after)];
  const restyled = [...after.tokens].flatMap(([cell, { party }]) =>
    before.tokens.has(cell) && turn.before.lords[party] !== turn.after.lords[party] ? [cell] : [],
  );
  const motions = changes(before, after, waysOf(turn), far(turn.board));
  const { maze } = geometry(turn.board);
  return plan({ before, after, motions, restyled, happenings: told(turn), maze }, pace, far(turn.board));
}

const has = (...kinds: string[]): Turn[] =>
  TURNS.filter((turn) => kinds.every((kind) => turn.happenings.some(([one]) => one === kind)));

describe("what is played of a turn", () => {
  it("takes no longer than a turn may take, at any pace", () => {
    for (const turn of TURNS)
      for (const pace of PACES) {
        const { effects, cues } = planned(turn, pace);
        expect(effects.length).toBeGreaterThan(0);
        for (const { at, ms } of effects) expect(at + ms).toBeLessThanOrEqual(TURN_MS + 1e-6);
        for (const { at } of cues) expect(at).toBeLessThanOrEqual(TURN_MS + 1e-6);
      }
  });

  it("is heard without motion too, in the same order", () => {
    for (const turn of TURNS) {
      const still = planned(turn, 0);
      expect(still.effects).toEqual([]);
      expect(still.cues.every(({ at }) => at === 0)).toBe(true);
      expect(still.cues.map(({ sound }) => sound).toSorted()).toEqual(planned(turn, 420).cues.map(({ sound }) => sound).toSorted());
    }
  });

  it("strikes when the killer is there, and only then the victim falls", () => {
    const kills = has("moved", "killed");
    expect(kills.length).toBeGreaterThan(10);
    for (const turn of kills) {
      const { effects, cues } = planned(turn, 420);
      const killed = told(turn).find(({ kind }) => kind === "killed");
      const strike = effects.find((one) => one.kind === "strike" && one.cell === killed?.cell);
      const fall = effects.find((one) => one.kind === "flip" && one.cell === killed?.target);
      expect(strike?.at).toBeGreaterThan(0);
      expect(fall?.at).toBe(strike?.at);
      expect(cues.findIndex(({ sound }) => sound === "steel")).toBeLessThan(cues.findIndex(({ sound }) => sound === "stone"));
    }
  });

  it("goes over the maze where a Chief's killer has to leave it", () => {
    expect(has("left").length).toBeGreaterThan(0);
    for (const turn of has("left")) {
      const { maze } = geometry(turn.board);
      expect(planned(turn, 420).effects.some((one) => one.kind === "slide" && one.path.length === 3 && one.path[1] === maze)).toBe(true);
    }
  });

  it("crowns once the Chief is on the throne, with a bell", () => {
    const crowned = has("power");
    expect(crowned.length).toBeGreaterThan(3);
    for (const turn of crowned) {
      const { effects, cues } = planned(turn, 420);
      const coronation = effects.find(({ kind }) => kind === "coronation");
      expect(coronation?.at).toBeGreaterThan(0);
      expect(cues.some(({ sound }) => sound === "bell")).toBe(true);
    }
  });

  it("turns an army over in a wave from its Chief on", () => {
    const inherited = has("killed", "vassal");
    expect(inherited.filter((turn) => planned(turn, 420).effects.some(({ kind }) => kind === "wave")).length).toBeGreaterThan(10);
    for (const turn of inherited) {
      const { effects, cues } = planned(turn, 420);
      for (const wave of effects.filter((one) => one.kind === "wave")) {
        const army = effects.filter((one) => one.kind === "flip" && one.at >= wave.at && one.cell !== wave.cell && one.ms < wave.ms);
        const away = (one: Effect): number => ("cell" in one ? far(turn.board)(wave.cell, one.cell) : 0);
        const party = sceneAt(turn.after).tokens.get(army[0] && "cell" in army[0] ? army[0].cell : "")?.party;
        const mine = army.filter((one) => "cell" in one && sceneAt(turn.after).tokens.get(one.cell)?.party === party);
        if (effects.filter(({ kind }) => kind === "wave").length === 1)
          expect(mine.map(away)).toEqual(mine.map(away).toSorted((a, b) => a - b));
      }
      if (effects.some(({ kind }) => kind === "wave")) expect(cues.filter(({ sound }) => sound === "drum")).toHaveLength(1);
    }
  });

  it("closes in on a Chief who is encircled", () => {
    expect(has("encircled").length).toBeGreaterThan(0);
    for (const turn of has("encircled")) {
      const { effects, cues } = planned(turn, 420);
      const [, party] = turn.happenings.find(([kind]) => kind === "encircled") ?? [];
      const chief = turn.before.pieces.find((text) => text.startsWith(`${party ?? ""}C`))?.slice(2);
      expect(effects.find((one) => one.kind === "encirclement")?.cell).toBe(chief);
      expect(effects.some((one) => one.kind === "strike" && one.cell === chief)).toBe(false);
      expect(cues.some(({ sound }) => sound === "chain")).toBe(true);
    }
  });
});

/** Animations that go on until somebody ends them: no clock runs here. */
class StillAnimation {
  static readonly running = new Set<StillAnimation>();
  readonly effect = { getComputedTiming: () => ({ endTime: 400 }) };
  readonly currentTime = 100;
  #end: () => void = () => undefined;
  readonly finished = new Promise<void>((resolve) => (this.#end = resolve));
  constructor() {
    StillAnimation.running.add(this);
  }
  cancel(): void {
    this.end();
  }
  end(): void {
    StillAnimation.running.delete(this);
    this.#end();
  }
}

describe("a board that plays turns", () => {
  const known = Object.getOwnPropertyDescriptor(Element.prototype, "animate");
  beforeEach(() => {
    Element.prototype.animate = () => new StillAnimation() as unknown as Animation;
  });
  afterEach(() => {
    StillAnimation.running.clear();
    if (known) Object.defineProperty(Element.prototype, "animate", known);
    else delete (Element.prototype as Partial<Element>).animate;
  });

  const sounds: Cue[] = [];
  const listener = {
    pick: () => undefined,
    lift: () => false,
    back: () => undefined,
    hover: () => undefined,
    help: () => undefined,
    zoom: () => undefined,
    sound: (cues: readonly Cue[]) => void sounds.push(...cues),
  };
  function picture(turn: Turn, face: Face, number: number): Picture {
    return {
      scene: sceneAt(face),
      standing: (cell, { party, kind }) => ({
        lord: face.lords[party] ?? null,
        crowned: kind === "C" && face.ruler === party && cell === geometry(turn.board).maze,
      }),
      ruler: face.ruler,
      closed: false,
      turn: { number, happenings: number === 0 ? [] : told(turn) },
      hints: waysOf(turn),
    };
  }
  function begin(turn: Turn): SvgBoard {
    const made = new SvgBoard(geometry(turn.board), listener, "board");
    void made.show(picture(turn, turn.before, 0), 420);
    sounds.length = 0;
    return made;
  }

  /** A board is drawn several times for each: a few of every kind. */
  const SOME = TURNS.filter((turn, i) => i % 16 === 0 || turn.happenings.length > 6);
  it("stands in the same state in the end: without motion, waited for, ended early, clicked through", { timeout: 600_000 }, async () => {
    for (const turn of SOME) {
      const still = begin(turn);
      await still.show(picture(turn, turn.after, 1), 0);
      const final = still.element.outerHTML;

      const waited = begin(turn);
      const whole = waited.show(picture(turn, turn.after, 1), 420);
      expect(StillAnimation.running.size).toBeGreaterThan(0);
      for (const one of StillAnimation.running) one.end();
      await whole;
      expect(waited.element.outerHTML).toBe(final);

      for (const end of ["pointerdown", "keydown"]) {
        StillAnimation.running.clear();
        const ended = begin(turn);
        const played = ended.show(picture(turn, turn.after, 1), 420);
        dispatchEvent(new Event(end));
        expect(StillAnimation.running.size).toBe(0);
        expect(ended.element.outerHTML).toBe(final);
        await played;
      }
    }
  });

  it("ends a turn when the next one comes", () => {
    for (const turn of TURNS.slice(0, 8)) {
      const next = begin(turn);
      void next.show(picture(turn, turn.after, 1), 420);
      void next.show(picture(turn, turn.before, 2), 420);
      dispatchEvent(new Event("keydown"));
      const still = begin(turn);
      void still.show(picture(turn, turn.before, 2), 0);
      expect(next.element.querySelectorAll(".token").length).toBe(still.element.querySelectorAll(".token").length);
      expect(next.element.querySelector(".effect")).toBeNull();
    }
  });

  it("lets what the hand laid down fall before the turn goes on", () => {
    const turn = has("power").find(({ happenings }) => happenings.length === 2);
    if (!turn) throw new Error("no turn only takes power");
    const board = begin(turn);
    // The Chief is in the maze already, as the turn in hand has it.
    void board.show({ ...picture(turn, turn.after, 0), ruler: null, standing: () => ({}) }, 420);
    const stepping = StillAnimation.running.size;
    expect(stepping).toBeGreaterThan(0);
    sounds.length = 0;
    void board.show(picture(turn, turn.after, 1), 420);
    expect(StillAnimation.running.size).toBeGreaterThan(stepping);
    expect(sounds.map(({ sound }) => sound)).toEqual(["bell"]);
    expect(sounds[0]?.at).toBeGreaterThan(300);
    dispatchEvent(new Event("keydown"));
  });

  it("only moves the pieces where one jumps or looks back, silently", () => {
    for (const turn of has("killed", "vassal").slice(0, 8)) {
      const jumped = begin(turn);
      void jumped.show(picture(turn, turn.after, 7), 420);
      expect(jumped.element.querySelector(".effect")).toBeNull();
      expect(sounds).toEqual([]);
      dispatchEvent(new Event("keydown"));
      const forth = begin(turn);
      void forth.show(picture(turn, turn.after, 1), 420);
      expect(forth.element.querySelector(".effect")).not.toBeNull();
      expect(sounds.map(({ sound }) => sound)).toContain("steel");
      dispatchEvent(new Event("keydown"));
    }
  });
});

describe("a piece that a hand takes off the board", () => {
  const at = (cell: string, token: { party: string; kind: string }) => ({ cell, ...token });
  const [KILLER, CHIEF, BODY] = [{ party: "r", kind: "M" }, { party: "b", kind: "C" }, { party: "", kind: "" }];
  /** Plans a move of red's from c3 to c5 in which what stood there is taken up, or laid down again on g7. */
  function taking(stood: typeof BODY, held: typeof BODY, laysDown = false): { effects: string[]; sounds: string[] } {
    const over = "c5";
    const first = sceneOf([at("c3", KILLER), ...(stood.kind === "" ? [] : [at(over, stood)])], stood.kind === "" ? [over] : []);
    const inHand = { ...sceneOf([at(over, KILLER)], []), held: { token: held, over } };
    const laid = sceneOf([at(over, KILLER), ...(held.kind === "" ? [] : [at("g7", held)])], held.kind === "" ? ["g7"] : []);
    const [before, after] = laysDown ? [inHand, laid] : [first, inHand];
    const motions = changes(before, after, [["c3", over]], far("square-4"));
    const { effects, cues } = plan({ before, after, motions, restyled: [], happenings: [], maze: "e5" }, 420, far("square-4"));
    const named = effects.map((one) => (one.kind === "slide" ? `slide ${one.path.join("-")}` : one.kind === "lift" ? `lift ${one.cell}${one.killed ? " killed" : ""}` : `${one.kind} ${one.cell}`));
    return { effects: named.toSorted(), sounds: cues.map(({ sound }) => sound) };
  }

  it("is struck first where it dies, and else taken as what it is", () => {
    expect(taking(CHIEF, BODY)).toEqual({ effects: ["lift c5 killed", "slide c3-c5", "strike c5"], sounds: ["steel"] });
    expect(taking(CHIEF, CHIEF)).toEqual({ effects: ["lift c5", "slide c3-c5"], sounds: ["wood", "cloth"] });
    expect(taking(BODY, BODY)).toEqual({ effects: ["lift c5", "slide c3-c5"], sounds: ["wood", "earth"] });
  });

  it("is laid down from where it was held", () => {
    expect(taking(CHIEF, CHIEF, true)).toEqual({ effects: ["slide c5-g7"], sounds: ["wood"] });
    expect(taking(CHIEF, BODY, true)).toEqual({ effects: ["slide c5-g7"], sounds: ["stone"] });
  });
});
