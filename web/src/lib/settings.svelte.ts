// What this browser likes. The server keeps it, for a browser forgets with the port, and tells browsers at one
// computer apart by a cookie; on a server that people share it keeps it with one's account, and the browser does for
// who has none.

import { ApiError } from "../api/http";
import { settingsApi } from "../api/settings";
import { wardrobeOf, wear, worn } from "../board/art";
import type { DeviceSettings, DeviceSettingsInput } from "../generated/api";
import { IN_PAGE } from "../host/build";
import { me } from "./me.svelte";
import { browserLang, texts, type Lang } from "./texts.svelte";

const DEFAULTS: DeviceSettings = {
  lang: "",
  theme: "",
  name: "",
  sounds: true,
  volume: 70,
  bot_talk: true,
  animation: "",
  confirm: false,
  warn: true,
  auto_pass: false,
  marks: false,
  look: { board: "paper", pieces: "figures" },
  large_emblems: false,
  coordinates: true,
  mine_below: true,
  turn_to_mover: false,
  notation: "words",
  hints_seen: [],
  lessons_done: [],
  puzzles_done: [],
  campaign: [],
  puzzles: { results: {}, days: {}, storm: 0 },
  tutorial: { state: "", game: "" },
};

const darkness = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

const PACES = { none: 0, slow: 760, normal: 420, fast: 200 } as const;

const HERE = "djambi";

/** Returns what this browser keeps itself: nothing, where it stores nothing or something else stands there. */
function own(): DeviceSettingsInput {
  try {
    const kept = JSON.parse(localStorage.getItem(HERE) ?? "{}") as unknown;
    return typeof kept === "object" && kept !== null && !Array.isArray(kept) ? (kept as DeviceSettingsInput) : {};
  } catch {
    return {};
  }
}

function store(value: DeviceSettingsInput): void {
  try {
    localStorage.setItem(HERE, JSON.stringify(value));
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

const complete = (stored: DeviceSettingsInput): DeviceSettings => ({
  ...DEFAULTS,
  ...stored,
  look: { ...DEFAULTS.look, ...stored.look },
  puzzles: { ...DEFAULTS.puzzles, ...stored.puzzles },
  tutorial: { ...DEFAULTS.tutorial, ...stored.tutorial },
});

class Preferences {
  kept = $state<DeviceSettings>({ ...DEFAULTS });
  /** The name of the drawings that pieces are drawn with now: whoever has drawn some asks for it. */
  worn = $state(worn());
  /** Whether there was nobody to ask: an installed app opens without its server too. */
  away = false;
  #night = $state(false);

  /** Reads what is stored; goes on with what the browser says if that fails. */
  async load(): Promise<void> {
    const [stored] = await Promise.all([
      settingsApi.load().catch((error: unknown) => {
        this.away = error instanceof ApiError && error.code === "unreachable";
        return {};
      }),
      me.load(),
    ]);
    darkness.addEventListener("change", () => this.#paint());
    // Where the browser itself keeps it, other tabs tell what they have stored.
    addEventListener("storage", ({ key }) => {
      if (key === HERE && this.#nobody) this.kept = complete(own());
    });
    // A page that lies at such a server goes on as one likes it there, until something is stored in it.
    await this.#take(this.#nobody ? own() : IN_PAGE ? { ...own(), ...stored } : stored);
  }

  /** Takes the settings of the new account: newcomers keep what they chose, those who return find theirs. */
  async follow(fresh: boolean): Promise<void> {
    if (fresh) this.set({});
    else await this.#take(this.#nobody ? own() : await settingsApi.load());
  }

  async #take(stored: DeviceSettingsInput): Promise<void> {
    this.kept = complete(stored);
    this.#paint();
    await Promise.all([this.#dress(), texts.use(this.kept.lang || browserLang(), me.online ? ["online", "clock"] : IN_PAGE ? ["page"] : [])]);
  }

  get #nobody(): boolean {
    return me.online && me.account === null;
  }

  set(change: Partial<DeviceSettings>): void {
    this.kept = { ...this.kept, ...change };
    this.#paint();
    void this.#dress();
    if (change.lang !== undefined) {
      const lang = change.lang || browserLang();
      void texts.use(lang);
      // Letters are written in it too.
      if (me.account) void settingsApi.language(lang).catch(() => undefined);
    }
    if (this.#nobody) store(this.kept);
    else void this.#store();
  }

  /** Stores it all with the server, and takes from its answer what other tabs have achieved meanwhile. */
  async #store(): Promise<void> {
    const sent = this.kept;
    const stored = await settingsApi.keep(sent).catch(() => null);
    // What was changed meanwhile has an answer of its own to come.
    if (stored && this.kept === sent) this.kept = { ...sent, puzzles: stored.puzzles };
  }

  /** Has the page of this server, which knows no accounts, begin in this language and theme. */
  handOn(): void {
    const { lang, theme } = this.kept;
    store({ ...own(), lang, theme });
  }

  /** Takes what a page around this one asks for: for now, and kept nowhere. */
  async lend({ theme, lang }: { theme?: "light" | "dark" | undefined; lang?: Lang | undefined }): Promise<void> {
    this.kept = { ...this.kept, theme: theme ?? this.kept.theme, lang: lang ?? this.kept.lang };
    this.#paint();
    if (lang) await texts.use(lang);
  }

  get theme(): "light" | "dark" {
    if (this.#night) return "dark";
    return this.kept.theme || (darkness.matches ? "dark" : "light");
  }

  /** Has a screen that plays at night be dark, whatever the theme, for as long as it is shown. */
  set night(on: boolean) {
    this.#night = on;
    this.#paint();
  }

  /** How long a piece is on its way, in milliseconds. */
  get pace(): number {
    return this.paceUnless("normal");
  }

  /** Returns the same, with another pace for those who chose none. */
  paceUnless(usual: "slow" | "normal"): number {
    return PACES[this.kept.animation || (stillness.matches ? "none" : usual)];
  }

  #paint(): void {
    const { dataset } = document.documentElement;
    dataset["theme"] = this.theme;
    dataset["board"] = this.kept.look.board;
  }

  /** Draws the pieces as it is liked; as they were, while that cannot be fetched. */
  async #dress(): Promise<void> {
    const { look, large_emblems } = this.kept;
    const found = await wardrobeOf(look.pieces, large_emblems).catch(() => null);
    if (!found || look.pieces !== this.kept.look.pieces || large_emblems !== this.kept.large_emblems) return;
    wear(found);
    this.worn = document.documentElement.dataset["pieces"] = found.name;
  }
}

export const preferences = new Preferences();
