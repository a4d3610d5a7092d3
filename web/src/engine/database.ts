// The games of this browser in IndexedDB: what is stored, and how a database of an older version becomes one of this.

import { openDB, type DBSchema, type IDBPDatabase } from "idb";

import type { GameSummaryView, RecentGamesView } from "../generated/api";

/** An event of a game, or something said beside it: `data` is JSON that only the engine reads. */
export interface EventRow {
  game: string;
  number: number;
  /** Milliseconds, UTC. */
  at: number;
  version: number;
  data: string;
}

/** A game as it is listed; `summary` is the engine's own. */
export interface GameRow {
  id: string;
  variant: string;
  rules: string;
  created: number;
  played: number;
  hidden: boolean;
  summary: unknown;
  view: GameSummaryView;
}

/** What an engine once found out about a position. */
export interface ThoughtRow {
  engine: string;
  position: string;
  at: number;
  data: string;
}

export interface GamesSchema extends DBSchema {
  games: { key: string; value: GameRow };
  events: { key: [game: string, number: number]; value: EventRow };
  asides: { key: [game: string, number: number]; value: EventRow };
  settings: { key: string; value: string };
  thoughts: { key: [engine: string, position: string]; value: ThoughtRow; indexes: { at: number } };
}

export type GamesDatabase = IDBPDatabase<GamesSchema>;

/** The steps from each version to the next; a new one is appended, and none is ever changed. */
const UPGRADES: readonly ((database: GamesDatabase) => void)[] = [
  (database) => {
    database.createObjectStore("games", { keyPath: "id" });
    database.createObjectStore("events", { keyPath: ["game", "number"] });
    database.createObjectStore("settings");
    database.createObjectStore("thoughts", { keyPath: ["engine", "position"] }).createIndex("at", "at");
  },
  (database) => {
    database.createObjectStore("asides", { keyPath: ["game", "number"] });
  },
];

export const DATABASE_NAME = "djambi";
export const DATABASE_VERSION = UPGRADES.length;
/** The only key among the settings. */
export const SETTINGS_KEY = "device";

export interface DatabaseListener {
  /** Another tab holds the database in an older version: opening waits until it lets go. */
  blocked?(): void;
  /** Another tab wants to bring it to a newer version; it has been closed for that. */
  outdated?(): void;
  /** The browser has closed it. */
  lost?(): void;
}

/** Opens the database, making or upgrading it first where that is needed; rejects where the browser refuses storage. */
export async function openDatabase(listener: DatabaseListener = {}): Promise<GamesDatabase> {
  return openDB<GamesSchema>(DATABASE_NAME, DATABASE_VERSION, {
    upgrade(database, oldVersion) {
      for (const step of UPGRADES.slice(oldVersion)) step(database);
    },
    blocked: () => listener.blocked?.(),
    blocking(_current, _wanted, event) {
      (event.target as IDBDatabase).close();
      listener.outdated?.();
    },
    terminated: () => listener.lost?.(),
  });
}

/** Stores what a function makes of the stored settings, so that no other tab comes between, and returns it; null: stores nothing. */
export async function changeSettings<T extends string | null>(database: GamesDatabase, change: (stored: string | null) => T): Promise<T> {
  const { store, done } = database.transaction("settings", "readwrite");
  const made = change((await store.get(SETTINGS_KEY)) ?? null);
  if (made !== null) await store.put(made, SETTINGS_KEY);
  await done;
  return made;
}

/** Returns the rows of games as the browser's list has them: the last played first, without those that were removed. */
export async function listedGames(database: GamesDatabase, most: number): Promise<RecentGamesView> {
  const rows = (await database.getAll("games")).filter(({ hidden }) => !hidden);
  return { games: rows.toSorted((a, b) => b.played - a.played).slice(0, most).map(({ view }) => view), more: rows.length > most };
}
