// A turn put together by clicks, stage by stage.

import { TurnInHand, type TurnChoice, type TurnStage } from "./turn";

export interface TurnChooserListener {
  /** Fetches the stage after a prefix. */
  stage(prefix: string): Promise<TurnStage>;
  /** A choice is about to be made. */
  choosing?(): void;
  /** A whole turn was chosen. */
  done(text: string): void;
  /** A piece cannot go there. */
  refused(origin: string, target: string): void;
  failed(error: unknown): void;
}

export class TurnChooser {
  /** The turn in hand; replaced as a whole so that what depends on it updates. */
  hand = $state.raw<{ turn: TurnInHand; stage: TurnStage; steps: TurnInHand["steps"] } | null>(null);
  /** Choices of the cell just picked, where it stands for several. */
  alternatives = $state.raw<TurnChoice[]>([]);
  waiting = $state(false);
  /** `finish` was called for the stage that is on its way. */
  #early = false;
  #to: TurnChooserListener;

  constructor(to: TurnChooserListener) {
    this.#to = to;
  }

  get started(): boolean {
    return (this.hand?.steps.length ?? 0) > 0;
  }

  /** Begins a turn in another position; without stages there is none to choose. */
  begin(stages: Readonly<Record<string, TurnStage>>): void {
    this.alternatives = [];
    this.waiting = false;
    if (!stages[""]) {
      this.hand = null;
      return;
    }
    const turn = new TurnInHand(stages, (prefix) => this.#to.stage(prefix));
    this.hand = { turn, stage: turn.stage, steps: turn.steps };
  }

  /** Tells whether the piece on this cell may be taken up now. */
  lifts(cell: string): boolean {
    return this.#holds(cell) || this.#piece(cell) !== null;
  }

  /** Takes up the piece on this cell; false if it may not move. */
  lift(cell: string): boolean {
    if (this.#holds(cell)) return true;
    const choice = this.#piece(cell);
    if (choice) void this.#take(choice);
    return choice !== null;
  }

  /** Handles a click on a cell. */
  async pick(cell: string): Promise<void> {
    this.alternatives = [];
    const { hand } = this;
    if (!hand || this.waiting) return;
    const choices = hand.turn.at(cell);
    const [only] = choices;
    if (choices.length > 1) this.alternatives = choices;
    else if (only) await this.choose(only);
    else if (hand.stage.kind === "destination") {
      const piece = this.#piece(cell);
      if (cell === hand.turn.origin) this.back();
      else if (piece) await this.#take(piece);
      else this.#to.refused(hand.turn.origin ?? "", cell);
    }
  }

  /** Forgets the cell that stands for several choices. */
  unpick(): void {
    this.alternatives = [];
  }

  /** Makes a choice of the present stage. */
  async choose(choice: TurnChoice): Promise<void> {
    const { hand } = this;
    if (!hand) return;
    this.#to.choosing?.();
    this.alternatives = [];
    this.waiting = true;
    this.#early = false;
    try {
      if (!(await hand.turn.choose(choice)) || this.hand?.turn !== hand.turn) return;
    } catch (error) {
      if (this.hand?.turn === hand.turn) this.waiting = false;
      this.#to.failed(error);
      return;
    }
    this.waiting = false;
    this.#refresh();
    if (hand.turn.done) this.#to.done(hand.turn.stage.prefix);
    else if (this.#early) await this.finish();
  }

  /** Makes the choice that needs no cell, if there is exactly one; of the stage on its way, as soon as it is there. */
  async finish(): Promise<void> {
    this.#early = this.waiting;
    const [only, ...others] = this.waiting ? [] : (this.hand?.turn.plain() ?? []);
    if (only && others.length === 0) await this.choose(only);
  }

  /** Goes one stage back, or takes back the choice whose answer is on its way. */
  back(): void {
    this.alternatives = [];
    this.waiting = false;
    this.hand?.turn.back();
    this.#refresh();
  }

  /** Goes back to the choice of a piece. */
  reset(): void {
    this.alternatives = [];
    this.waiting = false;
    this.hand?.turn.reset();
    this.#refresh();
  }

  /** Tells whether the piece of the turn in hand stands there and has not moved yet. */
  #holds(cell: string): boolean {
    return this.hand?.stage.kind === "destination" && this.hand.turn.origin === cell;
  }

  #piece(cell: string): TurnChoice | null {
    const first = this.hand?.steps[0]?.stage ?? this.hand?.stage;
    return first?.choices.find((choice) => choice.cells.includes(cell)) ?? null;
  }

  async #take(choice: TurnChoice): Promise<void> {
    this.hand?.turn.reset();
    this.#refresh();
    await this.choose(choice);
  }

  #refresh(): void {
    const { hand } = this;
    if (hand) this.hand = { turn: hand.turn, stage: hand.turn.stage, steps: hand.turn.steps };
  }
}
