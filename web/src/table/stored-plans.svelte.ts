// My conditional turns at a table as they are stored: another page of mine may write to them as well.

import { isEditedElsewhere, notebookApi } from "../api/notebook";
import type { ConditionalTurn, PlanView } from "../generated/api";

export class StoredPlans {
  readonly #game: string;
  /** All plans, and what became of them; null until they are read. */
  plans = $state.raw<PlanView[] | null>(null);
  /** Why they could not be read or stored. */
  problem = $state.raw<unknown>(null);
  /** Plans are on their way to the server: what is shown is what they replace. */
  keeping = $state(false);
  #revision = "";

  constructor(game: string) {
    this.#game = game;
  }

  async load(): Promise<void> {
    await this.#try(async () => notebookApi.plans(this.#game));
  }

  /**
   * Stores plans in the place of those that are shown, unless others are on their way; returns whether it did. Where others
   * are stored meanwhile, it shows them.
   */
  async keep(plans: readonly ConditionalTurn[]): Promise<boolean> {
    if (this.keeping) return false;
    this.keeping = true;
    try {
      return await this.#replace(plans);
    } finally {
      this.keeping = false;
    }
  }

  async #replace(plans: readonly ConditionalTurn[]): Promise<boolean> {
    const sent = plans.map(({ after, turns }) => ({ after, turns }));
    const stored = await this.#try(async () => notebookApi.keepPlans(this.#game, sent, this.#revision));
    if (!stored && isEditedElsewhere(this.problem)) {
      const { problem } = this;
      if (await this.#try(async () => notebookApi.plans(this.#game))) this.problem = problem;
    }
    return stored;
  }

  async #try(work: () => ReturnType<typeof notebookApi.plans>): Promise<boolean> {
    this.problem = null;
    try {
      ({ plans: this.plans, revision: this.#revision } = await work());
      return true;
    } catch (error) {
      this.problem = error;
      return false;
    }
  }
}
