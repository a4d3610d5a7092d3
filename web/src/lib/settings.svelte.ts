// What this device likes. The server keeps it, for a browser forgets with the port.

import type { Settings } from "../generated/messages";
import { api, CallFailed } from "./api";
import { browserLang, texts } from "./texts.svelte";

export type Kept = Required<Settings>;

const DEFAULTS: Kept = {
  lang: "",
  theme: "",
  name: "",
  sounds: true,
  animation: "",
  confirm: false,
  warn: true,
  marks: false,
  coordinates: true,
  mine_below: true,
  notation: "words",
  hints_seen: [],
  lessons_done: [],
  puzzles_done: [],
};

const darkness = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

const PACES = { none: 0, slow: 760, normal: 420, fast: 200 } as const;

class Preferences {
  kept = $state<Kept>({ ...DEFAULTS });
  /** Whether there was nobody to ask: an installed app opens without its server too. */
  away = false;

  /** Reads what is stored; goes on with what the browser says if that fails. */
  async load(): Promise<void> {
    const stored = await api.settings().catch((error: unknown) => {
      this.away = error instanceof CallFailed && error.code === "unreachable";
      return {};
    });
    this.kept = { ...DEFAULTS, ...stored };
    this.#paint();
    darkness.addEventListener("change", () => this.#paint());
    await texts.use(this.kept.lang || browserLang());
  }

  set(change: Partial<Kept>): void {
    this.kept = { ...this.kept, ...change };
    this.#paint();
    if (change.lang !== undefined) void texts.use(change.lang || browserLang());
    void api.keep(this.kept).catch(() => undefined);
  }

  get theme(): "light" | "dark" {
    return this.kept.theme || (darkness.matches ? "dark" : "light");
  }

  /** How long a piece is on its way, in milliseconds. */
  get pace(): number {
    return PACES[this.kept.animation || (stillness.matches ? "none" : "normal")];
  }

  #paint(): void {
    document.documentElement.dataset["theme"] = this.theme;
  }
}

export const preferences = new Preferences();
