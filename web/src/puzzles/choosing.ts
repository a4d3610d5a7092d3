// Which puzzle comes next.

import type { PuzzleIndexRowView } from "../generated/api";
import { isDay } from "./calendar";

/** By how much the next puzzle is harder than the reader is strong. */
const STRETCH = 60;

/** From so many of the nearest one is drawn, so that the same rating does not always lead to the same puzzle. */
const DRAWN_FROM = 6;

export interface PuzzleFilter {
  /** "" for all themes, all boards. */
  readonly kind: string;
  readonly variant: string;
}

export const EVERYTHING: PuzzleFilter = { kind: "", variant: "" };

export const fits = ({ kind, variant }: PuzzleFilter, row: Pick<PuzzleIndexRowView, "kind" | "variant">): boolean =>
  (kind === "" || row.kind === kind) && (variant === "" || row.variant === variant);

/** Reads a filter from what an address asks for: `?kind=maze&variant=hex-3`. */
export function filterOf(search: string): PuzzleFilter {
  const asked = new URLSearchParams(search);
  return { kind: asked.get("kind") ?? "", variant: asked.get("variant") ?? "" };
}

/** Reads from what an address asks for the day whose puzzle it is, if that has come: `?day=2026-11-21`; "" for none. */
export function dayIn(search: string, today: string): string {
  const day = new URLSearchParams(search).get("day") ?? "";
  return isDay(day) && day <= today ? day : "";
}

/** Returns the next puzzle for a reader of this rating: one that was never tried, else one that is not solved; null if all are. */
export function nextPuzzle<Row extends Pick<PuzzleIndexRowView, "name" | "rating">>(
  rows: readonly Row[],
  rating: number,
  outcome: (row: Row) => string | null,
  besides = "",
  random: () => number = Math.random,
): Row | null {
  const others = rows.filter(({ name }) => name !== besides);
  const fresh = others.filter((row) => outcome(row) === null);
  const open = fresh.length > 0 ? fresh : others.filter((row) => outcome(row) === "failed");
  const far = (row: Row): number => Math.abs(row.rating - rating - STRETCH);
  const near = open.toSorted((one, other) => far(one) - far(other)).slice(0, DRAWN_FROM);
  return near[Math.floor(random() * near.length)] ?? null;
}
