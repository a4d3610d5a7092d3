// What the server is asked for to help a player: threats, reach, a proposed turn, bots' plans, who has as good as won.

import type { GameAnswer, GameRequest } from "../api/game-socket";
import type { Choice, PositionView, StateMessage, ThreatView, Words } from "../generated/api";
import { endsOf } from "../board/turn";
import { ownParty } from "./standing";
import type { Notice } from "../lib/notice";

const NO_THREATS: Notice = { key: "web.threats.none" };

/** A turn that a bot would play. */
export interface Proposal {
  text: string;
  words: Words;
  from: string;
  to: string;
}

/** What a bot answered, and how many turns had been played by then. */
export interface BotOpinion {
  party: string;
  words: Words;
  ply: number;
}

/** What hints need: the game and a way to reach the server; a `GameFeed` is one. */
export interface HintSource {
  readonly state: StateMessage | null;
  /** An earlier position, while it is on the board. */
  readonly past: object | null;
  readonly mine: string;
  readonly table: object | null;
  notice: Notice | null;
  request(request: GameRequest): Promise<GameAnswer>;
  ask(request: GameRequest, take: (answer: GameAnswer) => void): Promise<boolean>;
}

/** The turn that hints interrupt or play; a `TurnInput` is one. */
export interface HintedTurn {
  reset(): void;
  play(text: string): Promise<void>;
}

export class Hints {
  threats = $state.raw<ThreatView[] | null>(null);
  /** Where the piece that was asked about could go. */
  reach = $state.raw<{ cell: string; choices: Choice[] } | null>(null);
  proposal = $state.raw<Proposal | null>(null);
  /** A proposal is on its way. */
  asking = $state(false);
  /** What a bot said when it was asked, and the party that is being asked. */
  opinion = $state.raw<BotOpinion | null>(null);
  questioned = $state<string | null>(null);
  /** A party that has as good as won, until the player wants to play on. */
  leader = $state<string | null>(null);
  readonly #game: HintSource;
  readonly #turn: HintedTurn;
  /** After how many turns the server was last asked for a leader, and how many parties were in the game then. */
  #judged = { ply: 0, active: 0 };
  #toTheEnd = false;

  constructor(game: HintSource, turn: HintedTurn) {
    this.#game = game;
    this.#turn = turn;
  }

  /** Takes away what is shown for the position on the board. */
  clear(): void {
    this.threats = null;
    this.reach = null;
    this.proposal = null;
  }

  /** Begins anew in the game's position; `undone` if turns were taken back. */
  begin(undone = false): void {
    this.clear();
    if (undone) {
      this.leader = null;
      this.#judged = { ply: 0, active: 0 };
    }
    // What a bot meant a round ago it means no longer.
    const { ply = 0, parties = [] } = this.#game.state?.view ?? {};
    if (this.opinion && Math.abs(ply - this.opinion.ply) >= parties.length) this.opinion = null;
    void this.#judge();
  }

  async toggleThreats(): Promise<void> {
    if (this.threats) {
      this.threats = null;
      if (this.#game.notice === NO_THREATS) this.#game.notice = null;
      return;
    }
    const party = ownParty(this.#game);
    if (party === null) return;
    await this.#askHere({ type: "threats", party }, (answer) => {
      if (answer.type !== "threatened") return;
      this.threats = answer.threats;
      if (answer.threats.length === 0) this.#game.notice = NO_THREATS;
    });
  }

  async showReach(cell: string): Promise<void> {
    await this.#askHere({ type: "reach", cell }, (answer) => {
      if (answer.type === "reachable") this.reach = { cell: answer.cell, choices: answer.stage.choices };
    });
  }

  hideReach(): void {
    this.reach = null;
  }

  async propose(): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    this.#turn.reset();
    await this.#askHere({ type: "hint" }, (answer) => {
      if (answer.type !== "hinted") return;
      const ends = endsOf(answer.text);
      if (ends) this.proposal = { text: answer.text, words: answer.words, ...ends };
    });
    this.asking = false;
  }

  async playProposal(): Promise<void> {
    const { proposal } = this;
    this.proposal = null;
    if (proposal) await this.#turn.play(proposal.text);
  }

  declineProposal(): void {
    this.proposal = null;
  }

  /** Asks the bot that plays a party for its plans; asked again, it falls silent. */
  async askBot(party: string): Promise<void> {
    const again = this.opinion?.party === party;
    this.opinion = null;
    if (again || this.questioned !== null) return;
    this.questioned = party;
    await this.#game.ask({ type: "ask", party }, (answer) => {
      if (answer.type !== "opinion") return;
      this.opinion = { party, words: answer.words, ply: this.#game.state?.view.ply ?? 0 };
    });
    this.questioned = null;
  }

  /** Returns the position after a party has resigned, with all that follows from it; null if the server is silent. */
  async foresee(party: string): Promise<PositionView | null> {
    let found: PositionView | null = null;
    await this.#game.ask({ type: "resignation", party }, (answer) => {
      if (answer.type === "previewed") found = answer.view;
    });
    return found;
  }

  /** Asks about the position of the game; an answer that comes when another one is on the board is no help. */
  async #askHere(request: GameRequest, take: (answer: GameAnswer) => void): Promise<void> {
    const asked = this.#game.state?.view.position;
    await this.#game.ask(request, (answer) => {
      if (this.#game.past === null && this.#game.state?.view.position === asked) take(answer);
    });
  }

  /** Plays the game to its end, whoever has as good as won. */
  playOut(): void {
    this.leader = null;
    this.#toTheEnd = true;
  }

  /** Asks whether somebody has as good as won a game at this computer: once a round, and when a party comes or goes. */
  async #judge(): Promise<void> {
    const { ply = 0, parties = [], mover = null } = this.#game.state?.view ?? {};
    const active = parties.filter(({ status }) => status === "active").length;
    const { table, mine } = this.#game;
    if (table || this.#toTheEnd || mover === null || mine === "") return;
    const last = this.#judged;
    // At first nobody has come or gone.
    last.active ||= active;
    if (last.active === active && Math.abs(ply - last.ply) < active) return;
    const judged = (this.#judged = { ply, active });
    // The player did not ask, so a failure is none of their business.
    const answer = await this.#game.request({ type: "leader" }).catch(() => null);
    if (this.#judged !== judged) return;
    if (answer?.type !== "leading") this.#judged = last;
    else if (!this.#toTheEnd) this.leader = answer.party;
  }
}
