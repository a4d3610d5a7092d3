// A game that begins from another screen: here at once, or at a table of one's own where people share the server.

import { gamesApi } from "../api/games";
import type { GameMade, NewGame } from "../generated/api";
import { me } from "../lib/me.svelte";

export const start = async (game: NewGame): Promise<GameMade> =>
  me.online ? { id: await (await import("./private-table")).alone(game) } : gamesApi.create(game);
