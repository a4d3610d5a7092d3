// What has to be answered besides one's turn, in words: as it is shown, and as it is told to those who do not see it come.

import { nameWithParty, playerName } from "../lib/phrases";
import { t, texts } from "../lib/texts.svelte";
import type { GameFeed } from "../session/game-feed.svelte";
import type { Session } from "../session/session.svelte";
import { drawOffer } from "../session/standing";

/** Returns who offers a draw; "" if there is nothing to answer. */
export function drawWords(feed: GameFeed): string {
  const party = drawOffer(feed);
  return party && t("web.draw.asked", { party: nameWithParty(feed.seat(party), party) });
}

/** Returns who has as good as won; "" if nobody has. */
export function leaderWords({ feed, hints }: Session): string {
  const party = feed.over ? null : hints.leader;
  return party === null ? "" : t("web.decided", { party: nameWithParty(feed.seat(party), party) });
}

/** Returns what a bot would play; "" if it was not asked. */
export const proposalWords = ({ hints }: Session): string => (hints.proposal ? texts.of(hints.proposal.words) : "");

/** Returns what is voted on; "" if nothing is. */
export function voteWords(feed: GameFeed): string {
  const vote = feed.table?.vote;
  if (!vote) return "";
  const player = vote.party ? playerName(feed.seat(vote.party), vote.party) : "";
  return t(`table.vote.${vote.kind}`, { player, n: (vote.kept ?? 0) + 1 });
}

/** Returns all of that as sentences; `voting` says whether votes can be told of: their words come with the table's. */
export function besides(session: Session, voting: boolean): string[] {
  const { feed } = session;
  const proposal = proposalWords(session);
  return [
    feed.table ? (voting ? voteWords(feed) : "") : drawWords(feed),
    leaderWords(session),
    proposal && `${t("web.hint.bot")} ${proposal}`,
  ].filter((words) => words !== "");
}
