// The host in the page itself: an engine in a worker, and another one for analysis, so that the board never waits.

import { EngineProcess, type EngineListener, type EngineState, type EngineWorker } from "./engine-process";
import type { CallParts, Connection, ConnectionListener, GameHost } from "./game-host";

/** What searches, perhaps for many seconds, and can be asked again without harm. */
const ANALYSIS = /^\/api\/study\/(think|game|commentary)$/;
/** How long an analysis that nobody reads any more may finish its step, in milliseconds. */
const STEP_PATIENCE_MS = 1500;
/** How long the memory of an analysis that has nothing to do is kept, in milliseconds. */
const REST_MS = 120_000;

export class WorkerHost implements GameHost {
  readonly remote = false;
  readonly #games: EngineProcess;
  readonly #analysis: EngineProcess;

  constructor(worker: () => EngineWorker, build: string, to: EngineListener) {
    this.#games = new EngineProcess({ worker, build, patience: null, rest: null, waits: true }, to);
    this.#analysis = new EngineProcess({ worker, build, patience: STEP_PATIENCE_MS, rest: REST_MS, waits: false });
  }

  get state(): EngineState {
    return this.#games.state;
  }

  /** Fetches and starts the engine, or tries once more. */
  start(): void {
    this.#games.start();
  }

  call(method: string, address: string, parts: CallParts = {}): Promise<Response> {
    return (ANALYSIS.test(address) ? this.#analysis : this.#games).call(method, address, parts);
  }

  connect(address: string, listener: ConnectionListener): Connection {
    return this.#games.connect(address, listener);
  }
}
