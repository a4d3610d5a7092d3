// The engine's store in this browser: called from Python, so JSON text goes in and out. What it promises is stored
// when it says so; where it cannot store it rejects, and the engine keeps the game in memory and tells people.

import { changeSettings, openDatabase, SETTINGS_KEY, type EventRow, type GameRow, type GamesDatabase, type ThoughtRow } from "./database";

export interface BrowserStoreListener {
  /** Something of a game has been stored: other tabs want to know. */
  stored(game: string): void;
  /** A newer version of the app has taken the database over. */
  outdated(): void;
}

type EventText = Omit<EventRow, "game">;

/** Events are stored for good before anything is shown, not only handed to the operating system. */
const STRICT: IDBTransactionOptions = { durability: "strict" };

export class BrowserStore {
  readonly #to: BrowserStoreListener;
  #database: Promise<GamesDatabase> | null = null;
  #outdated = false;

  constructor(to: BrowserStoreListener) {
    this.#to = to;
  }

  /** Stores a new game with its first events, all or nothing; false if the id is taken. */
  async create(game: string, row: string, events: string): Promise<boolean> {
    const transaction = (await this.#open()).transaction(["games", "events"], "readwrite", STRICT);
    if (await transaction.objectStore("games").getKey(game)) return false;
    await written(transaction, [
      transaction.objectStore("games").add({ ...(JSON.parse(row) as GameRow), id: game }),
      ...(JSON.parse(events) as EventText[]).map((event) => transaction.objectStore("events").add({ ...event, game })),
    ]);
    this.#to.stored(game);
    return true;
  }

  /** Appends events, and changes the game's row with them; false unless they follow the last one that is stored. */
  async append(game: string, events: string, changes: string): Promise<boolean> {
    const fresh = JSON.parse(events) as EventText[];
    const transaction = (await this.#open()).transaction(["games", "events"], "readwrite", STRICT);
    const stored = transaction.objectStore("events");
    const [row, last] = await Promise.all([
      transaction.objectStore("games").get(game),
      stored.openKeyCursor(logOf(game), "prev"),
    ]);
    // Another tab was faster, or an event before these is missing.
    if (!row || fresh[0]?.number !== Number(last?.key[1] ?? 0) + 1) return false;
    await written(transaction, [
      transaction.objectStore("games").put({ ...row, ...(JSON.parse(changes) as Partial<GameRow>) }),
      ...fresh.map((event) => stored.add({ ...event, game })),
    ]);
    this.#to.stored(game);
    return true;
  }

  /** Returns the events of a game by number. */
  async events(game: string): Promise<string> {
    return logText(await (await this.#open()).getAll("events", logOf(game)));
  }

  /** Appends what was said beside a game; false unless it follows what is stored last. */
  async append_asides(game: string, asides: string): Promise<boolean> {
    const fresh = JSON.parse(asides) as EventText[];
    const transaction = (await this.#open()).transaction("asides", "readwrite", STRICT);
    const last = await transaction.store.openKeyCursor(logOf(game), "prev");
    if (fresh[0]?.number !== Number(last?.key[1] ?? 0) + 1) return false;
    await written(transaction, fresh.map((aside) => transaction.store.add({ ...aside, game })));
    this.#to.stored(game);
    return true;
  }

  /** Returns what was said beside a game by number. */
  async asides(game: string): Promise<string> {
    return logText(await (await this.#open()).getAll("asides", logOf(game)));
  }

  /** Returns the rows of all games, removed ones too, the last played first. */
  async rows(): Promise<string> {
    const rows = await (await this.#open()).getAll("games");
    return JSON.stringify(rows.toSorted((a, b) => b.played - a.played));
  }

  /** Takes a game off the list; false if there is none. */
  async hide(game: string, hidden = true): Promise<boolean> {
    const transaction = (await this.#open()).transaction("games", "readwrite", STRICT);
    const row = await transaction.store.get(game);
    if (!row || !(hidden || row.hidden)) return false;
    await written(transaction, [transaction.store.put({ ...row, hidden })]);
    this.#to.stored(game);
    return true;
  }

  /** Puts a game back on the list; false unless it was taken off. */
  show(game: string): Promise<boolean> {
    return this.hide(game, false);
  }

  async settings(): Promise<string | null> {
    return (await (await this.#open()).get("settings", SETTINGS_KEY)) ?? null;
  }

  /** Stores settings in the place of those seen; false if another tab's stand there by now. */
  async replace_settings(seen: string | null | undefined, text: string): Promise<boolean> {
    return (await changeSettings(await this.#open(), (stored) => (stored === (seen ?? null) ? text : null))) !== null;
  }

  /** Returns what an engine found out about positions, as far as it is known. */
  async thoughts(engine: string, positions: string): Promise<string> {
    const { store } = (await this.#open()).transaction("thoughts");
    const rows = await Promise.all((JSON.parse(positions) as string[]).map((position) => store.get([engine, position])));
    return JSON.stringify(Object.fromEntries(rows.flatMap((row) => (row ? [[row.position, row.data]] : []))));
  }

  /** Keeps what an engine found out, and forgets what is older than `before` (milliseconds, UTC). */
  async keep_thoughts(engine: string, rows: string, before: number): Promise<void> {
    const transaction = (await this.#open()).transaction("thoughts", "readwrite");
    const old = await transaction.store.index("at").getAllKeys(IDBKeyRange.upperBound(before, true));
    await written(transaction, [
      ...old.map((key) => transaction.store.delete(key)),
      ...(JSON.parse(rows) as Omit<ThoughtRow, "engine">[]).map((row) => transaction.store.put({ ...row, engine })),
    ]);
  }

  /** Returns the open database; rejects while the browser refuses it or another tab keeps it in an older version. */
  #open(): Promise<GamesDatabase> {
    if (this.#outdated) return Promise.reject(new Error("a newer version of the app uses the stored games"));
    if (this.#database) return this.#database;
    const opened = new Promise<GamesDatabase>((resolve, reject) => {
      const forget = (): void => {
        if (this.#database === opened) this.#database = null;
      };
      openDatabase({
        blocked: () => {
          forget();
          reject(new Error("another tab uses the stored games in an older version"));
        },
        outdated: () => {
          this.#outdated = true;
          this.#to.outdated();
        },
        lost: forget,
      }).then(resolve, (error: unknown) => {
        forget();
        reject(error instanceof Error ? error : new Error(String(error)));
      });
    });
    this.#database = opened;
    return opened;
  }
}

/** Waits until a transaction has written everything for good; rejects with the first thing that went wrong. */
async function written(transaction: { readonly done: Promise<void> }, writes: readonly Promise<unknown>[]): Promise<void> {
  await Promise.all([...writes, transaction.done]);
}

const logText = (rows: readonly EventRow[]): string =>
  JSON.stringify(rows.map(({ number, at, version, data }) => ({ number, at, version, data })));

const logOf = (game: string): IDBKeyRange => IDBKeyRange.bound([game], [game, []]);
