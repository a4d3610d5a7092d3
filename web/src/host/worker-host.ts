// The host in the page itself: an engine in a worker, others for analysis, so that the board never waits.

import { EngineProcess, type EngineListener, type EngineState, type EngineWorker } from "./engine-process";
import type { CallParts, Connection, ConnectionListener, GameHost } from "./game-host";
import { REVIEW, sharedReview } from "./shared-review";

/** What searches, perhaps for many seconds, and can be asked again without harm. */
const ANALYSIS = /^\/api\/study\/(think|game|commentary)$/;
/** How long an analysis that nobody reads any more may finish its step, in milliseconds. */
const STEP_PATIENCE_MS = 1500;
/** How long the memory of an analysis that has nothing to do is kept, in milliseconds. */
const REST_MS = 120_000;
/** The same for those that only help to review a game. */
const HELPER_REST_MS = 5000;
const MAX_REVIEWERS = 4;

/** What browsers tell of a device: its processors, and its memory in GiB (at most 8, and some do not). */
export interface Device {
  readonly hardwareConcurrency: number;
  readonly deviceMemory?: number;
}

/**
 * Returns how many engines review a game together: all processors but one, which others need too, though two of two. Each
 * takes about 100 MB, so a device with little memory has one or two.
 */
export function reviewers({ hardwareConcurrency: processors, deviceMemory: memory = 8 }: Device): number {
  const most = memory <= 2 ? 1 : memory <= 4 ? 2 : MAX_REVIEWERS;
  return Math.max(1, Math.min(most, processors, Math.max(2, processors - 1)));
}

export class WorkerHost implements GameHost {
  readonly remote = false;
  readonly #games: EngineProcess;
  readonly #analysis: EngineProcess;
  /** They come up for a review that takes longer, and go afterwards. */
  readonly #helpers: readonly EngineProcess[];

  constructor(worker: () => EngineWorker, build: string, to: EngineListener, device: Device = { hardwareConcurrency: 1 }) {
    const analysis = { worker, build, patience: STEP_PATIENCE_MS, waits: false };
    this.#games = new EngineProcess({ worker, build, patience: null, rest: null, waits: true }, to);
    this.#analysis = new EngineProcess({ ...analysis, rest: REST_MS });
    this.#helpers = Array.from({ length: reviewers(device) - 1 }, () => new EngineProcess({ ...analysis, rest: HELPER_REST_MS }));
  }

  get state(): EngineState {
    return this.#games.state;
  }

  /** Fetches and starts the engine, or tries once more. */
  start(): void {
    this.#games.start();
  }

  call(method: string, address: string, parts: CallParts = {}): Promise<Response> {
    if (address === REVIEW && this.#helpers.length > 0) return sharedReview(this.#analysis, this.#helpers, parts);
    return (ANALYSIS.test(address) ? this.#analysis : this.#games).call(method, address, parts);
  }

  connect(address: string, listener: ConnectionListener): Connection {
    return this.#games.connect(address, listener);
  }
}
