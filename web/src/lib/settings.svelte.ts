// What this browser likes. The server keeps it, for a browser forgets with the port, and tells browsers at one
// computer apart by a cookie; on a server that people share it keeps it with one's account, and the browser does for
// who has none. Tabs and devices send what was chosen in them and when, so that none undoes what was chosen in another.

import { ApiError } from "../api/http";
import { serverNow } from "../api/server-time";
import { settingsApi } from "../api/settings";
import { pieceSetName, pieceSetOf, setPieceSet } from "../board/art";
import { openChannel } from "../engine/channel";
import type { DeviceSettings, DeviceSettingsInput } from "../generated/api";
import { IN_PAGE } from "../host/build";
import { asStored, changeOf, isChange, joined, parted, remaining, type SettingsChange } from "../host/setting-changes";
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
  changed: {},
};

const darkness = matchMedia("(prefers-color-scheme: dark)");
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

const PACES = { none: 0, slow: 760, normal: 420, fast: 200 } as const;

/** Where a browser keeps them for somebody without an account. */
const HERE = "djambi";
/** On what the tabs of a browser tell each other what was stored, and that one of them is somebody else now. */
const CHANNEL = `${STORE}.settings`;
const WHO_CHANNEL = `${STORE}.who`;
/** Where a tab keeps what it has not heard to be stored: its next page may ask what is stored before that has come. */
const UNSTORED = `${STORE}.unstored`;

/** Returns what this browser keeps itself. */
const own = (): DeviceSettingsInput => knownOf(readKeptFields("localStorage", HERE));

