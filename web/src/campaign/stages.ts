// The campaign: a table at every rank of the cast, from the Backbenchers to the Eminences. A stage is known by who sits there and by its
// rules, so a stored game tells by itself that it was played in the campaign, and progress can always be read from the games again.

import type { NewGameBody, SeatView } from "../generated/api";

export interface Stage {
  /** The rank, which is the bots' level. */
  readonly rank: string;
  readonly variant: string;
  readonly edition: string;
  /** The party that one leads; the others follow in the order of the seats. */
  readonly parties: string;
  readonly bots: readonly string[];
}

const stage = (rank: string, variant: string, edition: string, parties: string, ...characters: string[]): Stage => ({
  rank,
  variant,
  edition,
  parties,
  bots: characters.map((character) => (character === "" ? rank : `${rank}:${character}`)),
});

export const STAGES: readonly Stage[] = [
  stage("novice", "square-4", "original", "rbyg", "", "courtier", "opportunist"),
  stage("learner", "square-4", "original", "rbyg", "builder", "opportunist", "usurper"),
  stage("casual", "hex-3", "harcourt", "rby", "avenger", "usurper"),
  stage("regular", "square-4", "bga", "rbyg", "", "avenger", "courtier"),
  stage("club", "polygon-5", "harcourt", "rbygp", "", "builder", "opportunist", "usurper"),
  stage("expert", "square-4", "original", "rbyg", "avenger", "courtier", "usurper"),
  stage("master", "hex-6", "harcourt-advanced", "rbygpo", "", "avenger", "builder", "opportunist", "usurper"),
  stage("grandmaster", "square-4", "original", "rbyg", "", "courtier", "usurper"),
];

/** What is asked of a game to know which stage it was. */
export interface PlayedGame {
  readonly variant: string;
  /** Those of an edition without changes are called by its name. */
  readonly rules: string;
  readonly seats: readonly Pick<SeatView, "party" | "player" | "level">[];
}

/** Returns the stage that a game was: the one where I sit alone among exactly these people, on this board and by these rules. */
export function stageOf({ variant, rules, seats }: PlayedGame): Stage | null {
  const mine = seats.filter(({ player }) => player === "me");
  const others = seats.filter(({ player }) => player === "bot").map(({ level }) => level);
  if (mine.length !== 1 || mine.length + others.length !== seats.length) return null;
  const same = (bots: readonly string[]): boolean => bots.length === others.length && bots.every((bot) => others.includes(bot));
  return STAGES.find((each) => each.variant === variant && each.edition === rules && same(each.bots)) ?? null;
}

/** Returns the rank of the stage that a finished game won, alone or with others; null if it won none: where nobody lost, nobody won. */
export function wonStage(game: PlayedGame & { readonly over: boolean; readonly winners: string }): string | null {
  const me = game.seats.find(({ player }) => player === "me");
  const won = me !== undefined && game.winners.includes(me.party) && game.winners.length < game.seats.length;
  return game.over && won ? (stageOf(game)?.rank ?? null) : null;
}

/** Tells from a game's record whether it began as its board does: one from the middle of another game has its position in a tag. */
export const beganAtStart = (record: string): boolean => !/^\[Position "/m.test(record.split("\n\n", 1)[0] ?? "");

/** Returns the stages that are open, by rank: those won, and the first that is not. */
export function openStages(won: readonly string[]): string[] {
  const next = STAGES.find(({ rank }) => !won.includes(rank));
  return STAGES.map(({ rank }) => rank).filter((rank) => won.includes(rank) || rank === next?.rank);
}

/** Returns the stage after a rank; null after the last. */
export const stageAfter = (rank: string): Stage | null => STAGES[STAGES.findIndex((each) => each.rank === rank) + 1] ?? null;

/** Returns the new game of a stage. */
export const gameOf = ({ variant, edition, parties, bots }: Stage, name: string): NewGameBody => ({
  variant,
  edition,
  seats: [...parties].map((party, i) => (i === 0 ? { party, player: "me", name } : { party, player: "bot", level: bots[i - 1] ?? "" })),
});
