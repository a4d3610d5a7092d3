// What became of a pact as a whole, and which lines of the list kept or broke one.

import type { PactView } from "../generated/api";
import type { BrokenPromise } from "../session/extras";

export type PactState = "proposed" | "declined" | "running" | "kept" | "broken" | "void";

/** Broken if one of its promises was; else it runs as long as one runs. */
export function pactState(pact: PactView): PactState {
  if (pact.state !== "concluded") return pact.state;
  const found = new Set(pact.promises.map((promise) => promise.verdict));
  for (const one of ["broken", "running", "kept"] as const) if (found.has(one)) return one;
  return "void";
}

const RANK: Readonly<Record<PactState, number>> = { proposed: 1, running: 2, broken: 3, kept: 3, void: 3, declined: 4 };

/** What waits for me first, then what is proposed, what holds, what is over (the last first), what came to nothing. */
export function sorted(pacts: readonly PactView[]): PactView[] {
  const rank = (pact: PactView): number => (pact.may.includes("accept") ? 0 : RANK[pactState(pact)]);
  return pacts.toReversed().toSorted((a, b) => rank(a) - rank(b));
}

/** By the index of a line of the list: the promises that were broken there. */
export function breaks(pacts: readonly PactView[]): ReadonlyMap<number, readonly BrokenPromise[]> {
  const found = new Map<number, BrokenPromise[]>();
  for (const pact of pacts)
    for (const promise of pact.promises)
      if (promise.verdict === "broken" && promise.line !== null)
        found.set(promise.line, [...(found.get(promise.line) ?? []), { pact, promise }]);
  return found;
}

/** What binds a party now, and what it broke: how its player is to be trusted. */
export function trust(pacts: readonly PactView[], party: string): { bound: PactView[]; broken: number } {
  const promises = pacts.flatMap((pact) => pact.promises).filter((promise) => promise.by === party);
  return {
    bound: pacts.filter((pact) => pactState(pact) === "running" && pact.parties.includes(party)),
    broken: promises.filter((promise) => promise.verdict === "broken").length,
  };
}
