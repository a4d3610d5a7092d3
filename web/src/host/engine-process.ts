// One worker with an engine, asked as a host. What is asked before the engine is ready waits.

import { EngineError, type EngineFault } from "../engine/fault";
import type { FromEngine, ToEngine } from "../engine/protocol";
import type { CallParts, Connection, ConnectionListener, GameHost } from "./game-host";

export type EngineState =
  /** Not wanted yet. */
  | { readonly phase: "idle" }
  /** So many bytes are here; `total` is 0 while that is not known. */
  | { readonly phase: "loading"; readonly loaded: number; readonly total: number }
  | { readonly phase: "starting" }
  | { readonly phase: "ready" }
  | { readonly phase: "failed"; readonly fault: EngineFault; readonly detail: string };

export interface EngineListener {
  /** The engine's state, or the number of messages that wait for it, has changed. */
  changed?(state: EngineState, waiting: number): void;
  /** Storing has begun to fail, for this reason, or works again ("" then). */
  storage?(trouble: string): void;
  /** The page is too old for the stored games. */
  outdated?(): void;
}

/** What a process needs of a `Worker`. */
export type EngineWorker = Pick<Worker, "postMessage" | "terminate" | "addEventListener">;

interface EngineOptions {
  /** Starts a worker. */
  worker(): EngineWorker;
  /** The build whose engine is wanted. */
  build: string;
  /** How long a cancelled request may go on, in milliseconds, until the worker is ended for it; null: for ever. */
  patience: number | null;
  /** How long a worker that is asked nothing is kept, in milliseconds; null: for ever. */
  rest: number | null;
  /** Whether what was asked waits for another try where the engine does not come up; if not, it fails. */
  waits: boolean;
}

interface OpenRequest {
  readonly message: ToEngine;
  /** Takes the answer, or the first line of it. */
  answered(answer: Response): void;
  failed(error: unknown): void;
  /** No longer hears whether it is given up: it is at an end, and its signal may be another one's too. */
  ended(): void;
  /** The rest of an answer that comes in lines. */
  lines: ReadableStreamDefaultController<Uint8Array> | null;
}

const ENCODER = new TextEncoder();
/** The close code of a connection that ended without a farewell (RFC 6455). */
const GONE_ABNORMALLY = 1006;

export class EngineProcess implements GameHost {
  readonly remote = false;
  readonly #options: EngineOptions;
  readonly #to: EngineListener;
  #worker: EngineWorker | null = null;
  #state: EngineState = { phase: "idle" };
  #queue: ToEngine[] = [];
  #next = 1;
  readonly #requests = new Map<number, OpenRequest>();
  readonly #connections = new Map<number, ConnectionListener>();
  #resting: ReturnType<typeof setTimeout> | undefined;
  /** Cancelled requests that the engine may still be busy with. */
  readonly #ending = new Map<number, ReturnType<typeof setTimeout>>();

  constructor(options: EngineOptions, to: EngineListener = {}) {
    this.#options = options;
    this.#to = to;
  }

  get state(): EngineState {
    return this.#state;
  }

