// A text that can be copied: a button or a line confirms for a while that it was.

import { copyText } from "./clipboard";

const CONFIRMED_MS = 2500;

export class Copying {
  /** It has just been copied. */
  done = $state(false);
  #timer = 0;

  /** Copies a text; false where the browser does not let the page do that. */
  async copy(text: string): Promise<boolean> {
    clearTimeout(this.#timer);
    this.done = await copyText(text);
    if (this.done) this.#timer = window.setTimeout(() => (this.done = false), CONFIRMED_MS);
    return this.done;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
