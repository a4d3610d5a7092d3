// What is made of games that were played: the newspaper of one, and what somebody has done in all of theirs.

import type { CareerView, FrontPageView } from "../generated/api";
import { read } from "./http";
import { inviteKeys } from "./invite-keys";

export const pressApi = {
  /** Returns the front page of a game that is over. */
  paper: (game: string): Promise<FrontPageView> => read("get", "/api/games/{game}/paper", { path: { game }, query: inviteKeys.query(game) }),
};

export const careerApi = {
  /** Yields what somebody has done in their games, again and again until every game is looked at; throws once `signal` ends that. */
  async *follow(signal: AbortSignal): AsyncGenerator<CareerView> {
    for (;;) {
      const found = await read("get", "/api/career", { signal });
      yield found;
      if (found.missing === 0) return;
    }
  },
};
