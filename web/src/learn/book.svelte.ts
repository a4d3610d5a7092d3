// The rulebook of the edition that was chosen, kept from page to page.

import { lessonsApi } from "../api/lessons";
import type { RulebookView } from "../generated/api";

/** The edition that one reads who asks for none. */
const FIRST = "original";

class Book {
  edition = $state(FIRST);
  view = $state.raw<RulebookView | null>(null);
  failed = $state.raw<unknown>(null);
  /** The edition that was asked for last, whether or not it could be read. */
  #asked = FIRST;

  async open(edition = this.edition): Promise<void> {
    this.edition = this.#asked = edition;
    this.failed = null;
    if (this.view?.edition === edition) return;
    try {
      const found = await lessonsApi.rulebook(edition);
      if (this.edition === edition) this.view = found;
    } catch (error) {
      if (this.edition !== edition) return;
      this.failed = error;
      this.edition = this.view?.edition ?? FIRST;
    }
  }

  /** Opens what could not be read once more. */
  retry(): Promise<void> {
    return this.open(this.#asked);
  }
}

export const book = new Book();

/** Returns the editions, in the order of the table. */
export const editionsOf = (view: RulebookView): string[] => Object.keys(view.table[0]?.editions ?? {});
