// A game that begins from another screen: here at once, or at a table of one's own where people share the server.

import { gamesApi } from "../api/games";
import type { CreatedGameView, NewGameBody } from "../generated/api";
import { me } from "../lib/me.svelte";

export const start = async (game: NewGameBody): Promise<CreatedGameView> =>
  me.online ? { id: await (await import("./private-table")).alone(game) } : gamesApi.create(game);
