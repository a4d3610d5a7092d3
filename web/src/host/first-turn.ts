// The first turn of a game whose engine is still loading: the state at its start, and the stages of the turn.

import type { BoardView, NewGameBody, SeatView, StageView, StateMessage } from "../generated/api";
import type { Connection, ConnectionListener, GameHost } from "./game-host";

/** What the build knows of a board: its shape, a new game's state by its usual rules, and the stages of its first turn. */
export interface PreparedBoard {
  board: BoardView;
  state: StateMessage;
  stages: Record<string, StageView>;
}

type Start = Pick<PreparedBoard, "state" | "stages">;

/** Returns the start of a new game; null unless it goes by the usual rules, between people and bots at this computer. */
export function startOf({ state, stages }: PreparedBoard, id: string, body: NewGameBody): Start | null {
  const { edition, options = {}, position, seats: chosen = [] } = body;
  const usual = (edition ?? state.game.edition) === state.game.edition && Object.keys(options).length === 0 && !position;
  const seats = state.seats.map((seat): SeatView | null => {
    const choice = chosen.find(({ party }) => party === seat.party);
    // The prepared game's seats are those of a game in which nobody is chosen: one is mine, all others are bots.
    if (!choice) return chosen.length === 0 || seat.player === "bot" ? seat : null;
    if (choice.player === "open") return null;
    const bot = choice.player === "bot";
    return { ...seat, player: choice.player, name: choice.name ?? "", level: bot ? (choice.level ?? seat.level) : null, holder: bot ? "bot" : "table" };
  });
  if (!usual || seats.includes(null)) return null;
  const known = seats.filter((seat) => seat !== null);
  const parties = known.filter(({ player }) => player !== "bot").map(({ party }) => party);
  return { state: { ...state, game: { ...state.game, id }, seats: known, you: { ...state.you, parties: parties.join("") } }, stages };
}

/** A connection that shows the start at once, and hands everything else on to the engine, which then takes over. */
export class FirstTurn implements Connection {
  readonly #start: Promise<Start | null>;
  readonly #engine: Promise<Connection>;
  readonly #listener: ConnectionListener;
  /** The engine has spoken: it knows better from now on. */
  #taken = false;
  #state: Connection["state"] = "open";

  /**
   * `address` is that of the game's connection, without a query. The engine has the game once `created` is settled; a
   * `start` that is null or fails leaves all to it.
   */
  constructor(start: Promise<Start | null>, created: Promise<unknown>, address: string, engine: GameHost, listener: ConnectionListener) {
    this.#listener = listener;
    this.#start = start.catch(() => null);
    void this.#start.then((found) => found && this.#tell(found.state));
    this.#engine = Promise.all([this.#start, created.catch(() => null)]).then(([found]) =>
      // It says what happened since the state that is shown: nothing, as a rule, and the board stands still.
      engine.connect(found ? `${address}?after=${found.state.number}` : address, {
        message: (text) => {
          this.#taken = true;
          if (this.#state === "open") listener.message(text);
        },
        closed: (code) => {
          if (this.#state === "closed") return;
          this.#state = "closed";
          listener.closed(code);
        },
      }),
    );
  }

  get state(): Connection["state"] {
    return this.#state;
  }

  send(text: string): void {
    void this.#hand(text);
  }

  close(): void {
    this.#state = "closed";
    void this.#engine.then((connection) => connection.close());
  }

  async #hand(text: string): Promise<void> {
    const start = await this.#start;
    const asked = JSON.parse(text) as { id: number; type: string; prefix?: string };
    const stage = asked.type === "stage" && !this.#taken ? start?.stages[asked.prefix ?? ""] : undefined;
    if (start && stage) this.#tell({ type: "choices", id: asked.id, number: start.state.number, stage });
    else (await this.#engine).send(text);
  }

  #tell(message: object): void {
    if (this.#state === "open") this.#listener.message(JSON.stringify(message));
  }
}
