// What the board is told to show, and what it tells of those who use it.

import type { Arrow } from "./arrows";
import type { Standing } from "./art";
import type { Cue, Happened } from "./effects/plan";
import type { Scene, Token } from "./scene";
import type { Act } from "./turn";

/** All that is drawn besides the pieces. */
export interface Marks {
  /** Cells that may be chosen, each with what would happen there. */
  readonly targets: ReadonlyMap<string, Act>;
  /** The chosen piece's cell, and others chosen in this turn. */
  readonly chosen: readonly string[];
  /** Cells that the last turns changed, and the ways of their pieces, the latest last. */
  readonly last: readonly string[];
  readonly ways: readonly Arrow[];
  readonly threats: readonly Arrow[];
  /** Where a piece could go, shown on request. */
  readonly reach: ReadonlyMap<string, Act>;
  /** The turn that a bot proposes. */
  readonly hint: Arrow | null;
  /** Cells of pieces that are spoken of. */
  readonly pointed?: readonly string[];
  /** What somebody has drawn for themselves. */
  readonly drawn?: readonly Arrow[];
}

export const NO_MARKS: Marks = {
  targets: new Map(),
  chosen: [],
  last: [],
  ways: [],
  threats: [],
  reach: new Map(),
  hint: null,
};

export interface Picture {
  readonly scene: Scene;
  readonly standing: (cell: string, token: Token) => Standing;
  /** The party in power, and whether the fortress is closed. */
  readonly ruler: string | null;
  readonly closed: boolean;
  /** The turn that led here and how many turns there were before it; null where the board shows no game. */
  readonly turn: { readonly number: number; readonly happenings: readonly Happened[] } | null;
  /** Cells that belong together between the last state and this one. */
  readonly hints: readonly (readonly [string, string])[];
}

export interface BoardListener {
  pick(cell: string): void;
  /** May this piece be dragged? Chooses it if so. */
  lift(cell: string): boolean;
  back(): void;
  /** Choices without a cell: to pass, to kill nobody, to finish. */
  finish?(): void;
  hover(cell: string | null): void;
  help(cell: string): void;
  zoom(zoom: number): void;
  /** What happens on the board sounds so. */
  sound?(cues: readonly Cue[]): void;
}
