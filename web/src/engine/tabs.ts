// Which tabs of this browser show a game: a tab holds a lock of the browser while it does, and the lock goes with the tab
// however that ends. Called from Python.

const lockOf = (game: string): string => `djambi game ${game}`;

/** Browsers have locks over HTTPS and on this computer alone; without them, no other tab is known of. */
const locks = (): LockManager | undefined => navigator.locks;

export class Tabs {
  /** What lets the locks of this tab go, by game. */
  readonly #held = new Map<string, (() => void)[]>();

  show(game: string): void {
    const held = new Promise<void>((release) => this.#held.set(game, [...(this.#held.get(game) ?? []), release]));
    locks()?.request(lockOf(game), { mode: "shared" }, () => held).catch(() => undefined);
  }

  leave(game: string): void {
    const [release, ...others] = this.#held.get(game) ?? [];
    if (others.length > 0) this.#held.set(game, others);
    else this.#held.delete(game);
    release?.();
  }

  /** Returns whether another tab shows a game. */
  async shown_elsewhere(game: string): Promise<boolean> {
    const { held = [] } = (await locks()?.query()) ?? {};
    const here = this.#held.get(game)?.length ?? 0;
    return held.filter(({ name }) => name === lockOf(game)).length > here;
  }
}
