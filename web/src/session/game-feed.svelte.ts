// One game as its server reports it: the live position, earlier ones on request, and questions to the server.

import type { AsidesMessage, ClockView, EventView, LastTurnView, LineView, PactsMessage, PositionView, SeatView, StateMessage, SuggestedPactView, TableView, ThinkingMessage, UpdateMessage, VoteView } from "../generated/api";
import { GameSocket, RequestSuperseded, ServerRefusal, type GameAnswer, type GameRequest, type Status } from "../api/game-socket";
import type { Notice } from "../lib/notice";
import { nameWithParty, playerName } from "../lib/phrases";

/** The recent turns that are marked on the board at most. */
const RECENT_TURNS = 8;

/** What a vote that all agree to brings about. */
const CARRIED: ReadonlySet<EventView["kind"]> = new Set(["draw_agreed", "undone", "paused", "rejoined"]);

export interface GameFeedListener {
  /** Another position is on the board; `undone` if turns were taken back. */
  begun(undone: boolean): void;
  /** The connection is there again, and the position is the same: what was sent may have been lost. */
  resumed(): void;
  /** An earlier position is about to be shown, or the live one again. */
  looking(): void;
  /** A turn or the end of the game brought this view; called once for each. */
  played(view: PositionView): void;
  /** Talk and pacts of a table online. */
  asides(asides: AsidesMessage): void;
  pacts(pacts: PactsMessage): void;
}

const LOST: Notice = { key: "web.lost.wait" };

/** Returns what somebody is told of a request of theirs that failed; throws what is no such failure. */
export function noticeOf(error: unknown): Notice {
  if (error instanceof ServerRefusal) return { words: error.fault.words };
  if (error instanceof RequestSuperseded) return LOST;
  throw error;
}

const isPaused = (state: Pick<StateMessage, "table" | "clock"> | null): boolean =>
  (state?.table ? state.table.clock : state?.clock)?.paused === true;

export class GameFeed {
  readonly id: string;
  state = $state.raw<StateMessage | null>(null);
  status = $state<Status>("connecting");
  /** The time the server took for its last answer, in milliseconds; null while it cannot be reached. */
  delay = $state<number | null>(null);
  /** The server runs another version than this page. */
  outdated = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** An earlier position that is being shown, and the number of lines played before it. */
  past = $state.raw<{ lines: number; view: PositionView } | null>(null);
  /** The turns since this device last played: what the player wants to see when it is their turn again. */
  recent = $state.raw<LastTurnView[]>([]);
  /** A bot that has been thinking for a while, and how far it has come. */
  thinking = $state.raw<ThinkingMessage | null>(null);
  readonly #to: GameFeedListener;
  readonly #socket: GameSocket;
  #version = "";
  /** The connection was lost, and what happened meanwhile has not come yet. */
  #behind = false;
  /** Earlier positions by the number of lines before them; another map once turns were taken back. */
  #pasts = new Map<number, PositionView>();
  /** The number of lines before the position that is on its way. */
  #wanted: number | null = null;
  /** What came of an offered draw or a vote: it is told until this device plays again, however soon others play on. */
  #answer: Notice | null = null;

