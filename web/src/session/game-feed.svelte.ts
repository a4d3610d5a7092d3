// A game as it is seen from this device: what the server said, and looking back.

import type {
  LastTurn,
  Line,
  PositionView,
  SeatView,
  State,
  TableView,
  Thinking,
  Update,
  VoteView,
  Words,
} from "../generated/messages";
import { Live, Overtaken, Refused, type Request, type Status } from "../api/game-socket";
import { Listening } from "./talk-feed.svelte";

/** A short message to the player: a sentence from the server, or a key of ours. */
export type Notice = { words: Words } | { key: string; values?: Record<string, string> };

/** No more than so many turns are marked at once. */
const MANY = 8;

export class Watching {
  readonly id: string;
  state = $state.raw<State | null>(null);
  status = $state<Status>("connecting");
  /** How long the server took for its last answer, in milliseconds; null while it is not heard. */
  delay = $state<number | null>(null);
  /** The server runs another version than this page. */
  outdated = $state(false);
  notice = $state.raw<Notice | null>(null);
  /** An earlier position that is looked at, and after how many lines of the list it stands. */
  past = $state.raw<{ lines: number; view: PositionView } | null>(null);
  /** The turns since this device played last: what one wants to see when it is one's turn again. */
  recent = $state.raw<LastTurn[]>([]);
  /** A bot that has been thinking for a while, and how far it has come. */
  thinking = $state.raw<Thinking | null>(null);
  /** Called with each new view that a turn or the end of the game brought, once. */
  onplayed: (view: PositionView) => void = () => undefined;
  /** What is said and promised beside the game, at a table online. */
  readonly talk: Listening;
  protected readonly live: Live;
  #version = "";
  #pasts = new Map<number, PositionView>();

  constructor(id: string) {
    this.id = id;
    this.talk = new Listening(id);
    this.live = new Live(id, {
      state: (state) => this.#whole(state),
      update: (update) => this.#update(update),
      thinking: (thinking) => (this.thinking = thinking),
      asides: (asides) => this.talk.hear(asides, this.mine),
      pacts: ({ pacts }) => this.talk.learn(pacts),
      presence: ({ present, watching }) => this.#present(present, watching),
      status: (status) => {
        this.status = status;
        if (status !== "open") this.delay = null;
      },
      delay: (milliseconds) => (this.delay = milliseconds),
    });
  }

  close(): void {
    this.live.close();
  }

  /** Asks for the lost server at once, not when it would be tried next. */
  reconnect(): void {
    this.live.hurry();
  }

  // --- what is so ------------------------------------------------------------------------------

  get view(): PositionView | null {
    return this.past?.view ?? this.state?.view ?? null;
  }

  get lines(): Line[] {
    return this.state?.lines ?? [];
  }

  get seats(): SeatView[] {
    return this.state?.seats ?? [];
  }

  get mine(): string {
    return this.state?.you.parties ?? "";
  }

  /** The table online around the game; null at a computer's own game. */
  get table(): TableView | null {
    return this.state?.table ?? null;
  }

  seat(party: string | null): SeatView | null {
    return this.seats.find((seat) => seat.party === party) ?? null;
  }

  /** This device is to move. */
  get myTurn(): boolean {
    const mover = this.state?.view.mover ?? null;
    return mover !== null && this.mine.includes(mover) && this.past === null;
  }

  get over(): boolean {
    return this.state !== null && this.state.view.mover === null;
  }

  // --- asking and changing ---------------------------------------------------------------------

