// What this browser likes. The server keeps it, for a browser forgets with the port, and tells browsers at one
// computer apart by a cookie; on a server that people share it keeps it with one's account, and the browser does for
// who has none. The tabs of one browser agree: what is stored in one of them is so in the others.

import { ApiError } from "../api/http";
import { settingsApi } from "../api/settings";
import { pieceSetName, pieceSetOf, setPieceSet } from "../board/art";
import { openChannel } from "../engine/channel";
import type { DeviceSettings, DeviceSettingsInput } from "../generated/api";
import { IN_PAGE } from "../host/build";
import { keep, readKeptFields, STORE } from "../host/web-storage";
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

/** Where a browser keeps them for somebody without an account. */
const HERE = "djambi";
/** On what the tabs of a browser tell each other what was stored, and that one of them is somebody else now. */
const CHANNEL = `${STORE}.settings`;
const WHO_CHANNEL = `${STORE}.who`;
/** What the tabs of a browser hold while they store: all of them write the same settings. */
const LOCK = `${STORE}.settings`;
/** Where a tab keeps what it has not heard to be stored: its next page may ask what is stored before that has come. */
const UNSTORED = `${STORE}.unstored`;

/** Does something while no other tab does; browsers know no locks where a page comes over plain HTTP. */
async function alone(work: () => Promise<void>): Promise<void> {
  await (navigator.locks?.request(LOCK, work) ?? work());
}

/** Returns what this browser keeps itself. */
const own = (): DeviceSettingsInput => readKeptFields("localStorage", HERE);

/** Lists to which everybody adds: what several tabs or devices have made of them is joined. */
const LISTS = ["lessons_done", "hints_seen"] as const;
/** All that is joined with what is stored; of the others the last choice counts. */
const JOINED: readonly string[] = [...LISTS, "campaign", "puzzles"] satisfies (keyof DeviceSettings)[];

const complete = (stored: DeviceSettingsInput): DeviceSettings => ({
  ...DEFAULTS,
  ...stored,
  look: { ...DEFAULTS.look, ...stored.look },
  puzzles: { ...DEFAULTS.puzzles, ...stored.puzzles },
  tutorial: { ...DEFAULTS.tutorial, ...stored.tutorial },
});

class Preferences {
  kept = $state.raw<DeviceSettings>({ ...DEFAULTS });
  /** The name of the set that pieces are drawn with now: whoever has drawn some asks for it. */
  pieceSet = $state(pieceSetName());
  /** Whether there was nobody to ask: an installed app opens without its server too. */
  away = false;
  #dark = $state(darkness.matches);
  #night = $state(false);
  #printing = $state(false);
  /** What the server keeps is here: before that, what stands here must not take its place. */
  #loaded = false;
  /** What was changed here and is not stored yet. */
  #unstored: Partial<DeviceSettings> = {};
  /** The same, on its way. */
  #sent: Partial<DeviceSettings> = {};
  /** For every question that is open, what other tabs have stored since it was asked: its answer may be older. */
  readonly #asked = new Set<Partial<DeviceSettings>>();
  #storing = false;
  /** What a page around this one asks for. */
  #lent: Partial<DeviceSettings> = {};
  /** The language of letters is sent, one choice after the other. */
  #letters: Promise<void> = Promise.resolve();
  readonly #tabs = openChannel(CHANNEL);
  readonly #who = openChannel(WHO_CHANNEL);

  constructor() {
    this.#who?.addEventListener("message", () => void this.#become().catch(() => undefined));
    this.#tabs?.addEventListener("message", ({ data }: MessageEvent<Partial<DeviceSettings>>) => {
      // A tab of a newer build may have settings that this one's server would refuse.
      const known = knownOf(data);
      for (const meanwhile of this.#asked) Object.assign(meanwhile, known);
      if (this.#nobody) return;
      if (!this.#storing) this.#giveWay(known);
      void this.#take({ ...this.kept, ...known, ...this.#unstored }).catch(() => undefined);
    });
    // Where the browser itself keeps them, its store tells.
    addEventListener("storage", ({ key }) => {
      if (key === HERE && this.#nobody) void this.#take(own()).catch(() => undefined);
    });
    // Whoever leaves does not come back to hear that the last change was stored: what waits is sent along.
    addEventListener("pagehide", () => {
      if (this.#loaded && this.#changed) void settingsApi.keep(this.kept).catch(() => undefined);
    });
    // Meanwhile another device of the same account may have changed them.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      if (this.#nobody) {
        // A page that was left and is come back to has not heard of other tabs.
        void this.#take({ ...this.kept, ...own() }).catch(() => undefined);
      } else if (this.#loaded) {
        this.#loaded = false;
        void this.#store();
      }
    });
    darkness.addEventListener("change", () => {
      this.#dark = darkness.matches;
      this.#paint();
    });
    // Paper is light: the ink of the dark theme is not to be seen on it.
    for (const [event, printing] of [["beforeprint", true], ["afterprint", false]] as const)
      addEventListener(event, () => {
        this.#printing = printing;
        this.#paint();
      });
  }

