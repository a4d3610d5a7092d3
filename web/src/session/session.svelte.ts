// A game as it is played from this device: the turn in hand, and what was asked for.

import { sceneOf, type Scene } from "../board/scene";
import { imagined, TurnInHand, type Choice, type Stage } from "../board/turn";
import type { ChoiceView, Danger, PositionView, Threat, Words } from "../generated/messages";
import { Overtaken } from "../api/game-socket";
import { preferences } from "../lib/settings.svelte";
import { t } from "../lib/texts.svelte";
import { Watching, type Notice } from "./game-feed.svelte";

/** A whole turn that waits for a yes. */
export interface Question {
  text: string;
  dangers: Danger[];
  view: PositionView | null;
}

export interface Proposal {
  text: string;
  words: Words;
  from: string;
  to: string;
}

/** What a bot answered, and how many turns had been played then. */
export interface Said {
  party: string;
  words: Words;
  ply: number;
}

/** What a table online has besides a game, fetched when there is one. */
export type Extras = typeof import("../table/extras");

const ENDS = /^([a-z]\d{0,2})-([a-z]\d{0,2})/;

export class Session extends Watching {
  /** The turn in hand; replaced as a whole so that what depends on it follows. */
  hand = $state.raw<{ turn: TurnInHand; stage: Stage; steps: TurnInHand["steps"] } | null>(null);
  /** Choices of the cell just picked, where it stands for several. */
  several = $state.raw<Choice[]>([]);
  question = $state.raw<Question | null>(null);
  sending = $state(false);
  /** The next stage is on its way: clicks would fall on the stage before it. */
  waiting = $state(false);
  threats = $state.raw<Threat[] | null>(null);
  reach = $state.raw<{ cell: string; choices: ChoiceView[] } | null>(null);
  proposal = $state.raw<Proposal | null>(null);
  asking = $state(false);
  /** What a bot said when it was asked; the party that is being asked. */
  said = $state.raw<Said | null>(null);
  questioned = $state<string | null>(null);
  extras = $state.raw<Extras | null>(null);
  /** Parties of mine that pass by themselves until they can move, as I asked. */
  passing = $state("");
  /** Bots among themselves make no pause, and their pieces jump. */
  hurried = $state(false);
  /** A party that has as good as won, until I say that I want to play on. */
  leader = $state<string | null>(null);
  /** The board is shown so small that some cells are hard to hit. */
  cramped = $state(false);

  /** How long a piece is on its way, in milliseconds. */
  get pace(): number {
    return this.hurried ? 0 : preferences.pace;
  }

  /** All that my party to play can do is pass. */
  get mustPass(): boolean {
    return this.#pass !== null;
  }

  /** Has a turn been begun, so that there is a step back? */
  get started(): boolean {
    return (this.hand?.steps.length ?? 0) > 0 && this.past === null;
  }

  /** The board as it is, or as the turn in hand would have it. */
  get scene(): Scene {
    const { view } = this;
    if (!view) return sceneOf([], []);
    if (this.question?.view) return sceneOf(this.question.view.pieces, this.question.view.corpses);
    const plain = sceneOf(view.pieces, view.corpses);
    const { hand } = this;
    return hand && !this.past ? imagined(plain, hand.steps, hand.stage) : plain;
  }

  // --- choosing a turn -------------------------------------------------------------------------

  /** How many turns had been played when it was last asked who has as good as won; whether I want to know. */
  #judged = 0;
  #toTheEnd = false;

  /** May the piece on this cell be taken up now? */
  lifts(cell: string): boolean {
    const { hand } = this;
    if (!hand || !this.myTurn || this.sending) return false;
    if (hand.stage.kind === "destination" && hand.turn.origin === cell) return true;
    return this.#pieceChoice(cell) !== null;
  }

  lift(cell: string): boolean {
    if (!this.lifts(cell)) return false;
    if (this.hand?.turn.origin !== cell) void this.#take(cell);
    return true;
  }

  /** A click on a cell. */
  async pick(cell: string): Promise<void> {
    this.notice = null;
    this.several = [];
    const { hand } = this;
    if (!hand || !this.myTurn || this.sending || this.waiting || this.question) return;
    const choices = hand.turn.at(cell);
    if (choices.length === 1 && choices[0]) {
      await this.choose(choices[0]);
      return;
    }
    if (choices.length > 1) {
      this.several = choices;
      return;
    }
    if (hand.stage.kind === "piece") this.notice = this.#unmoved(cell);
    if (hand.stage.kind === "piece" || hand.stage.kind === "done") return;
    if (hand.stage.kind === "destination") {
      if (cell === hand.turn.origin) {
        this.back();
        return;
      }
      if (this.#pieceChoice(cell)) {
        await this.#take(cell);
        return;
      }
      await this.#why(hand.turn.origin ?? "", cell);
      return;
    }
    this.notice = { key: `web.not_here.${hand.stage.kind}` };
  }

