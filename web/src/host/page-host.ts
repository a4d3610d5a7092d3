// The host of a page without a server, put together: prepared answers in front of the engine in its workers.

import { changeSettings, listedGames, openDatabase, SETTINGS_KEY, type GamesDatabase } from "../engine/database";
import { engineStatus } from "./engine-status.svelte";
import type { CallParts, Connection, ConnectionListener, GameHost } from "./game-host";
import { PreparedHost } from "./prepared-host";
import { WorkerHost } from "./worker-host";

const BUILD = import.meta.env.VITE_BUILD ?? "";
/** When the engine is started in a tab that nobody looks at, and that paints nothing, in milliseconds. */
const UNSEEN_START_MS = 2000;
/** As many games as the engine lists. */
const LISTED_GAMES = 50;

const engine = new WorkerHost(
  () => new Worker(new URL("../engine/worker.ts", import.meta.url), { type: "module" }),
  BUILD,
  {
    changed(state, waiting) {
      engineStatus.state = state;
      engineStatus.awaited = waiting > 0;
    },
    storage: (trouble) => (engineStatus.trouble = trouble),
    outdated: () => (engineStatus.outdated = true),
  },
  navigator,
);

/** Uses what this browser has stored without the engine; the connection lasts no longer than that. */
async function stored<T>(use: (database: GamesDatabase) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    openDatabase({ blocked: () => reject(new Error("another tab uses the stored games in an older version")) })
      .then((database) => use(database).finally(() => database.close()))
      .then(resolve, reject);
  });
}

async function file(name: string): Promise<unknown> {
  const answer = await fetch(`${import.meta.env.BASE_URL}prepared/${BUILD}/${name}.json`);
  if (!answer.ok) throw new Error(`no prepared ${name}`);
  return answer.json();
}

const prepared = new PreparedHost(engine, {
  file,
  games: () => stored((database) => listedGames(database, LISTED_GAMES)),
  settings: () => stored(async (database) => (await database.get("settings", SETTINGS_KEY)) ?? null),
  changeSettings: (change) => stored((database) => changeSettings(database, change)),
});

/** Asks the browser once to keep what is stored: when there is a game to lose. */
async function askToPersist(): Promise<void> {
  const { storage } = navigator;
  if (!(await storage?.persisted?.())) await storage?.persist?.();
}

class PageHost implements GameHost {
  readonly remote = false;
  #asked = false;

  async call(method: string, address: string, parts?: CallParts): Promise<Response> {
    const answer = await prepared.call(method, address, parts);
    if (method === "POST" && address.startsWith("/api/games") && answer.ok && !this.#asked) {
      this.#asked = true;
      void askToPersist().catch(() => undefined);
    }
    return answer;
  }

  connect(address: string, listener: ConnectionListener): Connection {
    return prepared.connect(address, listener);
  }
}

engineStatus.retry = () => engine.start();
// The first screen comes first, and then the engine's files.
const painted = new Promise<void>((resolve) => {
  new PerformanceObserver((list) => {
    if (list.getEntriesByName("first-contentful-paint").length > 0) resolve();
  }).observe({ type: "paint", buffered: true });
  setTimeout(resolve, UNSEEN_START_MS);
});
void painted.then(() => engine.start());

export const host: GameHost = new PageHost();
