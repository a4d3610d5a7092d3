// What would be a game at one's own computer, as a table: bots stay bots, and other people come by the link.

import { tablesApi } from "../api/tables";
import type { NewGameBody, SeatChoice, SeatPlan } from "../generated/api";
import { GuestName } from "../people/guest-name.svelte";
import { named } from "../people/naming";
import { DEFAULT_TERMS } from "./default-terms";

function seat({ party, player, level }: SeatChoice): SeatPlan {
  if (player === "bot") return { party, player, level: level ?? null };
  return { party, player: player === "me" ? "me" : "open" };
}

export async function alone({ variant, edition = null, options, position = null, seats = [] }: NewGameBody): Promise<string> {
  await named(new GuestName().chosen);
  return tablesApi.make({
    variant,
    edition,
    ...(options ? { options } : {}),
    position,
    seats: seats.map(seat),
    terms: { ...DEFAULT_TERMS, watch: "link", absence: "wait" },
  });
}
