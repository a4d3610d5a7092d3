// A storm being played: one puzzle after another, judged at once, against a clock that never goes back.

import { puzzlesApi } from "../api/puzzles";
import type { StormPuzzleView } from "../generated/api";
import { keep, readKeptFields, STORE } from "../host/web-storage";
import { Practice } from "../learn/practice.svelte";
import { failureNotice } from "../lib/failures";
import type { Notice } from "../lib/notice";
import { progress } from "./progress.svelte";
import { puzzleOf, type Pictured } from "./puzzle-index";
import { afterRight, afterWrong, beginStorm, bonusOf, leftOf, type StormRun } from "./storm";

/** Where a run is kept until its end: a reload ends it, and says so. */
const KEPT_AS = `${STORE}.storm`;

const TICK_MS = 100;

/** So many puzzles are fetched ahead. */
const AHEAD = 2;

const SEEDS = 2 ** 31;

// Where nothing is stored a reload forgets the run; its score is with the settings.
const keepRun = (run: StormRun | null): void => keep("sessionStorage", KEPT_AS, run ?? undefined);

function brokenOff(): StormRun | null {
  const { solved, mistakes, ...others } = readKeptFields("sessionStorage", KEPT_AS);
  if (typeof solved !== "number" || !Array.isArray(mistakes)) return null;
  return { ...beginStorm(0), ...others, solved, mistakes: mistakes.map(String) };
}

export class StormGame {
  phase = $state<"ready" | "running" | "over">("ready");
  /** Its first puzzle is on its way: the clock begins with that. */
  starting = $state(false);
  run = $state.raw<StormRun>(beginStorm(0));
  /** Milliseconds that are left. */
  left = $state(0);
  shown = $state.raw<(Pictured & { practice: Practice }) | null>(null);
  /** How the last one went, and the seconds that it brought. */
  last = $state.raw<{ right: boolean; seconds: number; number: number } | null>(null);
  /** How each of them went. */
  marks = $state.raw<readonly boolean[]>([]);
  /** The page was loaded anew while it ran. */
  interrupted = $state(false);
  /** The tab was out of sight while the clock went on. */
  away = $state(false);
  record = $state(false);
  problem = $state.raw<Notice | null>(null);
  #puzzles: readonly StormPuzzleView[] = [];
  #number = 0;
  #timer = 0;
  #left = false;

  constructor() {
    const broken = brokenOff();
    if (!broken) return;
    keepRun(null);
    this.run = broken;
    this.phase = "over";
    this.interrupted = true;
  }

  /** Begins a storm, unless one is about to begin or goes on. */
  async begin(): Promise<void> {
    if (this.starting || this.phase === "running") return;
    this.starting = true;
    this.problem = null;
    try {
      this.#puzzles = (await puzzlesApi.storm(Math.floor(Math.random() * SEEDS))).puzzles;
      this.#number = 0;
      await this.#prepared(0);
      // Nobody may be there to play it any more.
      if (!this.#left) await this.#start();
    } catch (error) {
      this.problem = failureNotice(error);
    } finally {
      this.starting = false;
    }
  }

  async #start(): Promise<void> {
    this.interrupted = this.away = this.record = false;
    this.last = null;
    this.marks = [];
    this.run = beginStorm(Date.now());
    this.phase = "running";
    this.#tick();
    this.#timer = window.setInterval(() => this.#tick(), TICK_MS);
    keepRun(this.run);
    await this.#next();
  }

  end(): void {
    clearInterval(this.#timer);
    keepRun(null);
    this.left = 0;
    this.shown = null;
    this.phase = "over";
  }

  /** Looks at the clock when the tab comes back: it has not stood still. */
  seen(visible: boolean): void {
    if (this.phase !== "running") return;
    if (visible) this.#tick();
    else this.away = true;
  }

  leave(): void {
    this.#left = true;
    clearInterval(this.#timer);
    if (this.phase === "running") keepRun(null);
  }

  #tick(): void {
    this.left = leftOf(this.run, Date.now());
    if (this.left === 0) this.end();
  }

  #judge(row: StormPuzzleView, turn: string): void {
    // One that is judged stays on the board until the next one has come.
    if (!this.#isDue(row)) return;
    const right = row.solutions.includes(turn);
    this.run = right ? afterRight(this.run, row.rating) : afterWrong(this.run, row.name);
    this.last = { right, seconds: right ? bonusOf(this.run.combo) : 0, number: this.#number };
    this.marks = [...this.marks, right];
    if (right && progress.recordStorm(this.run.solved)) this.record = true;
    keepRun(this.run);
    this.#number += 1;
    this.#tick();
    if (this.phase === "running") void this.#next();
  }

  async #next(): Promise<void> {
    const number = this.#number;
    const row = this.#puzzles[number];
    if (!row) return this.end();
    try {
      const pictured = await this.#prepared(number);
      if (!this.#isDue(row)) return;
      const practice = new Practice((text) => this.#judge(row, text));
      practice.show(pictured.puzzle.view);
      this.shown = { ...pictured, practice };
    } catch (error) {
      if (!this.#isDue(row)) return;
      this.problem = failureNotice(error);
      this.end();
    }
  }

  /** Tells whether a puzzle is the one to be solved now: not one of a storm before. */
  #isDue(row: StormPuzzleView): boolean {
    return this.phase === "running" && this.#puzzles[this.#number] === row;
  }

  /** Fetches a puzzle, and those after it for later. */
  #prepared(number: number): Promise<Pictured> {
    for (const { name } of this.#puzzles.slice(number + 1, number + 1 + AHEAD)) void puzzleOf(name).catch(() => undefined);
    return puzzleOf(this.#puzzles[number]?.name ?? "");
  }
}
