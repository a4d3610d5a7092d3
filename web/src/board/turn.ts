// A turn as it is put together, stage by stage. The stages come from outside: no rules here.

import { CORPSE, isCorpse, sceneOf, type Scene, type Token } from "./scene";

export type Act =
  | "select"
  | "pass"
  | "move"
  | "kill"
  | "displace"
  | "exhume"
  | "splash"
  | "power"
  | "place"
  | "enthrone"
  | "spare"
  | "finish";

export type StageKind = "piece" | "destination" | "placement" | "victims" | "exit" | "done";

export interface TurnChoice {
  text: string;
  cells: string[];
  act: Act;
}

export interface TurnStage {
  prefix: string;
  kind: StageKind;
  choices: TurnChoice[];
}

/** A stage that was left, and what was chosen in it. */
export interface Step {
  readonly stage: TurnStage;
  readonly choice: TurnChoice;
}

/** Fetches the stage after a prefix; fails if the server cannot be asked. */
export type Fetch = (prefix: string) => Promise<TurnStage>;

/** A turn half chosen: where one is, and the way back. */
export class TurnInHand {
  #known: Map<string, TurnStage>;
  #fetch: Fetch;
  #asked = 0;
  /** A choice was made whose stage is on its way. */
  #pending = false;
  stage: TurnStage;
  steps: Step[] = [];

  constructor(stages: Readonly<Record<string, TurnStage>>, fetch: Fetch) {
    this.#known = new Map(Object.entries(stages));
    this.#fetch = fetch;
    this.stage = this.#known.get("") ?? { prefix: "", kind: "piece", choices: [] };
  }

  get done(): boolean {
    return this.stage.kind === "done";
  }

  /** Returns the choices that a cell stands for now: those of this cell alone come before combinations. */
  at(cell: string): TurnChoice[] {
    const here = this.stage.choices.filter((choice) => choice.cells.includes(cell));
    const alone = here.filter((choice) => choice.cells.length === 1);
    return alone.length > 0 ? alone : here;
  }

  /** Returns the cells that may be chosen now, each with its act. */
  targets(): Map<string, Act> {
    const found = new Map<string, Act>();
    for (const choice of this.stage.choices)
      for (const cell of choice.cells) if (!found.has(cell)) found.set(cell, choice.act);
    return found;
  }

  /** Returns choices that no cell stands for: to pass, to spare everybody. */
  plain(): TurnChoice[] {
    return this.stage.choices.filter((choice) => choice.cells.length === 0);
  }

  /**
   * Goes on with a choice. False if it was overtaken by another one meanwhile.
   *
   * A stage with a single choice that leaves nothing to decide is not skipped: people want to see
   * what they do. A piece's single destination is shown like any other.
   */
  async choose(choice: TurnChoice): Promise<boolean> {
    const asked = ++this.#asked;
    const from = this.stage;
    const prefix = from.prefix + choice.text;
    let next = this.#known.get(prefix);
    // An empty choice ("kill nobody") leaves the prefix as it is: its stage cannot be told from
    // the one it leaves, so it is asked for as what it always is.
    if (choice.text === "") next = { prefix, kind: "done", choices: [] };
    this.#pending = next === undefined;
    if (!next) {
      try {
        next = await this.#fetch(prefix);
        this.#known.set(prefix, next);
      } catch (error) {
        if (asked !== this.#asked) return false;
        this.#pending = false;
        throw error;
      }
      if (asked !== this.#asked) return false;
      this.#pending = false;
    }
    this.steps = [...this.steps, { stage: from, choice }];
    this.stage = next;
    return true;
  }

  /** Takes back the choice whose stage is on its way, else the last one made; false if there is none. */
  back(): boolean {
    this.#asked++;
    if (this.#pending) {
      this.#pending = false;
      return true;
    }
    const last = this.steps.at(-1);
    if (!last) return false;
    this.steps = this.steps.slice(0, -1);
    this.stage = last.stage;
    return true;
  }

  /** Goes back to the choice of a piece. */
  reset(): void {
    while (this.back());
  }

  /** The cell of the chosen piece, as it stands before the turn. */
  get origin(): string | null {
    return this.steps[0]?.choice.cells[0] ?? null;
  }
}

/** Returns what a choice does to the board, by its sign (NOTATION 2): one stage may offer several things. */
const partOf = ({ text }: TurnChoice): "piece" | "step" | "placement" | "victims" => {
  if (text.startsWith(">")) return "placement";
  if (text.startsWith("*")) return "victims";
  return text.startsWith("-") || text.startsWith("/") ? "step" : "piece";
};

/** Returns the board as it would look with the choices made so far; `next` is what is asked for now. */
export function imagined(start: Scene, steps: readonly Step[], next: TurnStage): Scene {
  const tokens = new Map(start.tokens);
  let at = "";
  const hand: { token: Token; over: string }[] = [];
  for (const [i, { choice }] of steps.entries()) {
    const cell = choice.cells[0] ?? "";
    const after = steps[i + 1]?.stage ?? next;
    const part = partOf(choice);
    if (cell === "") continue;
    if (part === "piece") at = cell;
    else if (part === "step") {
      const mover = tokens.get(at);
      if (!mover) continue;
      const met = tokens.get(cell);
      const left = at;
      tokens.delete(left);
      tokens.set(cell, mover);
      at = cell;
      if (!met) continue;
      const token = choice.act === "kill" || isCorpse(met) ? CORPSE : met;
      // A kill that asks for no place is an Assassin's: the corpse lies where it came from. If it goes on at once and
      // may go back there, nothing lies there: the corpse is placed at the end.
      const laid = after.kind === "exit" ? after.choices.every(({ cells }) => !cells.includes(left)) : after.kind !== "placement";
      if (choice.act === "kill" && laid) tokens.set(left, CORPSE);
      else hand.push({ token, over: cell });
    } else if (part === "placement") {
      const held = hand.shift();
      if (held) tokens.set(cell, held.token);
    } else for (const victim of choice.cells) tokens.set(victim, CORPSE);
  }
  return { tokens, held: hand[0] ?? null };
}

const ENDS = /^([a-z]\d{0,2})-([a-z]\d{0,2})/;

/** Returns from where to where a turn goes (NOTATION 2); null for a pass. */
export function endsOf(turn: string): { from: string; to: string } | null {
  const [, from, to] = ENDS.exec(turn) ?? [];
  return from === undefined || to === undefined ? null : { from, to };
}

/** Returns the board of a position as it would look with the turn in hand, if there is one. */
export function sceneWith(
  view: { pieces: Parameters<typeof sceneOf>[0]; corpses: Parameters<typeof sceneOf>[1] } | null,
  hand: { readonly steps: readonly Step[]; readonly stage: TurnStage } | null,
): Scene {
  if (!view) return sceneOf([], []);
  const plain = sceneOf(view.pieces, view.corpses);
  return hand ? imagined(plain, hand.steps, hand.stage) : plain;
}
