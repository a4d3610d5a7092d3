// The reader's own day, for what says "today": a page may stay open beyond midnight.

import { createSubscriber } from "svelte/reactivity";

/** How often it is looked whether another day has begun, in milliseconds. */
const LOOK_MS = 60_000;

const two = (n: number): string => String(n).padStart(2, "0");

/** Returns the reader's own day at a moment, as 2026-11-21. */
export const dayOf = (now = new Date()): string => `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;

class Today {
  readonly #follow = createSubscriber((update) => {
    let known = dayOf();
    const look = (): void => {
      const now = dayOf();
      if (now === known) return;
      known = now;
      update();
    };
    const timer = setInterval(look, LOOK_MS);
    // A device that slept looks at once.
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  });

  /** The day that it is now; what reads it on a screen is drawn anew when the next one begins. */
  get day(): string {
    this.#follow();
    return dayOf();
  }
}

export const today = new Today();
