// What somebody wanted before they had a name: done when the screen is there again under the name.

let wanted: { game: string; party: string } | null = null;

export const intent = {
  want(game: string, party: string): void {
    wanted = { game, party };
  },
  /** Returns the seat wanted at this game, once; null if none was. */
  take(game: string): string | null {
    const found = wanted?.game === game ? wanted.party : null;
    wanted = null;
    return found;
  },
};
