// The card of a piece: there at once where it is asked for, after a while where the mouse rests; gone with its piece.

import type { Token } from "../board/scene";
import type { Session } from "../session/session.svelte";

/** How long the mouse rests on a piece before its card comes. */
const REST_MS = 650;

export interface Card {
  readonly cell: string;
  readonly token: Token;
  /** It came as the mouse rested there, and goes as that leaves. */
  readonly hover: boolean;
}

export class HelpCard {
  shown = $state.raw<Card | null>(null);
  readonly #session: Session;
  #timer = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  /** Shows the card of what stands on a cell, if anything does; a card that was asked for stays while the mouse passes others. */
  show(cell: string | null, hover: boolean): void {
    clearTimeout(this.#timer);
    const token = cell === null ? undefined : this.#session.turn.scene.tokens.get(cell);
    const card = cell !== null && token ? { cell, token, hover } : null;
    if (!hover) {
      this.#session.hints.hideReach();
      this.#open(card);
      return;
    }
    if (this.shown && !this.shown.hover) return;
    this.shown = null;
    if (card) this.#timer = window.setTimeout(() => this.#open(card), REST_MS);
  }

  close(): void {
    this.shown = null;
    this.#session.hints.hideReach();
  }

  /** Closes a card whose piece has gone: it does not come back for another one on the same cell. */
  follow(): void {
    if (this.shown === null) return;
    const { cell, token } = this.shown;
    const now = this.#session.turn.scene.tokens.get(cell);
    if (now?.party !== token.party || now.kind !== token.kind) this.close();
  }

  /** Shows none any more: nobody is here. */
  leave(): void {
    clearTimeout(this.#timer);
  }

  #open(card: Card | null): void {
    this.shown = card;
    if (card && this.#session.feed.past === null) void this.#session.hints.showReach(card.cell);
  }
}
