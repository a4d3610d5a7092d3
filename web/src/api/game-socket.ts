// One game over its connection: events in order, questions with answers, and coming back after a loss.

import { host } from "#host";

import type {
  AsidesMessage,
  FailedMessage,
  PactsMessage,
  PresenceMessage,
  paths,
  StateMessage,
  ThinkingMessage,
  UpdateMessage,
} from "../generated/api";
import type { Connection } from "../host/game-host";
import { GONE, OTHER_PROTOCOL } from "./close-codes";
import { queryOf } from "./http";
import { inviteKeys } from "./invite-keys";
import { retryDelay } from "./retry";

type AskOperation = paths["/api/games/{game}/ask"]["post"];
/** The messages that a client may send. */
type ClientMessage = AskOperation["requestBody"]["content"]["application/json"];
/** The messages that the server sends. */
type ServerMessage = AskOperation["responses"][200]["content"]["application/json"];

export type Status = "connecting" | "open" | "lost" | "missing" | "outdated";

/** The server's answer to a request. */
export type GameAnswer = Exclude<ServerMessage, StateMessage | UpdateMessage | ThinkingMessage | AsidesMessage | PactsMessage | PresenceMessage>;
/** A message without the number that `GameSocket` gives it. */
type Unnumbered<M> = M extends ClientMessage ? Omit<M, "id"> : never;
export type GameRequest = Unnumbered<ClientMessage>;

export interface GameSocketListener {
  state(state: StateMessage): void;
  update(update: UpdateMessage): void;
  thinking(thinking: ThinkingMessage): void;
  /** Talk and pacts; only at tables online, and the game goes on without them. */
  asides?(asides: AsidesMessage): void;
  pacts?(pacts: PactsMessage): void;
  presence?(presence: PresenceMessage): void;
  status(status: Status): void;
  /** How long the server took for an answer, in milliseconds. */
  delay?(milliseconds: number): void;
}

/** The server said no. */
export class ServerRefusal extends Error {
  readonly fault: FailedMessage;
  constructor(fault: FailedMessage) {
    super(fault.code);
    this.name = "ServerRefusal";
    this.fault = fault;
  }
}

/** The game went on meanwhile, or the connection was lost: the question is void. */
export class RequestSuperseded extends Error {
  override name = "RequestSuperseded";
}

interface Waiting {
  resolve(answer: GameAnswer): void;
  reject(error: Error): void;
}

const delay = retryDelay(400, 8000);
/** The interval of pings and the time to answer one: under ten seconds together. */
const PING_INTERVAL_MS = 4000;
const ANSWER_TIMEOUT_MS = 5000;
/** The time until the first message over a connection that stands: that may be a whole game. */
const FIRST_MESSAGE_TIMEOUT_MS = 20_000;
/** A page that has heard nothing for so long was stopped: one that is only slowed down out of sight still pings once a minute. */
const STOPPED_MS = 70_000;

export class GameSocket {
  #game: string;
  #to: GameSocketListener;
  #connection: Connection | null = null;
  #next = 1;
  #waiting = new Map<number, Waiting>();
  #tries = 0;
  #timer = 0;
  #beat = 0;
  #deadline = 0;
  /** When something last arrived, by the clock of the day: it goes on while the device sleeps. */
  #heard = Date.now();
  /** It was closed, or the server has said that there is nothing to come back to. */
  #ended = false;
  /** The number of the last event seen. */
  number = -1;
  #stored = -1;
  /** The number of the last message of the table that has been received. */
  heard = 0;

