// A table's game as far as it matters for whose turn it is.

export class TurnFeed {
  readonly id = "g";
  readonly table = null;
  readonly mine = "r";
  readonly over = false;
  /** What the server told last: each message is another object. */
  #state = $state.raw({ toMove: false });

  get toMove(): boolean {
    return this.#state.toMove;
  }

  hears(toMove: boolean): void {
    this.#state = { toMove };
  }
}
