// What is played of a turn: which effect when, and what sounds then. Pure: it knows no screen and no clock.

import { isCorpse, type Motion, type Scene, type Token } from "../scene";

/** The most that all effects of one turn may take, in milliseconds. */
export const TURN_MS = 900;

/** What sounds; how is told in `lib/sounds.ts`. */
export type Sound = "wood" | "steel" | "stone" | "cloth" | "earth" | "bell" | "toll" | "drum" | "chain" | "peal";

/** A sound, and the milliseconds from the beginning of the turn to it. */
export interface Cue {
  readonly sound: Sound;
  readonly at: number;
}

/** An effect begins after `at` milliseconds and takes `ms` of them. `cell` is where its token stands in the end. */
export type Effect = { readonly at: number; readonly ms: number } & (
  | { readonly kind: "slide"; readonly cell: string; readonly path: readonly string[]; readonly hard: boolean }
  | { readonly kind: "flip"; readonly cell: string }
  | { readonly kind: "appear"; readonly cell: string }
  | { readonly kind: "lift"; readonly cell: string; readonly killed: boolean }
  | { readonly kind: "strike"; readonly cell: string; readonly grave: boolean }
  | { readonly kind: "coronation"; readonly cell: string; readonly party: string }
  | { readonly kind: "dethroning"; readonly cell: string; readonly party: string }
  | { readonly kind: "wave"; readonly cell: string; readonly lord: string }
  | { readonly kind: "encirclement"; readonly cell: string }
);

/** What a turn brought about, as far as it is to be seen (`HappeningView`). */
export interface Happened {
  readonly kind: string;
  readonly party: string | null;
  readonly piece: string | null;
  readonly cell: string | null;
  readonly target: string | null;
  readonly by: string | null;
}

/** What changed on the board. */
export interface Change {
  readonly before: Scene;
  readonly after: Scene;
  readonly motions: readonly Motion[];
  /** Cells whose token stayed and looks different now: it serves somebody else, is frozen, wears the crown. */
  readonly restyled: readonly string[];
  /** The turn that led here; empty within a turn, and where one looks back or jumps. */
  readonly happenings: readonly Happened[];
  readonly maze: string;
}

export interface Plan {
  readonly effects: readonly Effect[];
  readonly cues: readonly Cue[];
}

/** How long each thing takes, for the time that a piece is on its way. */
const TIMES = {
  step: 0.6,
  cell: 0.07,
  strike: 0.6,
  fall: 0.75,
  flip: 0.45,
  crown: 1.1,
  fade: 0.7,
  wave: 0.8,
  close: 0.8,
  breath: 0.3,
} as const;

/** When the crown has dropped, as a part of a coronation. */
export const LANDING = 0.4;

/** The farthest that makes a way take longer, in board units. */
const FAR = 7;

const ACTS: Readonly<Record<string, Sound>> = { displaced: "cloth", exhumed: "earth" };

/** What lets an army look different, from its Chief on. */
const TURNED = new Set(["vassal", "passed_on", "inherited", "held", "frozen", "woken", "freed", "returned", "encircled", "resigned", "flagged"]);

/** What a Chief may fall by without being killed. */
const LOST = new Set(["encircled", "resigned", "flagged"]);

/** What is a way of a piece. */
const WAYS = new Set(["moved", "displaced", "left"]);

const died = ({ before, after }: Motion): boolean => isCorpse(after) && !isCorpse(before);

/** Returns the cells that a piece goes over from one to the other: a Chief's killer goes on from the maze. */
function route(from: string, to: string, token: Token, happenings: readonly Happened[]): string[] {
  const path = [from];
  for (const { kind, party, piece, cell, target } of happenings)
    if (WAYS.has(kind) && party === token.party && piece === token.kind && cell === path.at(-1) && target !== null && cell !== target)
      path.push(target);
  return path.at(-1) === to ? path : [from, to];
}

/** The effects of a turn as they are put together, with their sounds. */
class EffectScore {
  readonly effects: Effect[] = [];
  readonly cues: Cue[] = [];

