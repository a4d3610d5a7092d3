// The rooms of a table: for all, for some of the parties, for those who watch.

import type { AsideView, LineView, TalkTermsView } from "../generated/api";
import { TABLE, WATCH } from "../session/talk-feed.svelte";

export interface Room {
  readonly key: string;
  /** The parties of a private room; "" for the table's and the watchers'. */
  readonly parties: string;
}

/** Said close together by the same person, it stands under one name. */
const TOGETHER_MS = 4 * 60_000;

const isPrivate = (key: string): boolean => key !== TABLE && key !== WATCH;

/** Tells whether this player may speak in a room. */
export function speaks(terms: TalkTermsView, key: string, mine: string): boolean {
  if (terms.rooms.includes(key)) return true;
  return isPrivate(key) && terms.rooms.includes("*") && [...mine].some((party) => key.includes(party));
}

/** Returns the table's room, then the private ones, the last used first, then the watchers'. */
export function rooms(entries: readonly AsideView[], terms: TalkTermsView, begun: readonly string[]): Room[] {
  const used = [...new Set([...entries.map((entry) => entry.room).toReversed(), ...begun])];
  const keys = used.filter(isPrivate);
  if (entries.some((entry) => entry.room === TABLE) || terms.talk !== "silent") keys.unshift(TABLE);
  if (used.includes(WATCH) || terms.rooms.includes(WATCH)) keys.push(WATCH);
  return keys.map((key) => ({ key, parties: isPrivate(key) ? key : "" }));
}

/** Returns the key of the room of these parties, in the order of the seats. */
export const roomOf = (parties: readonly string[], seats: readonly string[]): string =>
  seats.filter((party) => parties.includes(party)).join("");

/** Returns after how many lines of the list something was said. */
export function linesAt(lines: readonly LineView[], event: number): number {
  const after = lines.findIndex((line) => line.event > event);
  return after < 0 ? lines.length : after;
}

/** Tells whether an entry goes on where the one before it left off. */
export function follows(before: AsideView | undefined, entry: AsideView): boolean {
  if (!before || before.kind !== "said" || entry.kind !== "said") return false;
  const same = before.party === entry.party && before.name === entry.name && before.event === entry.event;
  return same && Date.parse(entry.at) - Date.parse(before.at) < TOGETHER_MS;
}
