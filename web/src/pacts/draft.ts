// A pact in the making: a few lines, each a promise by one party or by all of them.

import type { PactTableView, PactView, PieceView, PromiseBodyInput, SeatView } from "../generated/api";
import { capital, nameWithParty, theToken } from "../lib/phrases";
import { texts } from "../lib/texts.svelte";
import type { PromiseDraft, SparedPiece } from "../session/talk-feed.svelte";

/** A promise that all parties of the pact give. */
export const ALL = "*";

export const FIRST: PromiseDraft = { by: ALL, kind: "peace", rounds: 3, other: ALL, piece: null };

/** Returns what a promise can be about: in a peace the others of the pact, in an attack those outside it. */
export function aims(draft: PromiseDraft, parties: readonly string[], active: readonly string[]): string[] {
  if (draft.kind === "peace") return draft.by === ALL ? [ALL] : parties.filter((party) => party !== draft.by);
  const outside = active.filter((party) => !parties.includes(party));
  const inside = draft.by === ALL ? [] : active.filter((party) => parties.includes(party) && party !== draft.by);
  return [...outside, ...inside];
}

/** Returns the promises of a draft, one by each who gives it; empty while something is missing. `owner` plays the piece that is spared. */
export function promises(
  draft: PromiseDraft,
  parties: readonly string[],
  table: PactTableView,
  owner: string | null = null,
): PromiseBodyInput[] {
  const about = table.kinds.find((kind) => kind.kind === draft.kind)?.about ?? null;
  const givers = draft.by === ALL ? parties : [draft.by];
  const { kind, rounds } = draft;
  return givers.flatMap((by): PromiseBodyInput[] => {
    if (about === "piece") return draft.piece === null || by === owner ? [] : [{ by, kind, rounds, cell: draft.piece.cell }];
    if (about === null) return [{ by, kind, rounds }];
    const others = draft.other === ALL ? parties : [draft.other];
    return others.filter((other) => other !== "" && other !== by).map((other) => ({ by, kind, rounds, other }));
  });
}

/** Returns promises with those that say the same made into one, whose rounds keep all of them. */
export function united(given: readonly PromiseBodyInput[], table: PactTableView): PromiseBodyInput[] {
  const found = new Map<string, PromiseBodyInput>();
  for (const promise of given) {
    const { by, kind, other, cell } = promise;
    const key = [by, kind, other, cell].join();
    const once = table.kinds.find((one) => one.kind === kind)?.by_deed === "kept";
    const known = found.get(key) ?? promise;
    found.set(key, { ...promise, rounds: (once ? Math.min : Math.max)(known.rounds, promise.rounds) });
  }
  return [...found.values()];
}

/** Returns the piece that a promise is about, if it still stands there: another one on its cell was never meant. */
export const standing = (spared: SparedPiece | null, pieces: readonly PieceView[]): PieceView | null =>
  pieces.find(({ cell, party, kind }) => cell === spared?.cell && party === spared.party && kind === spared.kind) ?? null;

/** Returns the lines with which a pact that exists would be written: to make a counter-proposal from. */
export function draftsOf(pact: PactView): PromiseDraft[] {
  const { length } = pact.parties;
  const peace = pact.promises.filter(({ kind }) => kind === "peace").map(({ rounds }) => rounds);
  const [lasting, ...differing] = new Set(peace);
  const mutual = peace.length === length * (length - 1) && differing.length === 0;
  const found: PromiseDraft[] = mutual && lasting !== undefined ? [{ ...FIRST, rounds: lasting }] : [];
  for (const { by, kind, rounds, other, piece } of pact.promises) {
    if (kind === "peace" && mutual) continue;
    found.push({ by, kind, rounds, other: other ?? "", piece: piece && piece.now !== null ? { ...piece, cell: piece.now } : null });
  }
  return found;
}

/** Returns a promise that is not made yet as a sentence, in which parties are called by those who play them. */
export function sentenceOf(
  { by, kind, rounds, other, cell }: PromiseBodyInput,
  game: { seat(party: string): SeatView | null; state: { view: { pieces: readonly PieceView[] } } | null },
): string {
  const named = (party: string): string => nameWithParty(game.seat(party), party);
  const piece = game.state?.view.pieces.find((one) => one.cell === cell);
  const values = { by: named(by), other: other ? named(other) : "", piece: piece ? theToken(piece) : "", cell: cell ?? "" };
  return capital(texts.count(`pact.promise.${kind}`, rounds, values));
}
