// Which of the games played here have a card on the first screen.

import type { GameSummaryView, SeatView } from "../generated/api";

/**
 * A game that was left before its first turn is clutter: it has a card only while a phone is awaited there, or where
 * there is nothing else to go back to (then the last one alone).
 */
export function worthACard(games: readonly GameSummaryView[]): GameSummaryView[] {
  const found = games.filter(({ ply, over, seats }) => ply > 0 || over || seats.some(({ player }) => player === "open"));
  return found.length > 0 ? found : games.slice(0, 1);
}

/** Returns who plays, in the order of the seats; parties whose players have one name stand together. */
export function together(seats: readonly SeatView[], called: (seat: SeatView) => string): { name: string; parties: string[] }[] {
  const found = new Map<string, string[]>();
  for (const seat of seats) {
    const name = called(seat);
    found.set(name, [...(found.get(name) ?? []), seat.party]);
  }
  return [...found].map(([name, parties]) => ({ name, parties }));
}
