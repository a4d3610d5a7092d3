// What the page and a worker with the engine say to each other. Requests and connections have numbers of their own.

/** Why an engine did not come up, or went away. */
export type EngineFault =
  /** Its files could not be fetched. */
  | "network"
  /** A file is not what the build made: its checksum differs. */
  | "damaged"
  /** Page, worker and engine are not of one build. */
  | "version"
  /** The program failed, at its start or later. */
  | "crash";

export type ToEngine =
  | { type: "load"; build: string }
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

/** A build's engine failed to come up, for a reason that people can be told. */
export class EngineError extends Error {
  readonly fault: EngineFault;

  constructor(fault: EngineFault, detail: string) {
    super(detail);
    this.name = "EngineError";
    this.fault = fault;
  }
}
