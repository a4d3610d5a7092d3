// What is done with a game besides playing it: to save its record, to go to another one.

import { gamesApi } from "../api/games";
import { Departure } from "../lib/departure.svelte";
import { failureText } from "../lib/failures";
import { save } from "../lib/files";

export class Errands {
  readonly id: string;
  readonly #departure = new Departure();
  #unsaved = $state("");

  constructor(id: string) {
    this.id = id;
  }

  /** Why the last one failed. */
  get problem(): string {
    return this.#departure.problem || this.#unsaved;
  }

  async rematch(): Promise<void> {
    this.#unsaved = "";
    await this.#departure.to(() => gamesApi.rematch(this.id));
  }

  async save(): Promise<void> {
    this.#departure.problem = this.#unsaved = "";
    try {
      save(new Blob([await gamesApi.record(this.id)], { type: "text/plain" }), `djambi-${this.id}.txt`);
    } catch (error) {
      this.#unsaved = failureText(error);
    }
  }
}