  constructor(id: string, to: GameFeedListener) {
    this.id = id;
    this.#to = to;
    this.#socket = new GameSocket(id, {
      state: (state) => this.#replace(state),
      update: (update) => this.#update(update),
      thinking: (thinking) => (this.thinking = thinking),
      asides: (asides) => to.asides(asides),
      pacts: (pacts) => to.pacts(pacts),
      presence: ({ present, watching }) => this.#present(present, watching),
      status: (status) => {
        this.status = status;
        if (status !== "open") {
          this.delay = null;
          this.#behind = true;
        } else if (this.notice === LOST) this.notice = this.#answer;
      },
      delay: (milliseconds) => (this.delay = milliseconds),
    });
  }

  close(): void {
    this.#socket.close();
  }

  /** Tries a lost connection now instead of at the next scheduled attempt. */
  reconnect(): void {
    this.#socket.hurry();
  }

  // --- what is known ---------------------------------------------------------------------------

  /** The position that is shown: an earlier one, or the live one. */
  get view(): PositionView | null {
    return this.past?.view ?? this.state?.view ?? null;
  }

  get lines(): LineView[] {
    return this.state?.lines ?? [];
  }

  get seats(): SeatView[] {
    return this.state?.seats ?? [];
  }

  /** The parties played from this device. */
  get mine(): string {
    return this.state?.you.parties ?? "";
  }

  /** The table online around the game; null at a computer's own game. */
  get table(): TableView | null {
    return this.state?.table ?? null;
  }

  /** The clocks, while the game is played; null if there are none. */
  get clock(): ClockView | null {
    if (this.over) return null;
    const { table } = this;
    if (table === null) return this.state?.clock ?? null;
    return table.stage === "playing" && table.terms.clock.kind !== "none" ? table.clock : null;
  }

  /** Nobody plays: at a table online a pause was agreed on, at this computer the clocks stand. */
  get paused(): boolean {
    return !this.over && isPaused(this.state);
  }

  /** The clocks of a game at this computer stand, and nobody plays until somebody starts them. */
  get waiting(): boolean {
    return this.table === null && this.paused;
  }

  /** The number of the last event known. */
  get last(): number {
    return this.#socket.last;
  }

  seat(party: string | null): SeatView | null {
    return this.seats.find((seat) => seat.party === party) ?? null;
  }

  /** This device is to move, whatever it shows. Where a bot sits in for whoever is here, the bot is to move. */
  get toMove(): boolean {
    const mover = this.state?.view.mover ?? null;
    if (mover === null || !this.mine.includes(mover) || this.seat(mover)?.stand_in) return false;
    return !this.paused && this.table?.stage !== "waiting";
  }

  /** This device is to move, and shows the live position. */
  get myTurn(): boolean {
    return this.toMove && this.past === null;
  }

  get over(): boolean {
    return this.state !== null && this.state.view.mover === null;
  }

  // --- asking and changing ---------------------------------------------------------------------

  /** Sends a request and returns its answer; throws `ServerRefusal` or `RequestSuperseded`. */
  request(request: GameRequest): Promise<GameAnswer> {
    return this.#socket.ask(request);
  }

  /** Sends a request and hands its answer to `take`; a failure becomes the notice. Returns whether it succeeded. */
  async ask(request: GameRequest, take: (answer: GameAnswer) => void = () => undefined): Promise<boolean> {
    try {
      take(await this.#socket.ask(request));
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** Changes the game (undo, resign, draw, seats); a failure becomes the notice. Returns whether it succeeded. */
  async change(
    change:
      | { type: "undo" }
      | { type: "resign"; party: string }
      | { type: "pause"; on: boolean }
      | { type: "rejoin"; party: string }
      | { type: "concede"; party: string }
      | { type: "draw"; agree: boolean }
      | { type: "sit"; party: string; key?: string }
      | { type: "leave"; party: string }
      | { type: "rename"; party: string; name: string }
      | { type: "call"; vote: VoteView["kind"]; kept: number | null },
  ): Promise<boolean> {
    const done = await this.ask({ ...change, after: this.last } as GameRequest);
    if (!done && change.type === "call" && this.notice !== LOST) this.#answer = this.notice;
    return done;
  }

  /** Fetches all talk again, after what this player may read has changed. */
  rehear(): void {
    this.#socket.ask({ type: "hear", after: 0 }).catch(() => undefined);
  }

  /** Sends talk, a pact or a ballot; returns the notice for what went wrong, or null. `suggest` hears what pact it suggests. */
  async utter(request: GameRequest, suggest?: (pact: SuggestedPactView | null) => void): Promise<Notice | null> {
    try {
      const answer = await this.#socket.ask(request);
      if (answer.type === "noted") suggest?.(answer.suggestion ?? null);
      return null;
    } catch (error) {
      return noticeOf(error);
    }
  }

  /** Sends talk, a pact or a ballot; a failure becomes the notice. Returns whether it succeeded. */
  async say(request: GameRequest): Promise<boolean> {
    const problem = await this.utter(request);
    if (problem) this.notice = problem;
    return problem === null;
  }

  /** Turns an error of a request into the notice; throws what is no such error. */
  failed(error: unknown): void {
    const overtaken = error instanceof RequestSuperseded && this.status === "open";
    this.notice = overtaken ? { key: "web.overtaken" } : noticeOf(error);
  }

  // --- looking back ----------------------------------------------------------------------------

  /** The number of lines played before the position that is shown. */
  get here(): number {
    return this.past?.lines ?? this.lines.length;
  }

  /** Goes so many lines on, or back, as far as there are some: from the position that is on its way, if one is. */
  step(by: number): void {
    const from = this.#wanted ?? this.here;
    const to = Math.max(0, Math.min(this.lines.length, from + by));
    if (to !== from) void this.look(to);
  }

  /** Shows the position after so many lines; null or the last line shows the live one. */
  async look(lines: number | null): Promise<void> {
    this.notice = this.#answer = null;
    this.#to.looking();
    this.#wanted = null;
    if (lines === null || lines >= this.lines.length || lines < 0) {
      this.past = null;
      return;
    }
    const pasts = this.#pasts;
    const known = pasts.get(lines);
    if (known) {
      this.past = { lines, view: known };
      return;
    }
    this.#wanted = lines;
    await this.ask({ type: "look", lines }, (answer) => {
      if (answer.type !== "past") return;
      pasts.set(lines, answer.view);
      // Whoever has gone elsewhere meanwhile stays there.
      if (this.#wanted === lines) this.past = { lines, view: answer.view };
    });
    if (this.#wanted === lines) this.#wanted = null;
  }

  /** Forgets earlier positions, which turns that were taken back make wrong: after so many lines others may have come. */
  #forget(kept: number): void {
    this.#pasts = new Map();
    this.#wanted = null;
    if (this.past && (this.past.lines > kept || this.past.lines >= this.lines.length)) this.past = null;
  }

  // --- what comes from the server --------------------------------------------------------------

  #begin(undone = false): void {
    this.notice = this.#answer;
    this.#to.begun(undone);
  }

  #replace(state: StateMessage): void {
    if (this.#version === "") this.#version = state.version;
    this.outdated = this.#version !== state.version;
    const fresh = this.state?.number !== state.number;
    const differs = this.lines.findIndex(({ event }, i) => event !== state.lines[i]?.event);
    this.thinking = null;
    this.#behind = false;
    this.state = state;
    if (fresh) {
      this.#answer = null;
      this.#forget(differs < 0 ? state.lines.length : differs);
      this.recent = state.view.last ? [state.view.last] : [];
    }
    this.#begin();
  }

  #update(update: UpdateMessage): void {
    const before = this.state;
    if (!before) return;
    const { kept, lines, events, number, view, seats, you, draw, can_undo, table, clock } = update;
    const undone = events.some((event) => event.kind === "undone");
    const toMove = this.toMove;
    const list = [...before.lines.slice(0, kept), ...lines];
    this.state = { ...before, number, view, seats, you, draw, can_undo, table, clock, lines: list };
    if (undone) this.#forget(kept);
    const resumed = this.#behind;
    this.#behind = false;
    if (events.length === 0) {
      if (resumed) this.#to.resumed();
      return;
    }
    this.thinking = null;
    const moved = view.ply !== before.view.ply || view.position !== before.view.position;
    const played = moved && before.view.mover !== null && before.you.parties.includes(before.view.mover);
    if (played || undone || view.mover === null) this.#answer = null;
    const stood = isPaused(before) !== isPaused(this.state);
    // A bot that sat in for whoever is to move has gone, or has come: the same turn is chosen here, or no longer.
    const passed = view.mover !== before.view.mover || you.parties !== before.you.parties || this.toMove !== toMove;
    if (moved || stood || passed) this.#begin(undone);
    else if (resumed) this.#to.resumed();
    this.#hearDraw(events);
    this.#hearVote(before.table?.vote ?? null, events);
    if (!moved) return;
    this.recent = undone ? [view.last].filter((last) => last !== null) : this.#since(before.view, view);
    const ended = view.mover === null && before.view.mover !== null;
    if (view.ply > before.view.ply || ended) this.#to.played(view);
  }

  /** Tells what becomes of an offered draw. The offer of somebody else is a question, and what one refuses oneself no news. */
  #hearDraw(events: readonly EventView[]): void {
    const last = events.findLast(({ kind }) => kind === "draw_offered" || kind === "draw_declined");
    if (!last) return;
    const { kind, party, text } = last;
    this.#answer = null;
    if (kind === "draw_offered" && [...this.mine].some((one) => text?.includes(one))) this.#answer = { key: "web.draw.offered" };
    if (kind === "draw_declined" && party !== null && !this.mine.includes(party))
      this.#answer = { key: "web.draw.refused", values: { party: () => nameWithParty(this.seat(party), party) } };
    this.notice = this.#answer;
  }

  /** Tells a player that a vote has come to nothing. What one brings about shows by itself; one on going on always does. */
  #hearVote(held: VoteView | null, events: readonly EventView[]): void {
    const vote = this.table?.vote ?? null;
    if (held?.number === vote?.number || this.mine === "" || this.over) return;
    this.#answer = null;
    if (held && held.kind !== "resume" && !events.some(({ kind }) => CARRIED.has(kind)))
      this.#answer = { key: `table.vote.${held.kind}.failed`, values: { player: () => playerName(this.seat(held.party), held.party) } };
    this.notice = this.#answer;
  }

  #present(present: string, watching: number): void {
    const { state } = this;
    if (state?.table) this.state = { ...state, table: { ...state.table, present, watching } };
  }

  #since(before: PositionView, now: PositionView): LastTurnView[] {
    if (!now.last) return [];
    const mine = before.mover !== null && this.mine.includes(before.mover);
    // A resignation is no turn.
    const next = now.ply === before.ply || now.ply === before.ply + 1;
    return mine || !next ? [now.last] : [...this.recent, now.last].slice(-RECENT_TURNS);
  }
}
