// What can be answered before the engine is there: what the build wrote down for everybody, what this browser has
// stored, and the first turn of a new game. Everything else waits for the engine, which takes over as soon as it runs.

import type { CreatedGameView, DeviceSettingsInput, NewGameBody, RecentGamesView } from "../generated/api";
import { joined } from "./setting-changes";
import type { EngineState } from "./engine-process";
import { FirstTurn, startOf, type PreparedBoard } from "./first-turn";
import type { CallParts, Connection, ConnectionListener, GameHost } from "./game-host";
import { memoized } from "./memoized";
import { keep, readKept, STORE } from "./web-storage";

/** An engine that may still be loading. */
export interface LoadingHost extends GameHost {
  readonly state: EngineState;
}

/** Where prepared answers come from. */
export interface PreparedSource {
  /** Returns what the build wrote down; rejects where it has no such file. */
  file(name: string): Promise<unknown>;
  /** Returns the list of games that this browser has stored. */
  games(): Promise<RecentGamesView>;
  /** Returns the stored settings as JSON; null without any. */
  settings(): Promise<string | null>;
  /** Stores what a function makes of the stored settings, both as JSON, and returns it. */
  changeSettings(change: (stored: string | null) => string): Promise<string>;
}

/** A game that was begun before the engine was there to store it. */
interface BegunGame {
  id: string;
  body: NewGameBody;
}

/** What the app asks before it draws anything. */
const FIRST = "/api/me";
/** What the guided first game asks: whoever begins with it waits for nothing until the first turn is judged. */
const TUTORIAL = "/api/lessons/one-night";
/** The games of this tab that the engine has not confirmed yet: they outlive a reload. */
const BEGUN_KEY = `${STORE}.begun`;

export class PreparedHost implements GameHost {
  readonly remote = false;
  readonly #engine: LoadingHost;
  readonly #from: PreparedSource;
  readonly #file: (name: string) => Promise<unknown>;
  readonly #begun = new Map<string, BegunGame & { created: Promise<unknown> }>();

  constructor(engine: LoadingHost, from: PreparedSource) {
    this.#engine = engine;
    this.#from = from;
    this.#file = memoized((name: string) => from.file(name));
    for (const game of stored()) this.#begin(game);
  }

  async call(method: string, address: string, parts: CallParts = {}): Promise<Response> {
    if (this.#loading) {
      const text = await this.#known(method, address, parts.body).catch((error: unknown) => {
        // Before this answer nothing is drawn, not even that the engine cannot be loaded: it does not wait.
        if (address === FIRST) throw error;
        return null;
      });
      if (text !== null) return new Response(text, { headers: { "content-type": "application/json" } });
    }
    return this.#engine.call(method, address, parts);
  }

  connect(address: string, listener: ConnectionListener): Connection {
    const begun = this.#loading ? this.#begun.get(/^\/api\/games\/([^/?]+)\/socket$/.exec(address)?.[1] ?? "") : undefined;
    if (!begun) return this.#engine.connect(address, listener);
    const board = this.#board(begun.body.variant);
    return new FirstTurn(board.then((prepared) => startOf(prepared, begun.id, begun.body)), begun.created, address, this.#engine, listener);
  }

  get #loading(): boolean {
    return this.#engine.state.phase !== "ready";
  }

  /** Returns the JSON of an answer that is known; null where only the engine knows. */
  async #known(method: string, address: string, body: unknown): Promise<string | null> {
    if (method === "POST" && address === "/api/games") return this.#create(body as NewGameBody);
    if (method === "PUT" && address === "/api/settings") return this.#keepSettings(body as DeviceSettingsInput);
    if (method !== "GET") return null;
    if (address === "/api/games") return JSON.stringify(await this.#from.games().catch(() => ({ games: [], more: false })));
    if (address === "/api/settings") return (await this.#from.settings().catch(() => null)) ?? "{}";
    if (address === TUTORIAL) return JSON.stringify(await this.#file("tutorial"));
    const [, variant] = /^\/api\/boards\/([\w-]+)$/.exec(address) ?? [];
    if (variant !== undefined) return JSON.stringify((await this.#board(variant)).board);
    const found = ((await this.#file("start")) as Record<string, unknown>)[address];
    return found === undefined ? null : JSON.stringify(found);
  }

  /** Stores settings: whoever leaves before the engine is there finds them the next time. */
  #keepSettings(change: DeviceSettingsInput): Promise<string> {
    return this.#from.changeSettings((before) => JSON.stringify(joined(readSettings(before), change)));
  }

  #board(variant: string): Promise<PreparedBoard> {
    return this.#file(variant) as Promise<PreparedBoard>;
  }

  /** Begins a new game by the usual rules in which a person moves first; null for all others. */
  async #create(body: NewGameBody): Promise<string | null> {
    const id = newId();
    const start = startOf(await this.#board(body.variant), id, body);
    if (!start || !start.state.you.parties.includes(start.state.view.mover ?? "")) return null;
    this.#begin({ id, body });
    return JSON.stringify({ id } satisfies CreatedGameView);
  }

  /** Asks the engine for a game before anything else is asked about it. */
  #begin(game: BegunGame): void {
    const created = this.#engine.call("POST", `/api/games?id=${game.id}`, { body: game.body });
    this.#begun.set(game.id, { ...game, created });
    this.#keep();
    const confirmed = (): void => {
      this.#begun.delete(game.id);
      this.#keep();
    };
    created.then(confirmed, () => undefined);
  }

  #keep(): void {
    // Without storage they do not outlive a reload.
    keep("sessionStorage", BEGUN_KEY, [...this.#begun.values()].map(({ id, body }): BegunGame => ({ id, body })));
  }
}

/** Returns stored settings; none where they cannot be read. */
function readSettings(text: string | null): DeviceSettingsInput {
  try {
    return (JSON.parse(text ?? "null") ?? {}) as DeviceSettingsInput;
  } catch {
    return {};
  }
}

const LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** Returns a name for a game that nobody has, as long as those that the engine gives. */
const newId = (): string => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => LETTERS[byte % LETTERS.length]).join("");

const isBegunGame = (kept: unknown): kept is BegunGame =>
  typeof kept === "object" && kept !== null && "id" in kept && typeof kept.id === "string" && "body" in kept && typeof kept.body === "object" && kept.body !== null;

function stored(): BegunGame[] {
  const kept = readKept("sessionStorage", BEGUN_KEY);
  return Array.isArray(kept) ? kept.filter(isBegunGame) : [];
}
