// How it stands with the engine in the page, for the eyes of people.

import type { EngineState } from "./engine-process";

class EngineStatus {
  state = $state.raw<EngineState>({ phase: "idle" });
  /** Something was asked that only the engine can answer, and it is not there yet. */
  awaited = $state(false);
  /** Why nothing is being saved, in the browser's words; "" while it is. */
  trouble = $state("");
  /** Another tab has a newer version of the app: this page can store nothing any more. */
  outdated = $state(false);
  /** Tries once more to bring the engine up. */
  retry: () => void = () => undefined;

  /** How much of the engine is here, from 0 to 1; null while that is not known. */
  get progress(): number | null {
    if (this.state.phase === "loading") return this.state.total > 0 ? Math.min(1, this.state.loaded / this.state.total) : null;
    return this.state.phase === "idle" ? null : 1;
  }
}

export const engineStatus = new EngineStatus();
