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
