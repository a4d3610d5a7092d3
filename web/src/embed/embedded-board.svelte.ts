// A board in a frame of another page: a study, what its reader plays, and what the page around it asks.

import { studyApi } from "../api/study";
import { OpenStudy } from "../analysis/study.svelte";
import { nodeOf, path, ROOT } from "../analysis/tree";
import { failureNotice } from "../lib/failures";
import { noticeText } from "../lib/notice";
import { preferences } from "../lib/settings.svelte";
import { t } from "../lib/texts.svelte";
import type { BoardMessage, EmbedErrorCode, HostMessage, TurnMaker } from "./messages";
import type { EmbedOptions } from "./options";

/** Turns that a bot's answer may try: a moment's thought. */
const ANSWER_NODES = 20_000;

/** Questions of a page that wait for an answer, at most. */
const MAX_WAITING = 50;

export class EmbeddedBoard {
  /** A bot is looking for its turn. */
  thinking = $state(false);
  readonly study: OpenStudy;
  #text = "";
  #number = 0;
  /** The first node that is not of what was loaded. */
  #added = $state(0);
  /** Whose turns the reader makes where a bot answers. */
  #reader = $state<string | null>(null);
  #thought: AbortController | null = null;
  /** The page's questions, one after the other. */
  #queue: Promise<void> = Promise.resolve();
  #waiting = 0;
  #closed = false;

