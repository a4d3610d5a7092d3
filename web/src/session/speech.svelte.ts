// What the bots of a table say: the last remark for some seconds, and that of an earlier position when one looks back.

import type { LineView, SpokenRemarkView } from "../generated/api";
import { preferences } from "../lib/settings.svelte";
import { texts } from "../lib/texts.svelte";
import type { GameFeed } from "./game-feed.svelte";

/** How long a remark stands for each of its characters, and at least, in milliseconds. */
const READING_MS = 60;
const LEAST_MS = 4500;

/** Returns what is said after a line, if anything is and one wants to hear it. */
export const remarkOf = (line: LineView | undefined): SpokenRemarkView | null =>
  preferences.kept.bot_talk ? (line?.remark ?? null) : null;

export class Speech {
  #last = $state.raw<SpokenRemarkView | null>(null);
  /** The line whose remark was sent away while one looked back. */
  #hushed = $state<number | null>(null);
  /** The last event up to which it has listened; null before the first. */
  #event: number | null = null;
  #timer = 0;
  readonly #feed: GameFeed;

  constructor(feed: GameFeed) {
    this.#feed = feed;
  }

  /** What is being said. */
  get remark(): SpokenRemarkView | null {
    const { past, lines, here } = this.#feed;
    if (past === null) return this.#last;
    const line = lines[here - 1];
    return line?.event === this.#hushed ? null : remarkOf(line);
  }

  /** Passes over what was said before one came: that is no news. */
  arrive(): void {
    this.#event ??= this.#lastEvent;
  }

  /** Takes up what has been said since it last listened. */
  listen(): SpokenRemarkView | null {
    const known = this.#event ?? 0;
    const fresh = this.#feed.lines.filter((line) => line.event > known);
    this.#event = this.#lastEvent;
    const said = remarkOf(fresh.findLast((line) => remarkOf(line) !== null));
    if (said === null) return null;
    this.#last = said;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => (this.#last = null), Math.max(LEAST_MS, texts.of(said.words).length * READING_MS));
    return said;
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  get #lastEvent(): number {
    return this.#feed.lines.at(-1)?.event ?? 0;
  }

  hush(): void {
    const { past, lines, here } = this.#feed;
    if (past !== null) this.#hushed = lines[here - 1]?.event ?? null;
    clearTimeout(this.#timer);
    this.#last = null;
  }
}
