// Who a bot is: a person of the cast for every level and character, by the bot's name (`novice:avenger`).

import people from "../../../src/djambi/bots/cast.json";

export interface CastMember {
  name: string;
  /** Which form of words is used of them: "f" or "m". */
  gender: string;
}

const CAST: Readonly<Record<string, CastMember>> = people;

/** The names of all bots who are somebody, the lowest rank first, six of each. */
export const BOTS: readonly string[] = Object.keys(CAST);

/** Returns who a bot is; null for those that are nobody (`random`, an unknown level). */
export const castMember = (bot: string | null): CastMember | null => (bot !== null && Object.hasOwn(CAST, bot) ? (CAST[bot] ?? null) : null);

const levelOf = (bot: string): string => bot.split(":")[0] ?? "";

/** The levels that people of the cast have, the lowest first. */
export const RANKS: readonly string[] = [...new Set(BOTS.map(levelOf))];

const shuffled = (bots: readonly string[]): string[] =>
  bots.map((bot) => ({ bot, lot: Math.random() })).toSorted((a, b) => a.lot - b.lot).map(({ bot }) => bot);

/**
 * Returns bots of a level for so many seats: other people each time, and nobody twice nor one of those `seated`. Where a level
 * has not so many, people of the levels next to it come; a level that nobody of the cast has gives the same bot again.
 */
export function tableOf(level: string, count: number, seated: readonly string[] = []): string[] {
  const rank = RANKS.indexOf(level);
  if (rank < 0) return Array<string>(count).fill(level);
  const near = RANKS.toSorted((a, b) => Math.abs(RANKS.indexOf(a) - rank) - Math.abs(RANKS.indexOf(b) - rank));
  return near
    .flatMap((each) => shuffled(BOTS.filter((bot) => levelOf(bot) === each && !seated.includes(bot))))
    .slice(0, count);
}

/** Returns people of different levels around one: a table with somebody to beat and somebody to fear. */
export function mixedTable(level: string, count: number): string[] {
  const rank = Math.max(0, RANKS.indexOf(level));
  const lowest = Math.min(Math.max(0, rank - 1), RANKS.length - 3);
  const found: string[] = [];
  for (let i = 0; i < count; i++) found.push(...tableOf(RANKS[lowest + (i % 3)] ?? level, 1, found));
  return shuffled(found);
}
