// What is done with a game besides playing it: to save its record, to go to another one.

import { gamesApi } from "../api/games";
import { failureText } from "../lib/failures";
import { router } from "../lib/router.svelte";

export class Errands {
  readonly id: string;
  /** Why the last one failed. */
  problem = $state("");

  constructor(id: string) {
    this.id = id;
  }

  async rematch(): Promise<void> {
    await this.#tried(async () => router.go(`/g/${(await gamesApi.rematch(this.id)).id}`));
  }

  async save(): Promise<void> {
    await this.#tried(async () => {
      const url = URL.createObjectURL(new Blob([await gamesApi.record(this.id)], { type: "text/plain" }));
      const link = document.createElement("a");
      link.href = url;
      link.download = `djambi-${this.id}.txt`;
      link.click();
      setTimeout(() => URL.revokeObjectURL(url), 10_000);
    });
  }

  async #tried(errand: () => Promise<void>): Promise<void> {
    this.problem = "";
    try {
      await errand();
    } catch (error) {
      this.problem = failureText(error);
    }
  }
}
