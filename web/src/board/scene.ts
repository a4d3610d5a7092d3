// What stands on the board, and what happened between two such states.

/** A living piece, or a corpse (`party` and `kind` are then empty). */
export interface Token {
  readonly party: string;
  readonly kind: string;
}

/** The letters of the kinds of pieces, the Chief first. */
export const KINDS: readonly string[] = [..."CARDNM"];

export const CORPSE: Token = { party: "", kind: "" };

export const isCorpse = (token: Token): boolean => token.kind === "";

/** What stands where. `held` is what was lifted off the board and waits for its place. */
export interface Scene {
  readonly tokens: ReadonlyMap<string, Token>;
  readonly held: { readonly token: Token; readonly over: string } | null;
}

export const EMPTY_SCENE: Scene = { tokens: new Map(), held: null };

export function sceneOf(
  pieces: readonly { cell: string; party: string; kind: string }[],
  corpses: readonly string[],
): Scene {
  const tokens = new Map<string, Token>();
  for (const { cell, party, kind } of pieces) tokens.set(cell, { party, kind });
  for (const cell of corpses) tokens.set(cell, CORPSE);
  return { tokens, held: null };
}

/** One token's way from a state to the next; null is "not on the board". */
export interface Motion {
  readonly from: string | null;
  readonly to: string | null;
  readonly before: Token;
  readonly after: Token;
}

const same = (a: Token, b: Token): boolean => a.party === b.party && a.kind === b.kind;

/**
 * What moved, died, rose or vanished between two states; what stayed is left out.
 *
 * `hints` are pairs of cells known to belong together (the turn that was played); the rest is
 * matched to the nearest, so that any two states animate, however far apart.
 */
export function changes(
  before: Scene,
  after: Scene,
  hints: readonly (readonly [string, string])[],
  distance: (a: string, b: string) => number,
): Motion[] {
  const gone = new Map<string, Token>();
  const come = new Map<string, Token>();
  for (const [cell, token] of before.tokens) {
    const now = after.tokens.get(cell);
    if (!now || !same(now, token)) gone.set(cell, token);
  }
  for (const [cell, token] of after.tokens) {
    const then = before.tokens.get(cell);
    if (!then || !same(then, token)) come.set(cell, token);
  }
  const found: Motion[] = [];
  const pair = (from: string, to: string): void => {
    const was = gone.get(from);
    const is = come.get(to);
    if (!was || !is) return;
    gone.delete(from);
    come.delete(to);
    found.push({ from, to, before: was, after: is });
  };
  const dies = (a: Token, b: Token): boolean => isCorpse(a) !== isCorpse(b);
  const match = (fits: (a: Token, b: Token) => boolean): void => {
    for (const [from, to] of hints) {
      const was = gone.get(from);
      const is = come.get(to);
      if (was && is && fits(was, is)) pair(from, to);
    }
    const ways: { from: string; to: string; far: number }[] = [];
    for (const [from, was] of gone)
      for (const [to, is] of come) if (fits(was, is)) ways.push({ from, to, far: distance(from, to) });
    ways.sort((a, b) => a.far - b.far);
    for (const way of ways) pair(way.from, way.to);
  };
  match(same);
  match(dies);
  for (const [from, token] of gone) found.push({ from, to: null, before: token, after: token });
  for (const [to, token] of come) found.push({ from: null, to, before: token, after: token });
  return found;
}
