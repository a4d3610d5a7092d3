// What the state of a game means for those who sit at this device.

import type { HappeningView } from "../generated/api";
import type { GameFeed } from "./game-feed.svelte";

/** Returns the parties of mine that are still in the game. */
export function ownParties({ mine, state }: Pick<GameFeed, "mine" | "state">): string[] {
  return [...mine].filter((party) => state?.view.parties.some((one) => one.party === party && one.status === "active"));
}

/** Returns the party that is meant where one acts from here: the one whose turn it is, else the first of mine that is still in the game. */
export function ownParty(feed: Pick<GameFeed, "mine" | "state">): string | null {
  const mine = ownParties(feed);
  const mover = feed.state?.view.mover ?? "";
  return mine.includes(mover) ? mover : (mine[0] ?? null);
}

/** Returns the party of mine that resigned and may play on if the others agree; null if none may. */
export function returner(feed: GameFeed): string | null {
  const { view } = feed.state ?? {};
  return view?.parties.find((p) => p.may_return && feed.mine.includes(p.party))?.party ?? null;
}

/** Tells whether a party of mine may be asked back now: not at a rated table, nor while a vote is held. */
export function mayReturn(feed: GameFeed): boolean {
  return returner(feed) !== null && feed.table?.terms.rated !== true && (feed.table?.vote ?? null) === null;
}

/** Tells whether I may call a vote now: a party of mine is in the game, no bot plays it, and no vote is held. */
export function mayCall(feed: GameFeed): boolean {
  const { table } = feed;
  if (table?.stage !== "playing" || table.vote) return false;
  const plays = (party: string): boolean => feed.seat(party)?.stand_in === null;
  return ownParties(feed).some(plays);
}

/** Tells whether I have a say in the vote that is held. */
export function hasVote(feed: GameFeed): boolean {
  const voters = feed.table?.vote?.voters ?? "";
  return [...feed.mine].some((party) => voters.includes(party));
}

/** Returns my answer in the vote that is held, null as long as it waits for one: in an open vote everybody sees it, in a secret one the server tells only me. */
export function ballot(feed: GameFeed): boolean | null {
  const agreed = feed.table?.vote?.agreed ?? "";
  return feed.state?.you.place?.ballot ?? ([...feed.mine].some((party) => agreed.includes(party)) || null);
}

/** Returns the key of the end's title: victory or defeat for one person alone, just the end around one screen. */
export function outcome(feed: GameFeed): "web.end" | "web.end.won" | "web.end.lost" {
  const winners = feed.state?.view.result?.ranking[0] ?? [];
  if (feed.mine.length !== 1 || (winners.length > 1 && winners.includes(feed.mine))) return "web.end";
  return winners.includes(feed.mine) ? "web.end.won" : "web.end.lost";
}

/** Returns the party that offered a draw to somebody here who still plays; "" if there is nothing to answer. */
export function drawOffer(feed: GameFeed): string {
  const { draw = "" } = feed.state ?? {};
  return ownParties(feed).some((party) => !draw.includes(party)) ? draw.slice(0, 1) : "";
}

/** Tells whether all who are still in the game play at this device: what they agree to is done at once. */
export function allHere({ mine, state }: Pick<GameFeed, "mine" | "state">): boolean {
  return state?.view.parties.every(({ party, status }) => status !== "active" || mine.includes(party)) === true;
}

/** Tells whether this is watched as bots' play alone, and may be commented on by the search: never a table of people. */
export function amongBots(feed: GameFeed): boolean {
  const { view } = feed.state ?? {};
  if (!view || feed.table !== null) return false;
  const playing = view.mover === null ? [] : view.parties.filter(({ status }) => status === "active");
  const sitters = playing.length > 0 ? playing.map(({ party }) => feed.seat(party)) : feed.seats;
  return sitters.every((seat) => seat?.player === "bot");
}

/** Tells whether all of this device's parties have fallen and the others go on. */
export function out(feed: GameFeed): boolean {
  const { view } = feed.state ?? {};
  if (!view || view.mover === null || feed.past !== null || feed.mine === "") return false;
  return ownParties(feed).length === 0;
}

/** What changes who plays, for whom, or after whom. */
const FATES: ReadonlySet<HappeningView["kind"]> = new Set([
  "vassal", "passed_on", "inherited", "encircled", "resigned", "flagged", "woken", "returned", "power", "power_left", "power_lost",
]);
const MOST_NEWS = 3;

/** Returns what befell parties in the recent turns, the latest last; at somebody's own turn without what they did themselves. */
export function news({ recent, mine, myTurn, past, over }: Pick<GameFeed, "recent" | "mine" | "myTurn" | "past" | "over">): HappeningView[] {
  if (past !== null || over) return [];
  const others = myTurn ? recent.filter(({ party }) => party !== mine) : recent;
  return others
    .flatMap(({ happenings }) => happenings)
    .filter(({ kind }) => FATES.has(kind))
    .slice(-MOST_NEWS);
}
