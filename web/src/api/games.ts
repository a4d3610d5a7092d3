// Games at one computer, and what all games are made of: catalogue, rules, boards.

import type { BoardView, CatalogueView, CreatedGameView, LanView, NewGameBody, RecentGamesView, RulesChoice, RulesReportView } from "../generated/api";
import { memoized } from "../host/memoized";
import { call, read } from "./http";
import { inviteKeys } from "./invite-keys";

export const gamesApi = {
  catalogue: (): Promise<CatalogueView> => read("get", "/api/catalogue"),
  rules: (choice: RulesChoice): Promise<RulesReportView> => read("post", "/api/rules", { body: choice }),
  /** Returns a page of the games played here, the newest first, after as many as are skipped. */
  recent: (skip = 0): Promise<RecentGamesView> => read("get", "/api/games", skip > 0 ? { query: { skip } } : {}),
  create: (game: NewGameBody): Promise<CreatedGameView> => read("post", "/api/games", { body: game }),
  /** Creates a game from a record. */
  load: (text: string): Promise<CreatedGameView> => read("post", "/api/games/load", { body: { text } }),
  rematch: (game: string): Promise<CreatedGameView> => read("post", "/api/games/{game}/rematch", { path: { game } }),
  record: async (game: string): Promise<string> => (await call("get", "/api/games/{game}/record", { path: { game }, query: inviteKeys.query(game) })).text(),
  remove: async (game: string): Promise<void> => void (await call("delete", "/api/games/{game}", { path: { game } })),
  lan: (): Promise<LanView> => read("get", "/api/lan"),
  /** Returns the shape of a board; it is fetched once. */
  board: memoized((variant: string): Promise<BoardView> => read("get", "/api/boards/{variant}", { path: { variant } })),
};
