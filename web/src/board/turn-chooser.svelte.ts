// A turn put together by clicks, in a position that belongs to no game.

import { TurnInHand, type Choice, type Stage } from "./turn";

export interface ChooserListener {
  stage(prefix: string): Promise<Stage>;
  /** A whole turn was chosen. */
  done(text: string): void;
  /** A piece cannot go there. */
  refused(origin: string, target: string): void;
  failed(error: unknown): void;
}

export class Chooser {
  /** Replaced as a whole so that what depends on it follows. */
  hand = $state.raw<{ turn: TurnInHand; stage: Stage; steps: TurnInHand["steps"] } | null>(null);
  /** Choices of the cell just picked, where it stands for several. */
  several = $state.raw<Choice[]>([]);
  waiting = $state(false);
  #to: ChooserListener;

  constructor(to: ChooserListener) {
    this.#to = to;
  }

  get started(): boolean {
    return (this.hand?.steps.length ?? 0) > 0;
  }

  /** Another position, with what may be chosen in it; nothing at the end of a game. */
  begin(stages: Readonly<Record<string, Stage>>): void {
    this.several = [];
    if (!stages[""]) {
      this.hand = null;
      return;
    }
    const turn = new TurnInHand(stages, (prefix) => this.#to.stage(prefix));
    this.hand = { turn, stage: turn.stage, steps: turn.steps };
  }

  lift(cell: string): boolean {
    const { hand } = this;
    if (!hand || this.waiting) return false;
    if (hand.stage.kind === "destination" && hand.turn.origin === cell) return true;
    const choice = this.#piece(cell);
    if (!choice) return false;
    void this.#take(choice);
    return true;
  }

  async pick(cell: string): Promise<void> {
    this.several = [];
    const { hand } = this;
    if (!hand || this.waiting) return;
    const choices = hand.turn.at(cell);
    const [only] = choices;
    if (choices.length > 1) this.several = choices;
    else if (only) await this.choose(only);
    else if (hand.stage.kind === "destination") {
      const piece = this.#piece(cell);
      if (cell === hand.turn.origin) this.back();
      else if (piece) await this.#take(piece);
      else this.#to.refused(hand.turn.origin ?? "", cell);
    }
  }

  async choose(choice: Choice): Promise<void> {
    const { hand } = this;
    if (!hand) return;
    this.several = [];
    this.waiting = true;
    try {
      if (!(await hand.turn.choose(choice)) || this.hand?.turn !== hand.turn) return;
    } catch (error) {
      this.#to.failed(error);
      return;
    } finally {
      this.waiting = false;
    }
    this.#refresh();
    if (hand.turn.done) this.#to.done(hand.turn.stage.prefix);
  }

  /** Chooses what needs no cell, if there is one such thing. */
  async finish(): Promise<void> {
    const [only, ...others] = this.waiting ? [] : (this.hand?.turn.plain() ?? []);
    if (only && others.length === 0) await this.choose(only);
  }

  back(): void {
    this.several = [];
    this.hand?.turn.back();
    this.#refresh();
  }

  reset(): void {
    this.several = [];
    this.hand?.turn.reset();
    this.#refresh();
  }

  #piece(cell: string): Choice | null {
    const first = this.hand?.steps[0]?.stage ?? this.hand?.stage;
    return first?.choices.find((choice) => choice.cells.includes(cell)) ?? null;
  }

  async #take(choice: Choice): Promise<void> {
    this.hand?.turn.reset();
    this.#refresh();
    await this.choose(choice);
  }

  #refresh(): void {
    const { hand } = this;
    if (hand) this.hand = { turn: hand.turn, stage: hand.turn.stage, steps: hand.turn.steps };
  }
}
