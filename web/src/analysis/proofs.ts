// What is certain of a game's positions, in words, and where in the game that changes.

import type { ProofView, TurnReviewView } from "../generated/api";
import { partyName } from "../lib/phrases";
import { t, texts } from "../lib/texts.svelte";

/** Returns a sentence of a proof: `key`, or its form for a number of the winner's own turns. */
const sentence = (key: string, winner: string, n: number | null): string => {
  const party = partyName(winner);
  return n === null ? t(key, { party }) : texts.count(key, n, { party });
};

/** Returns what is certain of a position, as a sentence. */
export const proofText = ({ winner, own_turns, drawn }: ProofView): string =>
  winner === null ? t(drawn ? "study.proof.drawn" : "study.proof.shared") : sentence("study.proof.wins", winner, own_turns);

/** Returns that a win was let slip, as a sentence. */
export const missedText = ({ winner, own_turns }: ProofView): string => sentence("study.proof.missed", winner ?? "", own_turns);

/** Something becomes certain in a game, or a win that was certain is let slip. */
export interface ProofEvent {
  /** After how many turns. */
  readonly number: number;
  readonly kind: "proved" | "missed";
  readonly proof: ProofView;
}

/** Returns what becomes certain in a game and what is let slip, in order; `game` are its nodes. */
export function proofEvents(game: readonly number[], judged: ReadonlyMap<number, TurnReviewView>): ProofEvent[] {
  const found: ProofEvent[] = [];
  let known: ProofView | null = null;
  for (const [number, id] of game.entries()) {
    const { proof = null, missed = null } = judged.get(id) ?? {};
    if (missed) found.push({ number, kind: "missed", proof: missed });
    if (proof && (known === null || known.winner !== proof.winner)) found.push({ number, kind: "proved", proof });
    known = proof;
  }
  return found;
}
