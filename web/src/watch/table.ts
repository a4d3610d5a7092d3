// Four of the cast who play while one watches.

import type { NewGameBody } from "../generated/api";
import { mixedTable } from "../lib/cast";

/** The level around which they come: neither those who blunder nor those who think for seconds. */
const LEVEL = "regular";
const PARTIES = ["r", "b", "y", "g"];

/** Returns a game of four people of the cast. */
export function castGame(): NewGameBody {
  const people = mixedTable(LEVEL, PARTIES.length);
  return { variant: "square-4", seats: PARTIES.map((party, i) => ({ party, player: "bot", level: people[i] ?? LEVEL })) };
}
