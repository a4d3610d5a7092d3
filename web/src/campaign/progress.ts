// How far one has come in the campaign: kept with the preferences, and read again from the games that are stored.

import { gamesApi } from "../api/games";
import { preferences } from "../lib/settings.svelte";
import { beganAtStart, wonStage } from "./stages";

/** Keeps that these stages are won, besides those that were. */
export function keepWon(ranks: readonly string[]): void {
  const known = preferences.kept.campaign;
  const fresh = [...new Set(ranks)].filter((rank) => !known.includes(rank));
  if (fresh.length > 0) preferences.set({ campaign: [...known, ...fresh] });
}

/** Reads the games played here last for stages that were won while nobody looked. */
export async function readWon(): Promise<void> {
  const { games } = await gamesApi.recent();
  const found = games.map(async (game): Promise<string[]> => {
    const rank = wonStage(game);
    if (rank === null || preferences.kept.campaign.includes(rank)) return [];
    return beganAtStart(await gamesApi.record(game.id)) ? [rank] : [];
  });
  keepWon((await Promise.all(found)).flat());
}
