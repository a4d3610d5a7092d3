// Which pieces a sentence speaks of: a newcomer does not know their drawings by name.

import { KINDS } from "../board/scene";

/** A piece that may be spoken of; a `PieceView` is one. */
export interface NamedPiece {
  readonly cell: string;
  readonly party: string;
  readonly kind: string;
}

/** A part of a sentence: words, or the name of a kind of piece, whose party is "" where the sentence leaves it open. */
export interface SentencePart {
  readonly text: string;
  readonly kind: string;
  readonly party: string;
}

export interface Naming {
  /** Returns the name of a kind of piece. */
  kind(kind: string): string;
  /** Returns what a party's pieces are called: "red". */
  colour(party: string): string;
}

const YOURS = /(?:your|votre|vos)\s+$/iu;

/** Splits a sentence at the names of pieces, alone or in the plural; `mover` is the party that is spoken to. */
export function pictured(sentence: string, naming: Naming, pieces: readonly NamedPiece[], mover: string): SentencePart[] {
  const kinds = new Map(KINDS.map((kind) => [naming.kind(kind), kind]));
  const parts: SentencePart[] = [];
  let end = 0;
  for (const { 0: text, 1: name = "", index } of sentence.matchAll(new RegExp(`(?<!\\p{L})(${[...kinds.keys()].join("|")})s?(?!\\p{L})`, "gu"))) {
    const kind = kinds.get(name) ?? "";
    const [before, after] = [sentence.slice(0, index), sentence.slice(index + text.length)];
    if (index > end) parts.push({ text: sentence.slice(end, index), kind: "", party: "" });
    parts.push({ text, kind, party: partyOf(kind, before, after, naming, pieces, mover) });
    end = index + text.length;
  }
  return end < sentence.length ? [...parts, { text: sentence.slice(end), kind: "", party: "" }] : parts;
}

/** Returns the party of a piece that is named: by the words beside it, by its cell, or because there is only one. */
function partyOf(kind: string, before: string, after: string, naming: Naming, pieces: readonly NamedPiece[], mover: string): string {
  if (YOURS.test(before)) return mover;
  const alike = pieces.filter((piece) => piece.kind === kind);
  const parties = [...new Set(alike.map(({ party }) => party))];
  const beside = new Set([/(\p{L}+)\s+$/u.exec(before)?.[1], /^\s+(\p{L}+)/u.exec(after)?.[1]]);
  const coloured = parties.find((party) => beside.has(naming.colour(party)));
  if (coloured) return coloured;
  const cell = /^[^.;:,]{0,12}?\b([a-m]\d{1,2})\b/u.exec(after)?.[1];
  return alike.find((piece) => piece.cell === cell)?.party ?? (parties.length === 1 ? (parties[0] ?? "") : "");
}