  /** Why the piece on a cell cannot be taken up. */
  #unmoved(cell: string): Notice | null {
    const { view } = this;
    const piece = view?.pieces.find((p) => p.cell === cell);
    const party = view?.parties.find((p) => p.party === piece?.party);
    if (!party) return null;
    const leader = party.status === "active" ? party.party : party.lord;
    if (leader === null) return { key: "web.not_here.nobody" };
    if (this.mine.includes(leader)) return { key: "web.not_here.stuck" };
    return { key: "web.not_here.theirs", values: { party: t(`party.${leader}`) } };
  }

  async choose(choice: Choice): Promise<void> {
    const { hand } = this;
    if (!hand || this.sending) return;
    this.several = [];
    this.reach = null;
    this.proposal = null;
    this.threats = null;
    this.waiting = true;
    try {
      if (!(await hand.turn.choose(choice))) return;
    } catch (error) {
      this.failed(error);
      return;
    } finally {
      this.waiting = false;
    }
    this.#refresh();
    if (hand.turn.done) await this.#finish(hand.turn.stage.prefix);
  }

  /** Chooses what needs no cell, if there is one such thing. */
  async finish(): Promise<void> {
    const [only, ...others] = this.myTurn && !this.question && !this.waiting ? (this.hand?.turn.plain() ?? []) : [];
    if (only && others.length === 0) await this.choose(only);
  }

  back(): void {
    this.notice = null;
    this.several = [];
    this.question = null;
    if (this.reach) this.reach = null;
    if (this.sending) return;
    this.hand?.turn.back();
    this.#refresh();
  }

  reset(): void {
    this.question = null;
    this.hand?.turn.reset();
    this.#refresh();
  }

  /** Plays the turn that waits for a yes. */
  async confirm(): Promise<void> {
    const { question } = this;
    if (!question || this.sending) return;
    await this.#play(question.text);
  }

  /** The pass, where there is no other turn. */
  get #pass(): string | null {
    const { mover = null, stages } = this.state?.view ?? {};
    const [only, ...others] = stages?.[""]?.choices ?? [];
    return mover !== null && this.mine.includes(mover) && only?.act === "pass" && others.length === 0 ? only.text : null;
  }

  /** Passes now, and from now on until the party can move. */
  async passOn(): Promise<void> {
    const pass = this.#pass;
    if (pass === null || this.sending) return;
    this.passing += this.state?.view.mover ?? "";
    await this.#play(pass);
  }

  /** Passes where that is wanted, and knows when it is wanted no longer. */
  #passOrNot(undone: boolean): void {
    const { mover = null } = this.state?.view ?? {};
    if (mover === null || !this.mine.includes(mover)) return;
    const pass = this.#pass;
    // Who takes turns back wants to stop here.
    if (pass === null || undone) this.passing = this.passing.replaceAll(mover, "");
    else if (preferences.kept.auto_pass || this.passing.includes(mover)) void this.#play(pass);
  }

  #pieceChoice(cell: string): Choice | null {
    const first = this.state?.view.stages[""];
    return first?.choices.find((choice) => choice.cells.includes(cell)) ?? null;
  }

  async #take(cell: string): Promise<void> {
    this.hand?.turn.reset();
    this.#refresh();
    const choice = this.#pieceChoice(cell);
    if (choice) await this.choose(choice);
  }

  async #why(origin: string, target: string): Promise<void> {
    try {
      const answer = await this.live.ask({ type: "why", origin, target });
      if (answer.type === "reason" && answer.words) this.notice = { words: answer.words };
    } catch (error) {
      this.failed(error);
    }
  }

  async #finish(text: string): Promise<void> {
    const { confirm, warn } = preferences.kept;
    if (confirm || warn) {
      try {
        const answer = await this.live.ask({ type: "preview", text });
        if (answer.type !== "previewed" || this.hand?.turn.stage.prefix !== text) return;
        const dangers = warn ? answer.dangers : [];
        if (confirm || dangers.length > 0) {
          this.question = { text, dangers, view: answer.view };
          return;
        }
      } catch (error) {
        this.failed(error);
        this.reset();
        return;
      }
    }
    await this.#play(text);
  }

  async #play(text: string): Promise<void> {
    this.sending = true;
    try {
      await this.live.ask({ type: "turn", after: this.live.last, text });
      this.question = null;
    } catch (error) {
      this.question = null;
      this.failed(error);
      this.reset();
    } finally {
      this.sending = false;
    }
  }

  // --- around it -------------------------------------------------------------------------------

  async toggleThreats(): Promise<void> {
    if (this.threats) {
      this.threats = null;
      return;
    }
    const view = this.state?.view;
    const party = view?.mover && this.mine.includes(view.mover) ? view.mover : this.mine[0];
    if (party === undefined) return;
    await this.ask({ type: "threats", party }, (answer) => {
      if (answer.type !== "threatened") return;
      this.threats = answer.threats;
      if (answer.threats.length === 0) this.notice = { key: "web.threats.none" };
    });
  }

  async showReach(cell: string): Promise<void> {
    await this.ask({ type: "reach", cell }, (answer) => {
      if (answer.type === "reachable") this.reach = { cell: answer.cell, choices: answer.stage.choices };
    });
  }

  async askHint(): Promise<void> {
    this.asking = true;
    this.reset();
    await this.ask({ type: "hint" }, (answer) => {
      if (answer.type !== "hinted") return;
      const ends = ENDS.exec(answer.text);
      if (ends?.[1] === undefined || ends[2] === undefined) return;
      this.proposal = { text: answer.text, words: answer.words, from: ends[1], to: ends[2] };
    });
    this.asking = false;
  }

  /** Asks the bot that plays a party what it is up to; asked again, it is silent. */
  async askBot(party: string): Promise<void> {
    const again = this.said?.party === party;
    this.said = null;
    if (again || this.questioned !== null) return;
    this.questioned = party;
    await this.ask({ type: "ask", party }, (answer) => {
      if (answer.type !== "opinion") return;
      this.said = { party, words: answer.words, ply: this.state?.view.ply ?? 0 };
    });
    this.questioned = null;
  }

  /** Lets the bots go on among themselves without a pause, or with one again. */
  async hurry(on: boolean): Promise<void> {
    await this.ask({ type: "hurry", on }, () => (this.hurried = on));
  }

  /** The position after a party has resigned, and what that brings about; null if nobody could say. */
  async foresee(party: string): Promise<PositionView | null> {
    let found: PositionView | null = null;
    await this.ask({ type: "resignation", party }, (answer) => {
      if (answer.type === "previewed") found = answer.view;
    });
    return found;
  }

  async playProposal(): Promise<void> {
    const { proposal } = this;
    this.proposal = null;
    if (proposal) await this.#play(proposal.text);
  }

  /** Takes away everything shown on request. */
  override clear(): void {
    super.clear();
    this.threats = null;
    this.reach = null;
    this.proposal = null;
    this.several = [];
    this.reset();
  }

  protected override begin(undone = false): void {
    super.begin(undone);
    this.question = null;
    this.several = [];
    this.threats = null;
    this.reach = null;
    this.proposal = null;
    // A round later nobody means what he said.
    const { ply = 0, parties = [] } = this.state?.view ?? {};
    if (this.said && Math.abs(ply - this.said.ply) >= parties.length) this.said = null;
    void this.#judge();
    const stages = this.state?.view.stages ?? {};
    if (!this.state || !this.mine.includes(this.state.view.mover ?? "-") || !stages[""]) {
      this.hand = null;
      return;
    }
    const turn = new TurnInHand(stages, (prefix) => this.#stage(prefix));
    this.hand = { turn, stage: turn.stage, steps: turn.steps };
    this.#passOrNot(undone);
  }

  /** Once a round: need this game be played out? */
  async #judge(): Promise<void> {
    const { ply = 0, parties = [], mover = null } = this.state?.view ?? {};
    const round = parties.filter(({ status }) => status === "active").length;
    if (this.table || this.#toTheEnd || mover === null || this.mine === "" || Math.abs(ply - this.#judged) < round) return;
    this.#judged = ply;
    // Nobody asked for it, so nobody is told if it fails.
    const answer = await this.live.ask({ type: "leader" }).catch(() => null);
    if (answer?.type === "leading" && !this.#toTheEnd) this.leader = answer.party;
  }

  /** The game is to be played to its end, won or not. */
  playOut(): void {
    this.leader = null;
    this.#toTheEnd = true;
  }

  async #stage(prefix: string): Promise<Stage> {
    const answer = await this.live.ask({ type: "stage", prefix });
    if (answer.type !== "choices") throw new Overtaken(answer.type);
    return answer.stage;
  }

  #refresh(): void {
    const { hand } = this;
    if (hand) this.hand = { turn: hand.turn, stage: hand.turn.stage, steps: hand.turn.steps };
  }
}
