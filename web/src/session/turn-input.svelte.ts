// The turn that is being chosen on this device: stages, a question before it is sent, passing by itself.

import type { GameAnswer, GameRequest } from "../api/game-socket";
import { RequestSuperseded } from "../api/game-socket";
import type { Scene } from "../board/scene";
import { TurnChooser } from "../board/turn-chooser.svelte";
import { sceneWith, type TurnChoice, type StageKind, type TurnStage } from "../board/turn";
import type { DangerView, PositionView, StateMessage } from "../generated/api";
import type { Notice } from "../lib/notice";
import { preferences } from "../lib/settings.svelte";
import { whyUnmoved } from "../lib/phrases";
import { ownParties } from "./standing";

/** A whole turn that waits for a yes. */
export interface Question {
  text: string;
  dangers: DangerView[];
  view: PositionView | null;
}

/** What turn input needs: the game and a way to reach the server; a `GameFeed` is one. */
export interface TurnSource {
  readonly state: StateMessage | null;
  readonly view: PositionView | null;
  readonly past: object | null;
  readonly mine: string;
  readonly toMove: boolean;
  readonly myTurn: boolean;
  readonly last: number;
  notice: Notice | null;
  request(request: GameRequest): Promise<GameAnswer>;
  failed(error: unknown): void;
}

export class TurnInput {
  question = $state.raw<Question | null>(null);
  sending = $state(false);
  /** The parties of this device that pass by themselves until they can move, as long as they are in the game. */
  passing = $state("");
  readonly #game: TurnSource;
  readonly #chooser: TurnChooser;
  /** The pass of this position that was sent without a choice of its own. */
  #passed: string | null = null;
  /** The preview that is on its way: the server makes one at a time. */
  #previewing = Promise.resolve();

