// What the press makes of a finished game.

import type { FrontPageView } from "../generated/api";
import { read } from "./http";

export const pressApi = {
  /** Returns the front page of a game that is over. */
  paper: (game: string): Promise<FrontPageView> => read("get", "/api/games/{game}/paper", { path: { game } }),
};
