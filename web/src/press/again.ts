// A game once more from one of its turns, with the same seats.

import type { FrontPageView, MomentView, NewGameBody, SeatChoice } from "../generated/api";

/** Returns the game that begins before a turn. Whoever looks plays what they played, or, as a guest, whose turn it is. */
export function gameFrom(paper: Pick<FrontPageView, "variant" | "seats" | "mine">, moment: Pick<MomentView, "before" | "party" | "seats">, alone: boolean): NewGameBody {
  const mine = paper.mine || moment.party;
  const seats = paper.seats
    .filter(({ party }) => moment.seats.includes(party))
    .map(({ party, player, name, level }): SeatChoice => {
      if (player === "bot" && party !== mine) return { party, player, level };
      if (party === mine[0]) return { party, player: "me", name };
      // People who are not here are played by bots.
      return alone ? { party, player: "bot" } : { party, player: "person", name };
    });
  return { variant: paper.variant, position: moment.before, seats };
}