  constructor(
    readonly play: EmbedOptions["play"],
    readonly tell: (message: BoardMessage, id?: string) => void,
  ) {
    this.study = new OpenStudy((text) => void this.#played(text));
  }

  close(): void {
    this.#closed = true;
    this.#thought?.abort();
    this.study.close();
  }

  /** Which line of the game is shown: 0 is the start. */
  get number(): number {
    return this.study.way.indexOf(this.study.here);
  }

  /** Whether the reader may make a turn now: where a bot answers, one of their own. */
  get open(): boolean {
    return this.play !== "none" && !this.thinking && (this.play !== "answer" || this.study.view?.mover === this.#reader);
  }

  /** Whether something was played since it was loaded. */
  get fresh(): boolean {
    return this.study.tree.next === this.#added;
  }

  /** The turn that taking back would undo: the reader's last one on the way to here. */
  get last(): number | undefined {
    const { tree, here } = this.study;
    return path(tree, here).findLast((id) => id >= this.#added && (this.#reader === null || nodeOf(tree, id).move?.party === this.#reader));
  }

  // --- what the reader does --------------------------------------------------------------------

  /** Opens a record or a position at one of its lines; true if it could be read. What was shown stays if not. */
  async load(text: string, number: number, id?: string): Promise<boolean> {
    const opened = await this.#open(text, number);
    if (opened) this.#loaded(id);
    else if (this.study.problem) this.#fault("unreadable", noticeText(this.study.problem), id);
    return opened;
  }

  async #open(text: string, number: number): Promise<boolean> {
    this.#rest();
    if (!(await this.study.open(text))) return false;
    // A bot may have begun to think of an answer on the board before.
    this.#rest();
    [this.#text, this.#number, this.#added] = [text, number, this.study.tree.next];
    await this.#go(Math.min(number, this.study.way.length - 1));
    this.#reader = this.play === "answer" ? (this.study.view?.mover ?? null) : null;
    return true;
  }

  /** Opens what the frame's address asks for; whatever the page asks waits for it, and `follow` is told of it. */
  begin(text: string, number: number): Promise<boolean> {
    const opened = this.#open(text, number);
    this.#queue = opened.then(() => undefined);
    return opened;
  }

  /** Begins again with what was loaded. */
  reset(): Promise<boolean> {
    return this.load(this.#text, this.#number);
  }

  /** Takes back the reader's last turn, and all that followed it. */
  async undo(): Promise<void> {
    const { last } = this;
    if (last === undefined) return;
    this.#rest();
    await this.study.remove(last);
    this.shown();
  }

  /** Tells the page that another line is shown; a bot whose turn it is at the end of all that was played plays on. */
  shown(id?: string): void {
    this.tell({ type: "shown", ...this.#where }, id);
    if (this.play === "answer" && this.study.here === this.study.way.at(-1)) void this.#answers();
  }

  async #played(text: string): Promise<void> {
    this.#rest();
    if (!(await this.study.play(text))) return;
    this.#announceTurn("reader");
    if (this.play === "answer") await this.#answers();
  }

  // --- what the page asks ----------------------------------------------------------------------

  /** Does what the page asks, when it is its turn. */
  take(message: HostMessage): Promise<void> {
    const { id } = message;
    if (this.#waiting >= MAX_WAITING) {
      this.#fault("too_many", t("embed.too_many"), id);
      return this.#queue;
    }
    this.#waiting++;
    this.#queue = this.#queue.then(() => this.#do(message)).finally(() => this.#waiting--);
    return this.#queue;
  }

  async #do(message: HostMessage): Promise<void> {
    const { id } = message;
    if (message.type === "load") await this.load(message.record ?? message.position ?? "", message.number ?? 0, id);
    else if (message.type === "show") await this.#show(message.number, id);
    else if (message.type === "ask") {
      if (!(await this.#answer(id))) this.#fault("no_turn", noticeText(this.study.problem) || t("embed.no_turn"), id);
    } else if (this.study.geometry) this.#loaded(id);
    else this.#fault("unreadable", noticeText(this.study.problem), id);
  }

  async #show(number: number, id?: string): Promise<void> {
    const { length } = this.study.way;
    if (number >= length) {
      this.#fault("no_line", t("embed.no_line", { n: length - 1 }), id);
      return;
    }
    this.#rest();
    await this.#go(number);
    this.shown(id);
  }

  async #go(number: number): Promise<void> {
    await this.study.go(this.study.way[number] ?? ROOT);
  }

  // --- a bot's answer --------------------------------------------------------------------------

  /** Lets a bot play until it is the reader's turn again, or the reader's party is out. */
  async #answers(): Promise<void> {
    const reader = this.#reader;
    for (;;) {
      const { view, node } = this.study;
      const mine = view?.parties.find(({ party }) => party === reader);
      if (view?.mover === null || view?.mover === reader || mine?.status !== "active") return;
      // What was just played is to be seen before the next thing moves.
      await new Promise((go) => setTimeout(go, preferences.pace * 1.5));
      if (this.#closed || this.study.node !== node || !(await this.#answer())) return;
    }
  }

  /** Lets a bot play one turn; false if there was none to play, or another thing was asked for meanwhile. */
  async #answer(id?: string): Promise<boolean> {
    this.#rest();
    const stop = new AbortController();
    this.#thought = stop;
    this.thinking = true;
    const { node } = this.study;
    let best: string | undefined;
    try {
      for await (const thought of studyApi.think(this.study.position, 1, stop.signal, ANSWER_NODES)) best = thought.lines[0]?.turns[0]?.text;
      // Another study's nodes have the same numbers.
      if (stop.signal.aborted || best === undefined || this.study.node !== node || !(await this.study.play(best))) return false;
    } catch (error) {
      if (!stop.signal.aborted) this.study.problem = failureNotice(error);
      return false;
    } finally {
      if (this.#thought === stop) this.thinking = false;
    }
    this.#announceTurn("bot", id);
    return true;
  }

  /** Ends what went on: a bot's thought, and a sentence about what could not be. */
  #rest(): void {
    this.#thought?.abort();
    this.thinking = false;
    this.study.problem = null;
  }

  // --- what the page is told -------------------------------------------------------------------

  get #where(): { number: number; position: string } {
    return { number: this.number, position: this.study.position };
  }

  #loaded(id?: string): void {
    const { variant, edition, way } = this.study;
    this.tell({ type: "loaded", variant, edition, lines: way.length - 1, ...this.#where }, id);
  }

  #announceTurn(by: TurnMaker, id?: string): void {
    const { move } = this.study.node;
    if (move) this.tell({ type: "turn", text: move.text, party: move.party, by, ...this.#where }, id);
  }

  #fault(code: EmbedErrorCode, text: string, id?: string): void {
    this.tell({ type: "error", code, text }, id);
  }
}
