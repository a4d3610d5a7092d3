// What became of a pact as a whole, and which lines of the list kept or broke one.

import type { AsideView, PactView } from "../generated/api";
import type { BrokenPromise } from "../session/table-extras";

export type PactState = "proposed" | "declined" | "running" | "kept" | "broken" | "void";

/** Returns a pact's state: broken if one of its promises was, else running as long as one runs. */
export function pactState(pact: PactView): PactState {
  if (pact.state !== "concluded") return pact.state;
  const found = new Set(pact.promises.map((promise) => promise.verdict));
  for (const one of ["broken", "running", "kept"] as const) if (found.has(one)) return one;
  return "void";
}

/** Returns what somebody did about a pact, as texts call it: who declines their own proposal takes it back. */
export function deedOf(entry: AsideView, pacts: readonly PactView[]): AsideView["kind"] | "withdrawn" {
  const own = entry.kind === "declined" && pacts.some(({ id, by }) => id === entry.pact && by === entry.party);
  return own ? "withdrawn" : entry.kind;
}

const RANK: Readonly<Record<PactState, number>> = { proposed: 1, running: 2, broken: 3, kept: 3, void: 3, declined: 4 };

/** Sorts pacts: those that wait for me, then proposals, running ones, ended ones (the last first), rejected ones. */
export function sorted(pacts: readonly PactView[]): PactView[] {
  const rank = (pact: PactView): number => (pact.may.includes("accept") ? 0 : RANK[pactState(pact)]);
  return pacts.toReversed().toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the broken promises by the index of their line in the list. */
export function breaks(pacts: readonly PactView[]): ReadonlyMap<number, readonly BrokenPromise[]> {
  const found = new Map<number, BrokenPromise[]>();
  for (const pact of pacts)
    for (const promise of pact.promises)
      if (promise.verdict === "broken" && promise.line !== null)
        found.set(promise.line, [...(found.get(promise.line) ?? []), { pact, promise }]);
  return found;
}

/** Returns the pacts that bind a party now and how many promises it broke: how far its player can be trusted. */
export function trust(pacts: readonly PactView[], party: string): { bound: PactView[]; broken: number } {
  const promises = pacts.flatMap((pact) => pact.promises).filter((promise) => promise.by === party);
  return {
    bound: pacts.filter((pact) => pactState(pact) === "running" && pact.parties.includes(party)),
    broken: promises.filter((promise) => promise.verdict === "broken").length,
  };
}