  add(effect: Effect, sound?: Sound, late = 0): void {
    this.effects.push(effect);
    if (sound) this.cues.push({ sound, at: effect.at + effect.ms * late });
  }

  /** Returns all of it in order, begun after `wait` milliseconds and over within the time that a turn may take. */
  within(wait: number): Plan {
    const end = Math.max(0, ...this.effects.map(({ at, ms }) => at + ms), ...this.cues.map(({ at }) => at));
    const factor = Math.min(1, Math.max(0, TURN_MS - wait) / (end || 1));
    return {
      effects: this.effects.map((one) => ({ ...one, at: wait + one.at * factor, ms: one.ms * factor })).toSorted((a, b) => a.at - b.at),
      cues: this.cues.map(({ sound, at }) => ({ sound, at: wait + at * factor })).toSorted((a, b) => a.at - b.at),
    };
  }
}

/**
 * Plans what is to be seen and heard of a change.
 *
 * `pace` is how long a piece is on its way, in milliseconds: with 0 there are only sounds, all at once. `wait` is how
 * long it takes until what is being played of the same turn is over.
 */
export function plan(change: Change, pace: number, distance: (a: string, b: string) => number, wait = 0): Plan {
  const { before, after, motions, happenings } = change;
  const score = new EffectScore();
  const leg = (a: string, b: string): number => pace * (TIMES.step + TIMES.cell * Math.min(FAR, distance(a, b)));
  const purged = new Set(happenings.filter(({ kind }) => kind === "purged").map(({ cell }) => cell));

  const killed = new Set(happenings.filter(({ kind }) => kind === "killed").map(({ cell }) => cell));
  const fallen = motions.filter((one) => happenings.length > 0 && died(one) && one.before.kind === "C" && !killed.has(one.from) && !purged.has(one.from));

  // The pieces on their ways; who dies falls when struck.
  const arrivals = new Map<string, number>();
  let first = 0;
  let done = 0;
  const taken = after.held && !before.held ? after.held : null;
  const struck = new Set(motions.filter((one) => died(one) && !purged.has(one.from)).map(({ from }) => from));
  const victim = taken ? before.tokens.get(taken.over) : undefined;
  const falls = taken !== null && isCorpse(taken.token) && victim !== undefined && !isCorpse(victim);
  if (falls) struck.add(taken.over);
  // Who was thrown, and what was dug up, goes once the piece that did it is there.
  const acts = new Map(motions.map((one) => [one, happenings.find(({ kind, cell, target }) => ACTS[kind] && cell === one.from && target === one.to)]));
  for (const one of motions.toSorted((a, b) => Number(acts.get(a) !== undefined) - Number(acts.get(b) !== undefined))) {
    const { from, to, before: token, after: arrived } = one;
    if (from === null || to === null || isCorpse(token) !== isCorpse(arrived)) continue;
    const path = route(from, to, token, happenings);
    const act = acts.get(one);
    const at = act ? (arrivals.get(from) ?? 0) : 0;
    let ms = 0;
    for (const [i, cell] of path.slice(1).entries()) {
      ms += leg(path[i] ?? cell, cell);
      arrivals.set(cell, Math.max(arrivals.get(cell) ?? 0, at + ms));
      if (i === 0 && !act) first = Math.max(first, ms);
    }
    const hard = struck.has(path[1] ?? "");
    const sound = act ? ACTS[act.kind] : hard ? undefined : "wood";
    score.add({ kind: "slide", cell: to, path, hard, at, ms }, sound, act ? 0.1 : 1);
    done = Math.max(done, at + ms);
  }
  const strike = (cell: string, at: number, grave: boolean): void =>
    score.add({ kind: "strike", cell, grave, at, ms: pace * TIMES.strike }, "steel");
  for (const one of motions) {
    const { from, to } = one;
    if (from === null || to === null || isCorpse(one.before) === isCorpse(one.after)) continue;
    const fall = { cell: to, at: 0, ms: pace * TIMES.fall };
    // The dead rise where one looks back. Whom nobody killed falls later: encircled, or with a resignation.
    if (!died(one) || purged.has(from) || fallen.includes(one)) {
      if (!died(one)) score.add({ ...fall, kind: "slide", path: [from, to], hard: false });
      continue;
    }
    const at = arrivals.get(from) ?? first;
    if (happenings.length > 0 || taken) strike(from, at, one.before.kind === "C");
    score.add({ ...fall, at, kind: "flip", ms: pace * TIMES.flip });
    score.add({ ...fall, at, kind: "slide", path: [from, to], hard: false }, "stone", 0.95);
    done = Math.max(done, at + pace * TIMES.breath);
  }
  // A hand takes a piece off the board, or lays down what it took.
  for (const { from, to } of motions) {
    if (from !== null || to === null) continue;
    const held = before.held && !after.held ? before.held : null;
    const way = { cell: to, at: 0, ms: pace * TIMES.fall };
    if (held) score.add({ ...way, kind: "slide", path: [held.over, to], hard: false }, isCorpse(held.token) ? "stone" : "wood", 0.95);
    else score.add({ ...way, kind: "appear" }, "wood", 0.8);
  }
  if (taken) {
    const at = arrivals.get(taken.over) ?? 0;
    if (falls) strike(taken.over, at, victim.kind === "C");
    score.add({ kind: "lift", cell: taken.over, killed: falls, at, ms: pace * TIMES.flip }, falls ? undefined : isCorpse(taken.token) ? "earth" : "cloth");
  }

  // What it led to, one thing after the other.
  const chief = (party: string): string => {
    for (const [cell, token] of after.tokens) if (token.kind === "C" && token.party === party) return cell;
    const dead = happenings.find((one) => one.piece === "C" && one.party === party && one.target !== null);
    return dead?.target ?? fallen.find((one) => one.before.party === party)?.to ?? change.maze;
  };
  let now = done;
  const turned = new Set<string>();
  for (const { kind, party, cell, by } of happenings) {
    if (kind === "purged" && cell !== null) {
      strike(cell, now, false);
      score.add({ kind: "flip", cell, at: now, ms: pace * TIMES.flip }, "stone", 0.9);
      now += (pace * TIMES.breath) / 2;
    }
    if (party === null) continue;
    if (kind === "power") {
      const ms = pace * TIMES.crown;
      score.add({ kind: "coronation", cell: change.maze, party, at: now, ms }, "bell", LANDING);
      score.add({ kind: "flip", cell: change.maze, at: now + ms * LANDING, ms: 0 });
      turned.add(change.maze);
      now += pace * TIMES.breath;
    }
    if (kind === "power_left" || kind === "power_lost")
      score.add({ kind: "dethroning", cell: change.maze, party, at: now, ms: pace * TIMES.fade }, "toll");
    if (kind === "encircled") {
      score.add({ kind: "encirclement", cell: chief(party), at: now, ms: pace * TIMES.close }, "chain", 0.6);
      now += pace * TIMES.breath;
    }
    const chiefless = LOST.has(kind) ? fallen.find((one) => one.before.party === party)?.to : null;
    if (chiefless) score.add({ kind: "flip", cell: chiefless, at: now, ms: pace * TIMES.flip }, "stone", 0.9);
    if (kind === "ended") score.cues.push({ sound: "peal", at: now + pace * TIMES.breath });
    if (!TURNED.has(kind)) continue;
    const heart = chief(party);
    const army = change.restyled.filter((one) => after.tokens.get(one)?.party === party && !turned.has(one));
    if (army.length === 0) continue;
    const sound = turned.size === 0 ? "drum" : undefined;
    const far = new Map(army.map((one) => [one, distance(heart, one)]));
    const reach = Math.max(...far.values()) || 1;
    for (const [one, away] of far) {
      turned.add(one);
      score.add({ kind: "flip", cell: one, at: now + pace * (TIMES.wave - TIMES.flip) * (away / reach), ms: pace * TIMES.flip });
    }
    score.add({ kind: "wave", cell: heart, lord: by ?? "", at: now, ms: pace * TIMES.wave }, sound);
  }
  const whole = score.within(wait);
  return pace > 0 ? whole : { effects: [], cues: whole.cues };
}
