// What becomes certain in a game, and what is let slip: once each, in order.

import { describe, expect, it } from "vitest";

import { proofEvents } from "../src/analysis/proofs";
import type { ProofView, TurnReviewView } from "../src/generated/api";

const wins = (winner: string | null, own_turns: number | null = null): ProofView => ({ winner, own_turns, drawn: false });

const reviewed = (...found: [proof: ProofView | null, missed?: ProofView][]): Map<number, TurnReviewView> =>
  new Map(
    found.map(([proof, missed = null], number) => [
      // Nodes are no numbers of turns.
      10 + number,
      { number, total: found.length - 1, shares: {}, best: null, loss: 0, mark: null, proof, missed },
    ]),
  );
const GAME = [10, 11, 12, 13, 14];

describe("the proofs of a game", () => {
  it("are named where they begin, not at every turn", () => {
    const judged = reviewed([null], [wins("r", 3)], [wins("r", 2)], [wins("r")], [null]);
    expect(proofEvents(GAME, judged)).toEqual([{ number: 1, kind: "proved", proof: wins("r", 3) }]);
  });

  it("end with a win that is let slip, and may begin again", () => {
    const judged = reviewed([wins("r", 2)], [null, wins("r", 2)], [wins("b", 1)], [wins("r"), wins("b", 1)], [wins(null)]);
    expect(proofEvents(GAME, judged).map(({ number, kind, proof }) => `${number} ${kind} ${proof.winner}`)).toEqual([
      "0 proved r",
      "1 missed r",
      "2 proved b",
      "3 missed b",
      "3 proved r",
      "4 proved null",
    ]);
  });

  it("are none where nothing was looked at", () => {
    expect(proofEvents(GAME, new Map())).toEqual([]);
  });
});