const complete = (stored: DeviceSettingsInput): DeviceSettings => ({
  ...DEFAULTS,
  ...stored,
  look: { ...DEFAULTS.look, ...stored.look },
  puzzles: { ...DEFAULTS.puzzles, ...stored.puzzles },
  tutorial: { ...DEFAULTS.tutorial, ...stored.tutorial },
  changed: stored.changed ?? {},
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
  /** What is known to be stored. */
  #stored: DeviceSettings = DEFAULTS;
  /** Whether the server has said so, and it is not only the browser's or the usual. */
  #heard = false;
  /** What other tabs have said to be stored before the server has. */
  #told: SettingsChange = {};
  /** What was changed here and is not stored yet. */
  #unstored: SettingsChange = {};
  /** The same, on its way. */
  #sent: SettingsChange = {};
  /** What a page has brought along from the server where it lies: it is stored with the first change. */
  #brought: SettingsChange = {};
  #storing = false;
  /** Something among them was refused: until they are through, each is sent by itself. */
  #apart = false;
  /** What a page around this one asks for. */
  #lent: Partial<Pick<DeviceSettings, "lang" | "theme">> = {};
  /** The language of letters is sent, one choice after the other. */
  #letters: Promise<void> = Promise.resolve();
  readonly #tabs = openChannel(CHANNEL);
  readonly #who = openChannel(WHO_CHANNEL);

  constructor() {
    this.#who?.addEventListener("message", () => void this.#become().catch(() => undefined));
    this.#tabs?.addEventListener("message", ({ data }: MessageEvent<SettingsChange>) => {
      // A tab of a newer build may have settings that this one's server would refuse; one of an older says no times.
      const known = knownOf(data);
      const change = known.changed ? known : changeOf(this.#stored, known, serverNow());
      if (!this.#heard) this.#told = joined(this.#told, change);
      if (!this.#nobody) void this.#take(joined(this.#stored, change)).catch(() => undefined);
    });
    // Where the browser itself keeps them, its store tells.
    addEventListener("storage", ({ key }) => {
      if (key === HERE && this.#nobody) void this.#take(own()).catch(() => undefined);
    });
    // Whoever leaves does not come back to hear that the last change was stored: what waits is sent along.
    addEventListener("pagehide", () => {
      if (this.#changed) void settingsApi.keep(this.#unstored).catch(() => undefined);
    });
    // Meanwhile another device of the same account may have changed them.
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      // A page that was left and is come back to has not heard of other tabs.
      if (this.#nobody) void this.#take(joined(this.#stored, asStored(own()))).catch(() => undefined);
      else void this.#catchUp().catch(() => undefined);
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
    this.#heard = false;
    const [stored] = await Promise.all([
      settingsApi.load().catch((error: unknown) => {
        this.away = error instanceof ApiError && error.code === "unreachable";
        return null;
      }),
      me.load(),
    ]);
    if (this.#nobody) {
      await this.#take(own());
      return;
    }
    this.#unstored = this.#left();
    // A page that lies at such a server goes on as one likes it there, until something else is stored in it.
    if (IN_PAGE) this.#brought = broughtAlong(stored ?? {});
    // So does whoever is told that there is no server.
    if (stored) await this.#hear(stored);
    else await this.#take(this.away ? own() : {});
    if (this.#changed) void this.#store();
  }

  /** Takes the settings of the new account: newcomers keep what they chose, those who return find theirs. */
  async follow(fresh: boolean): Promise<void> {
    const chosen = this.#chosen;
    this.#forget();
    this.#who?.postMessage(null);
    if (fresh) this.#keep(changeOf(DEFAULTS, chosen, serverNow()));
    else await this.#takeOwn();
  }

  /** Is whom another tab has become: they share one session. */
  async #become(): Promise<void> {
    await me.load();
    this.#forget();
    await this.#takeOwn();
  }

  /** Forgets what was stored, or was to be, for whoever was here before. */
  #forget(): void {
    [this.#stored, this.#heard, this.#told, this.#unstored, this.#brought] = [DEFAULTS, false, {}, {}, {}];
    this.#note();
  }

  /** Takes the settings of whoever is here now. */
  async #takeOwn(): Promise<void> {
    if (this.#nobody) await this.#take(own());
    else await this.#catchUp();
  }

  /** Takes what is stored by now, with what was changed here, which is stored if it could not be before. */
  async #catchUp(): Promise<void> {
    const who = this.#whose;
    const stored = await settingsApi.load();
    if (who !== this.#whose) return;
    await this.#hear(stored);
    if (this.#changed) void this.#store();
  }

  /** Takes an answer of the server: others that come later may be older. */
  async #hear(stored: DeviceSettingsInput): Promise<void> {
    const before = this.#heard ? this.#stored : this.#told;
    [this.#heard, this.#told] = [true, {}];
    await this.#take(joined(before, asStored(stored)));
  }

  /** Notes for the next page of this tab what is not stored yet, and whose it is. */
  #note(): void {
    const change = joined(this.#sent, this.#unstored);
    keep("sessionStorage", UNSTORED, isChange(change) ? { who: this.#whose, change } : undefined);
  }

  /** Returns what an earlier page of this tab has not heard to be stored, of the same person. */
  #left(): SettingsChange {
    const { who, change } = readKeptFields("sessionStorage", UNSTORED);
    if (who !== this.#whose || typeof change !== "object" || !change) return {};
    // What an older build has noted says no times: whatever was chosen since is newer.
    return asStored(knownOf(change));
  }

  get #whose(): string {
    return me.account?.id ?? "";
  }

  /** Shows what is stored, with what was changed here. */
  async #take(stored: DeviceSettingsInput): Promise<void> {
    this.#stored = complete(stored);
    if (this.#changed) {
      this.#unstored = remaining(this.#unstored, this.#stored);
      this.#note();
    }
    this.#show();
    await Promise.all([this.#loadPieceSet(), texts.use(this.kept.lang || browserLang(), me.online ? ["online", "clock"] : IN_PAGE ? ["page"] : [])]);
  }

  /** What is stored, with what was changed here. */
  get #chosen(): DeviceSettings {
    return complete([this.#brought, this.#sent, this.#unstored].reduce<SettingsChange>(joined, this.#stored));
  }

  #show(): void {
    this.kept = { ...this.#chosen, ...this.#lent };
    this.#paint();
  }

  /** Something was changed here that is not stored yet. */
  get #changed(): boolean {
    return isChange(this.#unstored);
  }

  get #nobody(): boolean {
    return me.online && me.account === null;
  }

  set(change: Partial<DeviceSettings>): void {
    if (this.#nobody) this.#stored = complete(joined(this.#stored, asStored(own())));
    // Whoever chooses here does not want what was lent.
    this.#lent = Object.fromEntries(Object.entries(this.#lent).filter(([name]) => !(name in change)));
    this.#keep(changeOf(this.#chosen, change, serverNow()));
    void this.#loadPieceSet();
    if (change.lang !== undefined) {
      const lang = change.lang || browserLang();
      // What cannot be fetched now is said as before.
      void texts.use(lang).catch(() => undefined);
      // Letters are written in it too.
      if (me.account) this.#letters = this.#letters.then(() => settingsApi.language(lang)).catch(() => undefined);
    }
  }

  #keep(change: SettingsChange): void {
    if (this.#nobody) {
      this.#stored = complete(joined(this.#stored, change));
      this.#show();
      keep("localStorage", HERE, this.#stored);
      return;
    }
    this.#unstored = joined(joined(this.#unstored, this.#brought), change);
    this.#brought = {};
    this.#show();
    this.#note();
    void this.#store();
  }

  /** Stores what was changed, one call after the other; what cannot be stored now goes along with the next change. */
  async #store(): Promise<void> {
    if (this.#storing) return;
    this.#storing = true;
    try {
      while (this.#changed) await this.#send();
    } catch {
      // No server, or one that has no time.
    } finally {
      this.#storing = false;
    }
  }

  async #send(): Promise<void> {
    const who = this.#whose;
    const [sent, rest] = this.#apart ? parted(this.#unstored) : [this.#unstored, {}];
    [this.#sent, this.#unstored, this.#apart] = [sent, rest, isChange(rest)];
    try {
      const stored = await settingsApi.keep(sent);
      if (who !== this.#whose) return;
      this.#sent = {};
      await this.#hear(stored);
      const { changed } = this.#stored;
      const names = Object.keys(sent) as (keyof DeviceSettings)[];
      this.#tabs?.postMessage({ ...Object.fromEntries(names.map((name) => [name, this.#stored[name]])), changed });
    } catch (error) {
      const refused = error instanceof ApiError && error.status === 400;
      const several = isChange(parted(sent)[1]);
      // What is refused by itself would be refused again.
      if (who === this.#whose && (several || !refused)) this.#unstored = joined(sent, this.#unstored);
      if (!refused) throw error;
      // A server of the version before may not know one of them: the others are not lost with it.
      this.#apart ||= several;
    } finally {
      this.#sent = {};
      this.#show();
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
    this.#show();
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
const knownOf = (settings: object): DeviceSettingsInput => Object.fromEntries(Object.entries(settings).filter(([name]) => name in DEFAULTS));

/** Returns what this browser keeps of the server where the page lies, and what is stored in the page has not. */
function broughtAlong(stored: DeviceSettingsInput): SettingsChange {
  const isMissing = (name: string): boolean => !(name in stored) || ((name === "lang" || name === "theme") && !stored[name]);
  const wanted = Object.fromEntries(Object.entries(own()).filter(([name]) => isMissing(name)));
  // Whatever is chosen here is newer.
  return changeOf(complete(stored), wanted, 0);
}

export const preferences = new Preferences();
