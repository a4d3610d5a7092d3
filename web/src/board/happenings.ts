// What a turn brought about, as the board wants to be told of it.

import type { Arrow } from "./arrows";
import type { Happened } from "./effects/plan";

/** Returns the cells that belong together between the position before a turn and the one after it. */
export const cellPairs = (happenings: readonly Happened[]): [string, string][] =>
  happenings.flatMap(({ cell, target }): [string, string][] => (cell !== null && target !== null ? [[cell, target]] : []));

/** Returns the ways that pieces went by their own turn, as arrows in their party's colour. */
export const waysOf = (happenings: readonly Happened[]): Arrow[] =>
  happenings.flatMap(({ kind, cell, target, party }) =>
    (kind === "moved" || kind === "left") && cell !== null && target !== null && cell !== target ? [{ from: cell, to: target, party: party ?? "" }] : [],
  );
