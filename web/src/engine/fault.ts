// Why an engine does not run.

/**
 * A file could not be had, or is not what was built; page, worker and engine are not of one build; or the program
 * failed, at its start or later.
 */
export type EngineFault = "missing" | "damaged" | "outdated" | "broken";

export class EngineError extends Error {
  override readonly name = "EngineError";

  constructor(
    readonly fault: EngineFault,
    /** The file, or what else it is about. */
    readonly file: string,
    options?: ErrorOptions,
  ) {
    super(`the engine is ${fault}: ${file}`, options);
  }
}