  /** Starts the worker, unless there is one; after a failure it is tried anew, and what waits is asked then. */
  start(): void {
    if (this.#worker) return;
    const fresh = this.#state.phase === "failed" && this.#state.fault === "damaged";
    this.#become({ phase: "loading", loaded: 0, total: 0 });
    const worker = this.#options.worker();
    this.#worker = worker;
    worker.addEventListener("message", ({ data }: MessageEvent<FromEngine>) => {
      if (this.#worker === worker) this.#hear(data);
    });
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      // A script that could not be fetched has nothing to say.
      if (this.#worker === worker) this.#fail(event.message ? "broken" : "missing", event.message ?? "");
    });
    worker.postMessage({ type: "load", build: this.#options.build, fresh } satisfies ToEngine);
  }

  call(method: string, address: string, { body, signal }: CallParts = {}): Promise<Response> {
    const number = this.#next++;
    const message: ToEngine = { type: "request", number, method, address, body: body === undefined ? "" : JSON.stringify(body) };
    return new Promise((answered, failed) => {
      signal?.throwIfAborted();
      const givenUp = (): void => this.#cancel(number, signal?.reason);
      const ended = (): void => signal?.removeEventListener("abort", givenUp);
      this.#requests.set(number, { message, answered, failed, ended, lines: null });
      signal?.addEventListener("abort", givenUp, { once: true });
      this.#send(message);
    });
  }

  connect(address: string, listener: ConnectionListener): Connection {
    const number = this.#next++;
    const [, game = "", query = ""] = /^\/api\/games\/([^/?]+)\/socket(?:\?(.*))?$/.exec(address) ?? [];
    this.#connections.set(number, listener);
    this.#send({ type: "connect", number, game: decodeURIComponent(game), query });
    const connections = this.#connections;
    return {
      get state() {
        return connections.has(number) ? "open" : "closed";
      },
      send: (text) => this.#send({ type: "take", number, text }),
      close: () => {
        if (connections.delete(number)) this.#send({ type: "close", number });
      },
    };
  }

  /** Ends the worker: what it was asked fails, its connections close. */
  #fail(fault: EngineFault, detail: string): void {
    const ready = this.#state.phase === "ready";
    this.#end();
    this.#become({ phase: "failed", fault, detail });
    if (ready || !this.#options.waits) this.#abandon(new EngineError(fault, detail));
  }

  /** Gives up everything that was asked and not answered. */
  #abandon(error: unknown): void {
    this.#queue = [];
    const requests = [...this.#requests.values()];
    const connections = [...this.#connections.values()];
    this.#requests.clear();
    this.#connections.clear();
    this.#become(this.#state);
    for (const { ended, failed, lines } of requests) {
      ended();
      if (lines) lines.error(error);
      else failed(error);
    }
    for (const listener of connections) listener.closed(GONE_ABNORMALLY);
  }

  #send(message: ToEngine): void {
    this.#rest();
    if (this.#state.phase === "ready") {
      this.#worker?.postMessage(message);
      return;
    }
    this.#queue.push(message);
    const { phase } = this.#state;
    if (phase === "idle" || (phase === "failed" && !this.#options.waits)) this.start();
    else this.#become(this.#state);
  }

  /** Gives the worker's memory back once nothing has been asked for a while; the next question starts another one. */
  #rest(): void {
    clearTimeout(this.#resting);
    const { rest } = this.#options;
    if (rest === null) return;
    this.#resting = setTimeout(() => {
      if (this.#requests.size + this.#connections.size === 0 && this.#state.phase === "ready") this.#restart();
      else this.#rest();
    }, rest);
  }

  #become(state: EngineState): void {
    this.#state = state;
    this.#to.changed?.(state, this.#queue.length);
  }

  #end(): void {
    clearTimeout(this.#resting);
    this.#worker?.terminate();
    this.#worker = null;
    for (const timer of this.#ending.values()) clearTimeout(timer);
    this.#ending.clear();
  }

  #cancel(number: number, reason: unknown): void {
    const found = this.#requests.get(number);
    if (!found) return;
    this.#requests.delete(number);
    found.ended();
    if (found.lines) found.lines.error(reason);
    else found.failed(reason);
    if (this.#queue.includes(found.message)) {
      this.#queue = this.#queue.filter((message) => message !== found.message);
      this.#become(this.#state);
      return;
    }
    this.#send({ type: "cancel", number });
    const { patience } = this.#options;
    if (patience !== null) this.#ending.set(number, setTimeout(() => this.#restart(), patience));
  }

  /** Ends the worker, in the middle of a step or not; what is asked is asked anew, and lines of an answer come again. */
  #restart(): void {
    this.#end();
    this.#queue = [...this.#requests.values()].map(({ message }) => message);
    this.#become({ phase: "idle" });
    if (this.#queue.length > 0) this.start();
  }

  #hear(message: FromEngine): void {
    switch (message.type) {
      case "progress":
        this.#become({ phase: "loading", loaded: message.loaded, total: message.total });
        break;
      case "starting":
        this.#become({ phase: "starting" });
        break;
      case "ready": {
        const queue = this.#queue;
        this.#queue = [];
        this.#become({ phase: "ready" });
        for (const waiting of queue) this.#send(waiting);
        break;
      }
      case "failed":
        this.#fail(message.fault, message.detail);
        break;
      case "answer":
        this.#answer(message);
        break;
      case "cancelled":
        clearTimeout(this.#ending.get(message.number));
        this.#ending.delete(message.number);
        break;
      case "message":
        this.#connections.get(message.number)?.message(message.text);
        break;
      case "closed": {
        const listener = this.#connections.get(message.number);
        this.#connections.delete(message.number);
        listener?.closed(message.code);
        break;
      }
      case "storage":
        this.#to.storage?.(message.saved ? "" : message.reason);
        break;
      case "outdated":
        this.#to.outdated?.();
        break;
    }
  }

  #answer({ number, status, contentType, text, last }: Extract<FromEngine, { type: "answer" }>): void {
    const found = this.#requests.get(number);
    if (!found) return;
    const init = { status, headers: { "content-type": contentType } };
    if (last) {
      this.#requests.delete(number);
      found.ended();
    }
    if (last && !found.lines) {
      // Some statuses, such as 204, allow no body at all.
      found.answered(new Response(text === "" ? null : text, init));
      return;
    }
    if (!found.lines) {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => void (found.lines = controller),
        cancel: (reason) => this.#cancel(number, reason),
      });
      found.answered(new Response(stream, init));
    }
    if (text !== "") found.lines?.enqueue(ENCODER.encode(text));
    if (last) found.lines?.close();
  }
}
