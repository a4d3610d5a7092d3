// The commentary of a game that is watched: one question at a time, about the last turn, so that it never lags behind.

import { studyApi } from "../api/study";
import type { CommentView, LineView, PositionView } from "../generated/api";

/** The sentences that are kept. */
const KEPT_COMMENTS = 60;

/** A sentence is not said again while it is among so many last ones. */
const RECENT_COMMENTS = 5;

/** A sentence of the commentary, after so many lines of the game. */
export interface HeardComment {
  readonly line: number;
  readonly comment: CommentView;
}

/** Everybody's share after so many lines. */
export interface SharesPoint {
  readonly x: number;
  readonly shares: Readonly<Record<string, number>>;
}

interface Question {
  readonly line: number;
  readonly position: string;
  readonly text: string;
}

export class CommentaryFeed {
  /** What has been said, the last first. */
  comments = $state.raw<readonly HeardComment[]>([]);
  /** Everybody's shares after so many lines, as far as they are known. */
  points = $state.raw<readonly SharesPoint[]>([]);
  #before: { line: number; position: string } | null = null;
  #wanted: Question | null = null;
  #asking = false;
  /** How often turns were taken back: what was asked about before that is answered too late. */
  #takebacks = 0;
  readonly #stop = new AbortController();

  /** Asks about the turn that led to this position; about the position alone where that turn was not seen. */
  follow(lines: readonly LineView[], view: PositionView): void {
    const line = lines.length;
    const known = this.#before;
    if (known?.position === view.position) return;
    const last = lines.at(-1);
    const seen = known !== null && known.line === line - 1 && last?.kind === "turn";
    if (known !== null && line <= known.line) this.#forget(line);
    this.#wanted = seen ? { line, position: known.position, text: last.text } : { line, position: view.position, text: "" };
    this.#before = { line, position: view.position };
    void this.#ask();
  }

  close(): void {
    this.#wanted = null;
    this.#stop.abort();
  }

  /** Forgets what was said of turns that were taken back. */
  #forget(line: number): void {
    this.#takebacks += 1;
    this.comments = this.comments.filter((each) => each.line < line);
    this.points = this.points.filter((each) => each.x < line);
  }

  async #ask(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    while (this.#wanted) {
      const { line, position, text } = this.#wanted;
      this.#wanted = null;
      const takebacks = this.#takebacks;
      try {
        const { comments, shares } = await studyApi.commentary(position, text, this.#stop.signal);
        if (takebacks !== this.#takebacks) continue;
        this.points = [...this.points.filter(({ x }) => x < line), { x: line, shares }];
        const before = this.comments.filter((each) => each.line < line);
        const stale = new Set(before.slice(0, RECENT_COMMENTS).map(({ comment }) => comment.words.en));
        const fresh = comments.filter(({ words }) => !stale.has(words.en)).map((comment) => ({ line, comment }));
        this.comments = [...fresh, ...before].slice(0, KEPT_COMMENTS);
      } catch {
        // The game goes on without a word; the next turn is asked about again.
      }
    }
    this.#asking = false;
  }
}
