// Four of the cast who play while one watches.

import type { BotView, CharacterView, NewGameBody } from "../generated/api";

/** Where the levels begin and end from which they come: neither those who blunder nor those who think for seconds. */
const WEAKEST = 2;
const STRONGEST = 6;

const picked = <T>(from: readonly T[], chance: () => number): T | undefined => from[Math.floor(chance() * from.length)];

/** Returns a game of four people of the cast, no two of the same character. */
export function castGame(bots: readonly BotView[], characters: readonly CharacterView[], chance: () => number = Math.random): NewGameBody {
  const levels = bots.slice(WEAKEST, STRONGEST).map(({ level }) => level);
  const manners = ["", ...characters.map(({ character }) => character)]
    .map((name) => ({ name, place: chance() }))
    .toSorted((one, other) => one.place - other.place);
  return {
    variant: "square-4",
    seats: [..."rbyg"].map((party, i) => {
      const level = picked(levels, chance) ?? "";
      const manner = manners[i % manners.length]?.name ?? "";
      return { party, player: "bot" as const, level: manner === "" ? level : `${level}:${manner}` };
    }),
  };
}
