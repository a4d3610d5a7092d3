// The shapes of boards for the pictures of a screen, each fetched when it is first wanted.

import { gamesApi } from "../api/games";
import type { BoardView } from "../generated/api";

export class BoardShapes {
  /** What is there, by variant; without a shape there is no picture. */
  known = $state.raw<Readonly<Record<string, BoardView>>>({});
  readonly #wanted = new Set<string>();

  want(variants: Iterable<string>): void {
    for (const variant of variants) {
      if (this.#wanted.has(variant)) continue;
      this.#wanted.add(variant);
      gamesApi.board(variant).then(
        (board) => (this.known = { ...this.known, [variant]: board }),
        () => this.#wanted.delete(variant),
      );
    }
  }
}
