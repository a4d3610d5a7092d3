// A game that goes on while somebody writes notes on it.

import type { PositionView } from "../src/generated/api";

export class NoteFeed {
  readonly id = "g";
  readonly state = { game: { variant: "hex-3" } };
  readonly view = { pieces: [], corpses: [], parties: [], ruler: null } as unknown as PositionView;
  lines = $state.raw<readonly object[]>([{}, {}]);
  past = $state.raw<{ lines: number } | null>(null);

  get here(): number {
    return this.past?.lines ?? this.lines.length;
  }

  play(): void {
    this.lines = [...this.lines, {}];
  }

  look(lines: number): Promise<void> {
    this.past = lines < this.lines.length ? { lines } : null;
    return Promise.resolve();
  }
}