  /** `choosing` is called before each choice: what was shown for the stage before it is out of date. */
  constructor(game: TurnSource, choosing: () => void) {
    this.#game = game;
    this.#chooser = new TurnChooser({
      stage: (prefix) => this.#stage(prefix),
      choosing,
      done: (text) => void this.#finish(text),
      refused: (origin, target) => void this.#why(origin, target),
      failed: (error) => game.failed(error),
    });
  }

  /** The turn in hand; null while nothing can be chosen. */
  get hand(): TurnChooser["hand"] {
    return this.#chooser.hand;
  }

  /** The choices of the cell just picked, where it stands for several. */
  get alternatives(): readonly TurnChoice[] {
    return this.#chooser.alternatives;
  }

  /** The next stage is on its way: clicks would fall on the stage before it. */
  get waiting(): boolean {
    return this.#chooser.waiting;
  }

  /** Something was chosen already, so that there is a step back. */
  get started(): boolean {
    return this.#chooser.started && this.#game.past === null;
  }

  /** Passing is all that the party to move can do. */
  get mustPass(): boolean {
    return this.#pass !== null;
  }

  /** Whoever is still in the game here passes by itself. */
  get passes(): boolean {
    const own = ownParties(this.#game);
    return own.length > 0 && own.every((party) => this.passing.includes(party));
  }

  /** The board as it is, or as the turn in hand would have it. */
  get scene(): Scene {
    const { view, past } = this.#game;
    const asked = this.question?.view;
    return asked ? sceneWith(asked, null) : sceneWith(view, past ? null : this.hand);
  }

  // --- choosing --------------------------------------------------------------------------------

  /** Tells whether the piece on this cell may be taken up now. */
  lifts(cell: string): boolean {
    return this.#free && this.#chooser.lifts(cell);
  }

  /** Takes up the piece on this cell; false if it may not move. */
  lift(cell: string): boolean {
    return this.#free && this.#chooser.lift(cell);
  }

  /** Something can be chosen now: no turn is sent, or waits for a yes. */
  get #free(): boolean {
    return this.#game.myTurn && !this.sending && !this.question;
  }

  /** Handles a click on a cell. */
  async pick(cell: string): Promise<void> {
    this.#game.notice = null;
    this.#chooser.unpick();
    const { hand } = this;
    if (!hand || !this.#free || this.waiting) return;
    if (hand.turn.at(cell).length === 0) this.#explain(cell, hand.stage.kind);
    await this.#chooser.pick(cell);
  }

  async choose(choice: TurnChoice): Promise<void> {
    if (!this.sending) await this.#chooser.choose(choice);
  }

  /** Makes the choice that needs no cell, if there is exactly one. */
  async finish(): Promise<void> {
    if (this.#free) await this.#chooser.finish();
  }

  /** Goes one stage back, or withdraws the turn that waits for a yes. */
  back(): void {
    this.#game.notice = null;
    this.question = null;
    if (this.sending) this.#chooser.unpick();
    else this.#chooser.back();
  }

  /** Goes back to the choice of a piece. */
  reset(): void {
    this.question = null;
    this.#chooser.reset();
  }

  /** Plays the turn that waits for a yes. */
  async confirm(): Promise<void> {
    if (this.question && !this.sending) await this.play(this.question.text);
  }

  /** Passes now, and from now on until the party can move. */
  async passOn(): Promise<void> {
    const pass = this.#pass;
    if (pass === null || this.sending) return;
    this.passing += this.#game.state?.view.mover ?? "";
    await this.#sendPass(pass);
  }

  /** Passes once more in the same position, where the pass was lost on its way. */
  resume(): void {
    if (this.#passed !== null && !this.sending) void this.play(this.#passed);
  }

  async #sendPass(pass: string): Promise<void> {
    this.#passed = pass;
    await this.play(pass);
  }

  /** Sends a whole turn to the server. */
  async play(text: string): Promise<void> {
    this.sending = true;
    try {
      await this.#game.request({ type: "turn", after: this.#game.last, text });
      this.question = null;
    } catch (error) {
      this.question = null;
      this.#game.failed(error);
      this.reset();
    } finally {
      this.sending = false;
    }
  }

  /** Begins anew in the game's position; after an undo nothing is passed by itself. */
  begin(undone: boolean): void {
    this.question = null;
    this.#passed = null;
    const { state, mine } = this.#game;
    const mover = state?.view.mover ?? null;
    const moves = mover !== null && mine.includes(mover);
    const playing = mover === null ? [] : ownParties(this.#game);
    this.passing = playing.filter((party) => this.passing.includes(party)).join("");
    this.#chooser.begin(moves ? (state?.view.stages ?? {}) : {});
    if (moves && this.hand) this.#passOrNot(mover, undone);
  }

  /** The text of the pass; where it is a choice, it is the only one. */
  get #pass(): string | null {
    const { mover = null, stages } = this.#game.state?.view ?? {};
    const [first] = stages?.[""]?.choices ?? [];
    const mine = mover !== null && this.#game.mine.includes(mover);
    return mine && first?.act === "pass" ? first.text : null;
  }

  /** Passes where the player wants that, and forgets the wish once the party can move. */
  #passOrNot(mover: string, undone: boolean): void {
    const pass = this.#pass;
    // Players who take turns back want to stop here.
    if (pass === null || undone) this.passing = this.passing.replaceAll(mover, "");
    else if (this.#game.toMove && (preferences.kept.auto_pass || this.passing.includes(mover))) void this.#sendPass(pass);
  }

  /** Tells why nothing comes of a click on this cell in a stage of this kind. */
  #explain(cell: string, kind: StageKind): void {
    if (kind === "piece") this.#game.notice = this.#unmoved(cell);
    else if (kind !== "destination" && kind !== "done") this.#game.notice = { key: `web.not_here.${kind}` };
  }

  #unmoved(cell: string): Notice | null {
    const { view, mine } = this.#game;
    return whyUnmoved(view?.pieces.find((piece) => piece.cell === cell), mine);
  }

  async #stage(prefix: string): Promise<TurnStage> {
    const answer = await this.#game.request({ type: "stage", prefix });
    if (answer.type !== "choices") throw new RequestSuperseded(answer.type);
    return answer.stage;
  }

  async #why(origin: string, target: string): Promise<void> {
    const { hand } = this;
    try {
      const answer = await this.#game.request({ type: "why", origin, target });
      // Whoever has gone on meanwhile asks no more.
      if (answer.type === "reason" && answer.words && this.hand === hand) this.#game.notice = { words: answer.words };
    } catch (error) {
      if (this.hand === hand) this.#game.failed(error);
    }
  }

  /** Plays a whole turn, after a question where the player wants one or it brings dangers. */
  async #finish(text: string): Promise<void> {
    const { confirm, warn } = preferences.kept;
    if (confirm || warn) {
      const { hand } = this;
      await this.#previewing;
      // Whoever has gone back meanwhile plays something else, or the same again.
      if (this.hand !== hand) return;
      const preview = this.#game.request({ type: "preview", text });
      this.#previewing = preview.then(
        () => undefined,
        () => undefined,
      );
      try {
        const answer = await preview;
        if (answer.type !== "previewed" || this.hand !== hand) return;
        const dangers = warn ? answer.dangers : [];
        if (confirm || dangers.length > 0) {
          this.question = { text, dangers, view: answer.view };
          return;
        }
      } catch (error) {
        if (this.hand !== hand) return;
        // The last choice is made again when there is an answer to be had: not the whole turn.
        this.#chooser.back();
        this.#game.failed(error);
        return;
      }
    }
    await this.play(text);
  }
}
