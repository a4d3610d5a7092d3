// What is done with a game besides playing it: to save its record, to go to another one.

import { gamesApi } from "../api/games";
import { Attempt } from "../lib/attempt.svelte";
import { Departure } from "../lib/departure";
import { save } from "../lib/files";
import type { Notice } from "../lib/notice";

export class Errands {
  readonly id: string;
  readonly #departure = new Departure();
  readonly #saving = new Attempt();

  constructor(id: string) {
    this.id = id;
  }

  /** Why the last one failed. */
  get problem(): Notice | null {
    return this.#departure.problem || this.#saving.problem;
  }

  async rematch(): Promise<void> {
    this.#saving.problem = null;
    await this.#departure.to(() => gamesApi.rematch(this.id));
  }

  async save(): Promise<void> {
    this.#departure.problem = null;
    await this.#saving.run(async () => save(new Blob([await gamesApi.record(this.id)], { type: "text/plain" }), `djambi-${this.id}.txt`));
  }
}
