// What became of a pact as a whole, and which lines of the list kept or broke one.

import type { PactView, PromiseView } from "../generated/messages";

export type Standing = "proposed" | "declined" | "running" | "kept" | "broken" | "void";

/** Broken if one of its promises was; else it runs as long as one runs. */
export function standing(pact: PactView): Standing {
  if (pact.state !== "concluded") return pact.state;
  const found = new Set(pact.promises.map((promise) => promise.verdict));
  for (const one of ["broken", "running", "kept"] as const) if (found.has(one)) return one;
  return "void";
}

const RANK: Readonly<Record<Standing, number>> = { proposed: 1, running: 2, broken: 3, kept: 3, void: 3, declined: 4 };

/** What waits for me first, then what is proposed, what holds, what is over (the last first), what came to nothing. */
export function sorted(pacts: readonly PactView[]): PactView[] {
  const rank = (pact: PactView): number => (pact.may.includes("accept") ? 0 : RANK[standing(pact)]);
  return pacts.toReversed().toSorted((a, b) => rank(a) - rank(b));
}

export interface Mark {
  readonly pact: PactView;
  readonly promise: PromiseView;
}

/** By the index of a line of the list: the promises that were broken there. */
export function breaks(pacts: readonly PactView[]): ReadonlyMap<number, readonly Mark[]> {
  const found = new Map<number, Mark[]>();
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
    bound: pacts.filter((pact) => standing(pact) === "running" && pact.parties.includes(party)),
    broken: promises.filter((promise) => promise.verdict === "broken").length,
  };
}
