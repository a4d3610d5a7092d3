// A puzzle being solved: turns and their answers on the board one after another, wrong turns refuted, hints, the solution.

import { puzzlesApi } from "../api/puzzles";
import type { Arrow } from "../board/arrows";
import type { PositionView, PuzzleHintView, PuzzleView, Words } from "../generated/api";
import { Practice } from "../learn/practice.svelte";
import { failureNotice } from "../lib/failures";
import { preferences } from "../lib/settings.svelte";
import type { PuzzleOutcome } from "./progress.svelte";

/** How long a turn stands before its answer, beyond its animation, in milliseconds. */
const PAUSE_MS = 750;

/** Steps of help: the idea, the piece, where it goes. The last one gives the turn away. */
export const HINTS = 3;

export interface LineStep {
  readonly text: string;
  /** The position after it. */
  readonly view: PositionView;
}

const untouchable = (view: PositionView): PositionView => ({ ...view, stages: {} });

export class PuzzleRun {
  /** "answers": what the others do is being shown; "shown": the solution is. */
  phase = $state<"choose" | "wait" | "answers" | "wrong" | "shown" | "done">("choose");
  /** What was played from the puzzle's position on. */
  steps = $state.raw<readonly LineStep[]>([]);
  /** After so many of them is what the board shows. */
  at = $state(0);
  /** What is said of the last turn. */
  words = $state.raw<Words | null>(null);
  hints = $state(0);
  hint = $state.raw<PuzzleHintView | null>(null);
  mistaken = $state(false);
  revealed = $state(false);
  readonly practice = new Practice((text) => void this.#turn(text));
  /** A hint was taken, at whichever turn. */
  #helped = false;
  /** So many steps were right. */
  #right = 0;
  #skip: () => void = () => undefined;
  #left = false;

  /** `decided`: it is now known how it went, or better than before. */
  constructor(
    readonly puzzle: PuzzleView,
    readonly decided: (outcome: PuzzleOutcome) => void,
  ) {
    this.hint = puzzle.hint;
    this.practice.show(puzzle.view);
  }

  get busy(): boolean {
    return this.phase === "wait" || this.phase === "answers";
  }

  /** The number of the solver's turn that is due or was the last. */
  get number(): number {
    const own = this.steps.filter(({ view }) => view.last?.party === this.puzzle.party).length;
    return Math.min(this.puzzle.moves, this.phase === "choose" ? own + 1 : Math.max(1, own));
  }

  /** What the hints so far mark on the board. */
  get marked(): { cells: readonly string[]; arrow: Arrow | null } {
    const { hint, hints } = this;
    if (!hint || this.phase !== "choose" || this.at !== this.steps.length) return { cells: [], arrow: null };
    return { cells: hints > 1 ? [hint.piece] : [], arrow: hints >= HINTS ? { from: hint.piece, to: hint.target, party: "" } : null };
  }

  help(): void {
    if (this.phase !== "choose" || this.hints >= HINTS) return;
    // What is chosen of a turn stays chosen.
    if (this.at !== this.steps.length) this.toEnd();
    this.hints += 1;
    this.#helped = true;
    if (this.hints === HINTS && !this.mistaken) {
      this.mistaken = true;
      this.decided("failed");
    }
  }

  /** Goes back to before the wrong turn, or to the beginning after the solution. */
  again(): void {
    this.steps = this.phase === "shown" ? [] : this.steps.slice(0, this.#right);
    this.#right = this.steps.length;
    if (this.#right === 0) this.hint = this.puzzle.hint;
    this.words = null;
    this.phase = "choose";
    this.toEnd();
  }

  async solve(): Promise<void> {
    if (this.busy) return;
    this.phase = "wait";
    try {
      const { turns, views, words } = await puzzlesApi.solution(this.puzzle.name);
      // Before it is there nothing was given away.
      if (this.#left) return;
      this.revealed = true;
      if (!this.mistaken) this.decided("failed");
      this.mistaken = true;
      this.words = words;
      this.steps = [];
      this.look(0);
      await this.#show(views.map((view, i) => ({ text: turns[i] ?? "", view })), true);
      if (!this.#left) this.phase = "shown";
    } catch (error) {
      this.#failed(error);
    }
  }

  /** Shows what the board was like after so many steps. */
  look(at: number): void {
    this.at = Math.max(0, Math.min(this.steps.length, at));
    this.practice.show(untouchable(this.steps[this.at - 1]?.view ?? this.puzzle.view));
  }

  /** Shows the present position, with its choices if there are any. */
  toEnd(): void {
    this.at = this.steps.length;
    const view = this.steps[this.at - 1]?.view ?? this.puzzle.view;
    this.practice.show(this.phase === "choose" ? view : untouchable(view));
  }

  /** Ends the pause before the next answer. */
  skip(): void {
    this.#skip();
  }

  leave(): void {
    this.#left = true;
    this.skip();
  }

  async #turn(text: string): Promise<void> {
    this.phase = "wait";
    try {
      const answer = await puzzlesApi.attempt(this.puzzle.name, [...this.steps.map((step) => step.text), text]);
      if (this.#left) return;
      if (!answer.right && !this.mistaken) {
        this.mistaken = true;
        this.decided("failed");
      }
      this.words = answer.words;
      this.hints = 0;
      await this.#show(answer.views.map((view, i) => ({ text: answer.turns[i] ?? "", view })));
      // Whoever leaves while the last answers are shown has solved it.
      if (answer.right && answer.done) this.#finish();
      else if (this.#left) return;
      else if (!answer.right) this.phase = "wrong";
      else {
        this.#right = this.steps.length;
        this.hint = answer.hint;
        this.phase = "choose";
        this.toEnd();
      }
    } catch (error) {
      this.#failed(error);
    }
  }

  #finish(): void {
    this.phase = "done";
    if (!this.revealed) this.decided(this.mistaken ? "retried" : this.#helped ? "hinted" : "clean");
  }

  #failed(error: unknown): void {
    this.phase = "choose";
    this.steps = this.steps.slice(0, this.#right);
    this.toEnd();
    this.practice.notice = failureNotice(error);
  }

  /** Shows turns one after another; `early`: with a pause before the first too. */
  async #show(steps: readonly LineStep[], early = false): Promise<void> {
    this.phase = "answers";
    for (const [i, step] of steps.entries()) {
      if (i > 0 || early) await this.#wait(preferences.pace + PAUSE_MS);
      if (this.#left) return;
      this.steps = [...this.steps, step];
      this.at = this.steps.length;
      this.practice.show(untouchable(step.view));
    }
    if (steps.length > 1 || early) await this.#wait(preferences.pace);
  }

  #wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time);
      this.#skip = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
