// The puzzles of this visit, one mark each.

import type { PuzzleOutcome } from "./progress.svelte";

class Visit {
  marks = $state.raw<readonly { name: string; outcome: PuzzleOutcome }[]>([]);

  /** Marks how a puzzle went; the mark of one that is still being solved changes. */
  mark(name: string, outcome: PuzzleOutcome): void {
    const last = this.marks.at(-1);
    this.marks = [...(last?.name === name ? this.marks.slice(0, -1) : this.marks), { name, outcome }];
  }
}

export const visit = new Visit();