  /** Reads what is stored; goes on with what the browser says if that fails. */
  async load(): Promise<void> {
    const [stored] = await Promise.all([
      this.#ask().catch((error: unknown) => {
        this.away = error instanceof ApiError && error.code === "unreachable";
        return {};
      }),
      me.load(),
    ]);
    if (this.#nobody) {
      await this.#take(own());
      return;
    }
    this.#unstored = this.#left();
    // A page that lies at such a server goes on as one likes it there, until something is stored in it.
    // So does whoever is told that there is no server.
    await this.#take(this.#withChanges(IN_PAGE || this.away ? { ...own(), ...stored } : stored));
    if (this.#changed) void this.#store();
  }

  /** Takes the settings of the new account: newcomers keep what they chose, those who return find theirs. */
  async follow(fresh: boolean): Promise<void> {
    this.#loaded = fresh;
    this.#unstored = {};
    this.#note();
    this.#who?.postMessage(null);
    if (fresh) this.#keep(this.kept);
    else await this.#takeOwn();
  }

  /** Is whom another tab has become: they share one session. */
  async #become(): Promise<void> {
    await me.load();
    this.#unstored = {};
    this.#note();
    await this.#takeOwn();
  }

  /** Takes the settings of whoever is here now. */
  async #takeOwn(): Promise<void> {
    await this.#take(this.#nobody ? own() : await this.#ask());
  }

  async #ask(): Promise<DeviceSettings> {
    this.#loaded = false;
    return this.#read();
  }

  /** Returns what is stored, with what other tabs store meanwhile. */
  async #read(): Promise<DeviceSettings> {
    const meanwhile: Partial<DeviceSettings> = {};
    this.#asked.add(meanwhile);
    try {
      const stored = { ...(await settingsApi.load()), ...meanwhile };
      this.#loaded = true;
      return stored;
    } finally {
      this.#asked.delete(meanwhile);
    }
  }

  /** Returns stored settings with what was changed here since. */
  #withChanges(stored: DeviceSettingsInput): DeviceSettingsInput {
    return { ...stored, ...this.#unstored, ...added(complete(stored), this.#unstored) };
  }

  /** Gives up changes that could not be stored: somebody has chosen otherwise since, in another tab. */
  #giveWay(chosen: Partial<DeviceSettings>): void {
    this.#unstored = Object.fromEntries(Object.entries(this.#unstored).filter(([name]) => JOINED.includes(name) || !(name in chosen)));
    this.#note();
  }

  /** Notes for the next page of this tab what is not stored yet, and whose it is. */
  #note(): void {
    const change = { ...this.#sent, ...this.#unstored };
    keep("sessionStorage", UNSTORED, Object.keys(change).length > 0 ? { who: this.#whose, change } : undefined);
  }

  /** Returns what an earlier page of this tab has not heard to be stored, of the same person. */
  #left(): Partial<DeviceSettings> {
    const { who, change } = readKeptFields("sessionStorage", UNSTORED);
    return who === this.#whose && typeof change === "object" && change ? knownOf(change) : {};
  }

  get #whose(): string {
    return me.account?.id ?? "";
  }

  async #take(stored: DeviceSettingsInput): Promise<void> {
    this.kept = { ...complete(stored), ...this.#lent };
    this.#paint();
    await Promise.all([this.#loadPieceSet(), texts.use(this.kept.lang || browserLang(), me.online ? ["online", "clock"] : IN_PAGE ? ["page"] : [])]);
  }

  /** Something was changed here that is not stored yet. */
  get #changed(): boolean {
    return Object.keys(this.#unstored).length > 0;
  }

  get #nobody(): boolean {
    return me.online && me.account === null;
  }

  set(change: Partial<DeviceSettings>): void {
    this.kept = { ...(this.#nobody ? complete({ ...this.kept, ...own() }) : this.kept), ...change };
    this.#paint();
    void this.#loadPieceSet();
    if (change.lang !== undefined) {
      const lang = change.lang || browserLang();
      // What cannot be fetched now is said as before.
      void texts.use(lang).catch(() => undefined);
      // Letters are written in it too.
      if (me.account) this.#letters = this.#letters.then(() => settingsApi.language(lang)).catch(() => undefined);
    }
    this.#keep(change);
  }

  #keep(change: Partial<DeviceSettings>): void {
    if (this.#nobody) {
      keep("localStorage", HERE, this.kept);
      return;
    }
    this.#unstored = { ...this.#unstored, ...change };
    this.#note();
    void this.#store();
  }

  /**
   * Asks what is stored, unless that is known, and stores what was changed, one call after the other: of two at once the
   * server might take the older one last. What cannot be stored now goes along with the next change. Another tab may have
   * stored something of which this one has not heard yet: each adds what it changed to what is stored.
   */
  async #store(): Promise<void> {
    if (this.#storing) return;
    this.#storing = true;
    try {
      while (!this.#loaded || this.#changed) await (this.#changed ? alone(() => this.#add()) : this.#catchUp());
    } catch {
      // No server, or one that has no time.
    } finally {
      this.#storing = false;
    }
  }

  /** Takes what is stored by now, with what was changed here. */
  async #catchUp(): Promise<void> {
    const stored = await this.#read();
    const { lang, theme } = this.kept;
    // What a page has brought along from its server is stored with the first change, not replaced by the usual.
    const brought = IN_PAGE ? { lang: stored.lang || lang, theme: stored.theme || theme } : {};
    await this.#take(this.#withChanges({ ...stored, ...brought }));
  }

  /** Stores what was changed here, beside what other tabs have stored. */
  async #add(): Promise<void> {
    await this.#catchUp();
    await this.#send();
  }

  async #send(): Promise<void> {
    const [sent, change] = [this.kept, this.#unstored];
    [this.#sent, this.#unstored] = [change, {}];
    try {
      const { puzzles } = await settingsApi.keep(sent);
      // What other devices have achieved meanwhile.
      if (this.kept.puzzles === sent.puzzles) this.kept = { ...this.kept, puzzles };
      this.#tabs?.postMessage({ ...change, puzzles });
    } catch (error) {
      // What is refused would be refused again, and everything else with it.
      if (!(error instanceof ApiError && error.status === 400)) this.#unstored = { ...change, ...this.#unstored };
      throw error;
    } finally {
      this.#sent = {};
      this.#note();
    }
  }

  /** Has the page of this server, which knows no accounts, begin in this language and theme. */
  handOn(): void {
    const { lang, theme } = this.kept;
    keep("localStorage", HERE, { ...own(), lang, theme });
  }

  /** Takes what a page around this one asks for: for now, and kept nowhere. */
  async lend({ theme, lang }: { theme?: "light" | "dark" | undefined; lang?: Lang | undefined }): Promise<void> {
    this.#lent = { ...(theme && { theme }), ...(lang && { lang }) };
    this.kept = { ...this.kept, ...this.#lent };
    this.#paint();
    if (lang) await texts.use(lang);
  }

  get theme(): "light" | "dark" {
    if (this.#printing) return "light";
    if (this.#night) return "dark";
    return this.kept.theme || (this.#dark ? "dark" : "light");
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
    // The bars of a phone's browser are of the page's colour, which need not be that of the system's theme.
    const ground = getComputedStyle(document.documentElement).getPropertyValue("--page").trim();
    for (const bars of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) bars.content = ground;
  }

  /** Draws the pieces as it is liked; as they were, while that cannot be fetched. */
  async #loadPieceSet(): Promise<void> {
    const { look, large_emblems } = this.kept;
    const found = await pieceSetOf(look.pieces, large_emblems).catch(() => null);
    if (!found || look.pieces !== this.kept.look.pieces || large_emblems !== this.kept.large_emblems) return;
    setPieceSet(found);
    this.pieceSet = document.documentElement.dataset["pieces"] = found.name;
  }
}

/** Returns those of another page's settings that this one knows. */
const knownOf = (settings: object): Partial<DeviceSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in DEFAULTS));

/** Returns what a change adds to lists that are stored, where other devices have added since; an empty list empties. */
function added(stored: DeviceSettings, change: Partial<DeviceSettings>): Partial<DeviceSettings> {
  const lists: Partial<DeviceSettings> = {};
  for (const name of LISTS) {
    const list = change[name];
    if (list?.length) lists[name] = [...new Set([...stored[name], ...list])];
  }
  return lists;
}

export const preferences = new Preferences();
