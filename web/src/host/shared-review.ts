// The review of a whole game by several engines. Each is asked for pieces of it, and the lines come in order, as from one:
// what is found of a position does not depend on who looks (`AnalysisService.judge`).

import type { TurnReviewView } from "../generated/api";
import type { CallParts, GameHost } from "./game-host";
import { linesOf } from "./json-lines";

export const REVIEW = "/api/study/game";
/** Positions of a piece. One that does not begin the game costs two more quick searches than it has positions. */
export const PIECE = 12;
/** How long one engine is alone with a review, in milliseconds: one that is short, or stored, needs no other. */
export const ALONE_MS = 700;

type Engine = Pick<GameHost, "call">;
type Sink = ReadableStreamDefaultController<Uint8Array>;

const ENCODER = new TextEncoder();

/** Answers a request for a review as `lead` would alone, with the help of others; without them where they fail. */
export async function sharedReview(lead: Engine, helpers: readonly Engine[], { body, signal }: CallParts): Promise<Response> {
  const stop = new AbortController();
  const ended = (): void => stop.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener("abort", ended);
  const review = new SharedReview((first) => [`${REVIEW}?first=${first}&count=${PIECE}`, { body, signal: stop.signal }]);
  const begun = await review.ask(lead, 0);
  if (!begun.ok) return begun;

  async function run(to: Sink): Promise<void> {
    const helped = setTimeout(() => {
      for (const helper of helpers) void help(helper).catch(() => undefined);
    }, ALONE_MS);
    try {
      await review.lead(lead, begun, to);
      to.close();
    } catch (error) {
      to.error(error);
    } finally {
      clearTimeout(helped);
      signal?.removeEventListener("abort", ended);
      stop.abort();
    }
  }

  async function help(helper: Engine): Promise<void> {
    // It has to come up first; a piece that waited for that would keep all later ones waiting.
    await helper.call("GET", "/api/alive", { signal: stop.signal });
    await review.work(helper);
  }

  return new Response(new ReadableStream({ start: (to) => void run(to), cancel: ended }), { status: begun.status, headers: begun.headers });
}

class SharedReview {
  readonly #request: (first: number) => readonly [address: string, parts: CallParts];
  #to: Sink | null = null;
  /** Lines that are there before it is their turn, by the numbers of their positions. */
  readonly #early = new Map<number, TurnReviewView>();
  #next = 0;
  /** The number of the last position; unknown until there is a line. */
  #last = Infinity;
  /** Where pieces begin that somebody has given up, and where the first begins that nobody was asked for. */
  readonly #given: number[] = [];
  #fresh = PIECE;
  readonly #inHand = new Set<Promise<void>>();

  constructor(request: (first: number) => readonly [address: string, parts: CallParts]) {
    this.#request = request;
  }

  ask(engine: Engine, first: number): Promise<Response> {
    return engine.call("POST", ...this.#request(first));
  }

  /** Has an engine do the first piece, and all that the others do not; fails where it does. */
  async lead(engine: Engine, begun: Response, to: Sink): Promise<void> {
    this.#to = to;
    await this.#take(begun, 0);
    await this.work(engine);
    while (this.#inHand.size > 0) {
      await Promise.allSettled(this.#inHand);
      await this.work(engine);
    }
  }

  /** Has an engine do piece after piece that nobody does yet. */
  async work(engine: Engine): Promise<void> {
    while (this.#open) {
      const piece = this.#piece(engine, this.#given.pop() ?? this.#nextFresh());
      this.#inHand.add(piece);
      await piece.finally(() => this.#inHand.delete(piece));
    }
  }

  get #open(): boolean {
    return this.#given.length > 0 || this.#fresh <= this.#last;
  }

  #nextFresh(): number {
    const first = this.#fresh;
    this.#fresh += PIECE;
    return first;
  }

  async #piece(engine: Engine, first: number): Promise<void> {
    try {
      await this.#take(await this.ask(engine, first), first);
    } catch (error) {
      this.#given.push(first);
      throw error;
    }
  }

  /** Takes the lines of a piece as they come. */
  async #take(answer: Response, first: number): Promise<void> {
    let came = first - 1;
    if (answer.ok)
      for await (const line of linesOf<TurnReviewView>(answer)) {
        came = line.number;
        this.#last = line.total;
        if (came >= this.#next) this.#early.set(came, line);
        this.#send();
      }
    if (came < Math.min(first + PIECE - 1, this.#last)) throw new Error(`a review from ${first} on ended after ${came}`);
  }

  #send(): void {
    for (let line = this.#early.get(this.#next); line; line = this.#early.get(this.#next)) {
      this.#early.delete(this.#next++);
      this.#to?.enqueue(ENCODER.encode(`${JSON.stringify(line)}\n`));
    }
  }
}
