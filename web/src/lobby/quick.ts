// Two ways to a game without a form: with friends by a link, with whoever is there.

import type { CatalogueView, LobbyView, NewTableBody, TableCardView } from "../generated/api";
import { firstLevel } from "../setup/seats";
import { DEFAULT_TERMS } from "../setup/default-terms";

/** Returns a table for four friends: the classic board, all seats but mine open to whoever has the link. */
export const withFriends = (): NewTableBody => ({ variant: "square-4", terms: { ...DEFAULT_TERMS, watch: "link" } });

/** Returns a table at which nobody waits: bots play the free seats until somebody takes them. */
export function withAnybody(catalogue: CatalogueView): NewTableBody {
  const variant = catalogue.variants.find(({ name }) => name === "square-4");
  const level = firstLevel(catalogue.bots);
  const seats = [...(variant?.players ?? "rbyg")].map((party, i) =>
    i === 0 ? { party, player: "me" as const } : { party, player: "open" as const, meanwhile: level },
  );
  return {
    variant: "square-4",
    seats,
    terms: { ...DEFAULT_TERMS, listed: true, clock: { kind: "turn", time: 120, increment: 0 } },
  };
}

/** A game is young enough to come in while no more turns than these have been played. */
const YOUNG_GAME_PLIES = 24;

/** Returns the table to join right now: the one that waits for the fewest, else one in which bots sit in. */
export function nearest({ waiting, playing }: LobbyView): TableCardView | null {
  const open = waiting.filter(({ free, mine, terms }) => free !== "" && mine === "" && terms.clock.kind !== "days");
  if (open.length > 0) return open.toSorted((a, b) => a.free.length - b.free.length)[0] ?? null;
  return playing.find(({ free, mine, ply, terms }) => free !== "" && mine === "" && ply < YOUNG_GAME_PLIES && terms.clock.kind !== "days") ?? null;
}
