// Which pieces a sentence speaks of: a newcomer does not know their drawings by name.

const KINDS = [..."CARDNM"];

/** Returns the kinds whose name stands in a sentence, alone or in the plural, in the order in which it names them. */
export function namedIn(sentence: string, nameOf: (kind: string) => string): string[] {
  const words = sentence.split(/[^\p{L}]+/u);
  const at = (kind: string): number => {
    const name = nameOf(kind);
    return words.findIndex((word) => word === name || word === `${name}s`);
  };
  return KINDS.map((kind) => ({ kind, place: at(kind) }))
    .filter(({ place }) => place >= 0)
    .toSorted((a, b) => a.place - b.place)
    .map(({ kind }) => kind);
}
