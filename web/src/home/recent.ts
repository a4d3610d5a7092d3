// The games played here, a page after the other, and which of them have a card on the first screen.

import { gamesApi } from "../api/games";
import type { GameSummaryView, RecentGamesView, SeatView } from "../generated/api";

/** Reads on in the games played here until there are `count` of them; those that are `known` are not read again. */
export async function readGames(count: number, known: readonly GameSummaryView[] = []): Promise<RecentGamesView> {
  // A game that was played meanwhile has moved to the front, and another one comes twice.
  const found = new Map(known.map((game) => [game.id, game]));
  let more = true;
  while (more && found.size < count) {
    const page = await gamesApi.recent(found.size);
    for (const game of page.games) found.set(game.id, game);
    ({ more } = page);
  }
  return { games: [...found.values()], more };
}

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