  /** A change of the game: undo, resign, draw, seats. */
  async change(
    change:
      | { type: "undo" }
      | { type: "resign"; party: string }
      | { type: "rejoin"; party: string }
      | { type: "concede"; party: string }
      | { type: "draw"; agree: boolean }
      | { type: "sit"; party: string; key?: string }
      | { type: "leave"; party: string }
      | { type: "rename"; party: string; name: string }
      | { type: "call"; vote: VoteView["kind"]; kept: number | null },
  ): Promise<boolean> {
    try {
      await this.live.ask({ ...change, after: this.live.last } as Request);
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** All that is said at the table again: what I may hear has changed. */
  rehear(): void {
    this.live.ask({ type: "hear", after: 0 }).catch(() => undefined);
  }

  /** Says or answers something at the table: talk, pacts, ballots. What went wrong comes back as a notice. */
  async utter(request: Request): Promise<Notice | null> {
    try {
      await this.live.ask(request);
      return null;
    } catch (error) {
      if (error instanceof Refused) return { words: error.fault.words };
      if (error instanceof Overtaken) return { key: "web.lost.wait" };
      throw error;
    }
  }

  /** The same, where the notice goes where all others go. */
  async say(request: Request): Promise<boolean> {
    const problem = await this.utter(request);
    if (problem) this.notice = problem;
    return problem === null;
  }

  /** After how many lines of the list stands what is looked at. */
  get here(): number {
    return this.past?.lines ?? this.lines.length;
  }

  /** So many lines on, or back. */
  step(by: number): void {
    void this.look(Math.max(0, Math.min(this.lines.length, this.here + by)));
  }

  /** Looks at the position after so many lines of the list, or comes back with null. */
  async look(lines: number | null): Promise<void> {
    this.clear();
    if (lines === null || lines >= this.lines.length || lines < 0) {
      this.past = null;
      return;
    }
    const known = this.#pasts.get(lines);
    if (known) {
      this.past = { lines, view: known };
      return;
    }
    await this.ask({ type: "look", lines }, (answer) => {
      if (answer.type !== "past") return;
      this.#pasts.set(lines, answer.view);
      this.past = { lines, view: answer.view };
    });
  }

  /** Takes away everything shown on request. */
  clear(): void {
    this.notice = null;
  }

  /** Another position is on the board; `undone`, if turns were taken back. */
  protected begin(_undone = false): void {
    this.notice = null;
  }

  protected async ask(request: Request, take: (answer: Awaited<ReturnType<Live["ask"]>>) => void): Promise<void> {
    try {
      take(await this.live.ask(request));
    } catch (error) {
      this.failed(error);
    }
  }

  protected failed(error: unknown): void {
    if (error instanceof Refused) this.notice = { words: error.fault.words };
    else if (error instanceof Overtaken) this.notice = { key: this.status === "open" ? "web.overtaken" : "web.lost.wait" };
    else throw error;
  }

  // --- what comes from the server --------------------------------------------------------------

  #whole(state: State): void {
    if (this.#version === "") this.#version = state.version;
    this.outdated = this.#version !== state.version;
    const fresh = this.state?.number !== state.number;
    this.thinking = null;
    this.state = state;
    if (fresh) {
      this.#pasts.clear();
      this.recent = state.view.last ? [state.view.last] : [];
    }
    this.begin();
  }

  #update(update: Update): void {
    const before = this.state;
    if (!before) return;
    const { kept, lines, events, number, view, seats, you, draw, can_undo, table } = update;
    const undone = events.some((event) => event.kind === "undone");
    if (undone) this.#pasts.clear();
    const list = [...before.lines.slice(0, kept), ...lines];
    this.state = { ...before, number, view, seats, you, draw, can_undo, table, lines: list };
    if (events.length === 0) return;
    this.thinking = null;
    const moved = view.ply !== before.view.ply || view.position !== before.view.position;
    if (moved || view.mover !== before.view.mover || you.parties !== before.you.parties) this.begin(undone);
    if (!moved) return;
    this.recent = this.#since(before.view, view);
    const ended = view.mover === null && before.view.mover !== null;
    if (view.ply > before.view.ply || ended) this.onplayed(view);
  }

  #present(present: string, watching: number): void {
    const { state } = this;
    if (state?.table) this.state = { ...state, table: { ...state.table, present, watching } };
  }

  #since(before: PositionView, now: PositionView): LastTurn[] {
    if (!now.last) return [];
    const mine = before.mover !== null && this.mine.includes(before.mover);
    return mine || now.ply !== before.ply + 1 ? [now.last] : [...this.recent, now.last].slice(-MANY);
  }
}
