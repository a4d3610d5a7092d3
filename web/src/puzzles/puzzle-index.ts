// What the puzzles' screens share while the app is open: the index, which hardly changes, and boards once drawn.

import { gamesApi } from "../api/games";
import { puzzlesApi } from "../api/puzzles";
import { memoized } from "../host/memoized";
import type { BoardView, PuzzleIndexView, PuzzleView } from "../generated/api";
import { dayOf } from "../lib/today.svelte";
import { monthOf } from "./calendar";

export interface Pictured {
  readonly puzzle: PuzzleView;
  readonly geometry: BoardView;
}

/** The index of all puzzles, with that of the day on which it was asked for. */
export interface DatedIndex extends PuzzleIndexView {
  readonly day: string;
}

const indexOn = memoized(async (day: string): Promise<DatedIndex> => ({ ...(await puzzlesApi.index(day)), day }));

/** Returns the index of all puzzles, with today's. */
export const puzzleIndex = (): Promise<DatedIndex> => indexOn(dayOf());

/** Tells whether a puzzle is that of a day. */
export async function isDaily(name: string, day: string): Promise<boolean> {
  const { days } = await puzzlesApi.calendar(monthOf(day));
  return days.some((one) => one.day === day && one.name === name);
}

/** Returns a puzzle with its board. */
export const puzzleOf = memoized(async (name: string): Promise<Pictured> => {
  const puzzle = await puzzlesApi.puzzle(name);
  return { puzzle, geometry: await gamesApi.board(puzzle.variant) };
});

/** The piece that stands for a theme: its party and kind; a corpse has neither. */
export const THEME_PIECES: Readonly<Record<string, readonly [party: string, kind: string]>> = {
  win: ["r", "C"],
  rescue: ["b", "C"],
  stroke: ["y", "A"],
  encirclement: ["", ""],
  mausoleum: ["g", "N"],
  maze: ["b", "D"],
  duel: ["r", "M"],
  ending: ["y", "R"],
};
