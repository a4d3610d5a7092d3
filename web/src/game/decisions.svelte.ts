// What a player decides besides turns, and is asked about first: to resign, to come back, to offer a draw, to begin anew.

import type { Session } from "../session/session.svelte";
import { allHere, ownParty, returner } from "../session/standing";
import type { AgreedChange } from "./Agreement.svelte";
import type { Errands } from "./errands";

export class Decisions {
  /** The party that is about to resign, whoever is to move by now. */
  resigning = $state<string | null>(null);
  /** What those at one screen are about to agree to. */
  agreement = $state.raw<AgreedChange | null>(null);
  /** The same game is about to be begun anew, while it is still played. */
  again = $state(false);
  readonly #session: Session;
  readonly #errands: Errands;

  constructor(session: Session, errands: Errands) {
    this.#session = session;
    this.#errands = errands;
  }

  resign(): void {
    this.resigning = ownParty(this.#session.feed);
  }

  /** Asks for a resigned party to play on: at an online table the others vote, at one screen they are asked here. */
  comeBack(): void {
    const { feed } = this.#session;
    if (feed.table) {
      void feed.change({ type: "call", vote: "return", kept: null });
      return;
    }
    const party = returner(feed);
    if (party !== null) this.agreement = { type: "rejoin", party };
  }

  /** Offers a draw; where nobody else could refuse it, those here are asked first. */
  offerDraw(): void {
    const { feed } = this.#session;
    const draw = { type: "draw", agree: true } as const;
    if (allHere(feed)) this.agreement = draw;
    else void feed.change(draw);
  }

  /** Begins the same game anew; one that is still played is not left at a touch. */
  playAgain(): void {
    if (this.#session.feed.over) void this.#errands.rematch();
    else this.again = true;
  }
}
