// What the page and a worker with the engine say to each other. Requests and connections have numbers of their own.

import type { EngineFault } from "./fault";

export type ToEngine =
  /** Come up as the engine of this build; `fresh`: do not believe what the browser has kept of its files. */
  | { type: "load"; build: string; fresh: boolean }
  | { type: "request"; number: number; method: string; address: string; body: string }
  /** Nobody reads the answer any more. */
  | { type: "cancel"; number: number }
  | { type: "connect"; number: number; game: string; query: string }
  | { type: "take"; number: number; text: string }
  | { type: "close"; number: number };

export type FromEngine =
  /** So many bytes of the engine are here. */
  | { type: "progress"; loaded: number; total: number }
  /** Everything is here; it is being started. */
  | { type: "starting" }
  | { type: "ready" }
  | { type: "failed"; fault: EngineFault; detail: string }
  /** A part of an answer: one call of a stream per line, or all of it; `last` says that it is complete. */
  | { type: "answer"; number: number; status: number; contentType: string; text: string; last: boolean }
  /** A request has been cancelled, so the engine is not busy with it any more. */
  | { type: "cancelled"; number: number }
  | { type: "message"; number: number; text: string }
  | { type: "closed"; number: number; code: number }
  /** Storing has begun to fail, or works again. */
  | { type: "storage"; saved: boolean; reason: string }
  /** Another tab has brought the stored games to a newer form: this page has to be reloaded. */
  | { type: "outdated" };