  constructor(game: string, to: GameSocketListener) {
    this.#game = game;
    this.#to = to;
    this.#open();
    addEventListener("online", this.#hurry);
    document.addEventListener("visibilitychange", this.#hurry);
    if (host.remote) this.#beat = window.setInterval(() => this.#ping(), PING_INTERVAL_MS);
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#timer);
    clearTimeout(this.#deadline);
    clearInterval(this.#beat);
    removeEventListener("online", this.#hurry);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
  }

  /** The number of the last event known: what this device just did is stored before it is seen. */
  get last(): number {
    return Math.max(this.number, this.#stored);
  }

  /** Sends a message and waits for its answer. */
  ask(request: GameRequest): Promise<GameAnswer> {
    const connection = this.#connection;
    if (connection?.state !== "open") return Promise.reject(new RequestSuperseded("not connected"));
    const id = this.#next++;
    connection.send(JSON.stringify({ ...request, id }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #open(): void {
    this.#to.status(this.#tries === 0 ? "connecting" : "lost");
    const known = queryOf({
      after: this.number >= 0 ? this.number : "",
      said: this.heard > 0 ? this.heard : "",
      key: inviteKeys.of(this.#game),
    });
    this.#connection = host.connect(`/api/games/${this.#game}/socket${known}`, {
      message: (text) => {
        clearTimeout(this.#deadline);
        this.#deadline = 0;
        this.#heard = Date.now();
        this.#read(JSON.parse(text) as ServerMessage);
      },
      closed: (code) => {
        clearTimeout(this.#deadline);
        this.#deadline = 0;
        if (code === GONE || code === OTHER_PROTOCOL) {
          this.#ended = true;
          this.#abandon();
          this.#to.status(code === GONE ? "missing" : "outdated");
          return;
        }
        this.#retry();
      },
    });
    // What takes too long at first gets two and three times as long.
    const patience = Math.min(3, Math.max(1, this.#tries));
    this.#expect(ANSWER_TIMEOUT_MS * patience, () => {
      if (this.#connection?.state === "open") this.#expect(FIRST_MESSAGE_TIMEOUT_MS * patience, () => this.#retry());
      else this.#retry();
    });
  }

  /** Connects anew after a while: a server that is slow or away has no use for haste. */
  #retry(): void {
    this.#drop();
    this.#to.status("lost");
    this.#timer = window.setTimeout(() => this.#open(), delay(this.#tries++));
  }

  /**
   * Tries now what would be tried later, unless it is being tried; a connection that stands shows that it lives, unless the page was
   * stopped meanwhile: phones then end its connections without telling.
   */
  hurry(): void {
    if (this.#ended) return;
    if (this.#connection && this.#connection.state !== "closed") {
      if (host.remote && Date.now() - this.#heard > STOPPED_MS) this.#replace();
      else this.#ping();
      return;
    }
    clearTimeout(this.#timer);
    // One that is being closed would say so later, and be replaced a second time.
    this.#drop();
    this.#open();
  }

  /** Connects anew in place of a connection that is dead. */
  #replace(): void {
    this.#drop();
    this.#tries = Math.max(1, this.#tries);
    this.#open();
  }

  /** Asks whether the server is there. */
  #ping(): void {
    if (this.#connection?.state !== "open" || this.#deadline !== 0) return;
    this.#expect(ANSWER_TIMEOUT_MS, () => this.#replace());
    const asked = performance.now();
    this.ask({ type: "ping" }).then(
      () => this.#to.delay?.(performance.now() - asked),
      () => undefined,
    );
  }

  /** Calls `late` unless something arrives in time: nobody tells a dead connection that it is dead. */
  #expect(milliseconds: number, late: () => void): void {
    clearTimeout(this.#deadline);
    if (!host.remote) return;
    this.#deadline = window.setTimeout(() => {
      this.#deadline = 0;
      late();
    }, milliseconds);
  }

  #hurry = (): void => {
    if (!document.hidden) this.hurry();
  };

  #drop(): void {
    this.#connection?.close();
    this.#abandon();
  }

  #abandon(): void {
    for (const { reject } of this.#waiting.values()) reject(new RequestSuperseded("connection lost"));
    this.#waiting.clear();
  }

  #read(message: ServerMessage): void {
    if (message.type === "state") {
      this.#arrived();
      this.number = message.number;
      this.#stored = message.number;
      if (message.id !== null) this.#take(message.id)?.reject(new RequestSuperseded("stale"));
      this.#to.state(message);
    } else if (message.type === "update") {
      this.#arrived();
      if (message.id !== null) this.#take(message.id)?.reject(new RequestSuperseded("resumed"));
      if (message.number <= this.number && message.events.length > 0) return;
      if (message.since !== this.number) {
        this.ask({ type: "resume", after: this.number }).catch(() => undefined);
        return;
      }
      this.number = message.number;
      this.#to.update(message);
    } else if (message.type === "thinking") {
      // It may be late: then the turn has been played.
      if (message.number === this.number) this.#to.thinking(message);
    } else if (message.type === "asides") {
      this.#listen(message);
    } else if (message.type === "pacts") {
      this.#to.pacts?.(message);
    } else if (message.type === "presence") {
      this.#to.presence?.(message);
    } else if (message.type === "failed") {
      if (message.id !== null) this.#take(message.id)?.reject(new ServerRefusal(message));
    } else {
      if (message.type === "done") this.#stored = message.number;
      this.#take(message.id)?.resolve(message);
    }
  }

  #listen(asides: AsidesMessage): void {
    if (asides.id !== null) this.#take(asides.id)?.reject(new RequestSuperseded("heard"));
    if (asides.since > 0 && asides.number <= this.heard && asides.entries.length > 0) return;
    if (asides.since !== 0 && asides.since !== this.heard) {
      this.ask({ type: "hear", after: this.heard }).catch(() => undefined);
      return;
    }
    this.heard = asides.number;
    this.#to.asides?.(asides);
  }

  #arrived(): void {
    this.#tries = 0;
    this.#to.status("open");
  }

  #take(id: number): Waiting | undefined {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    return found;
  }
}
