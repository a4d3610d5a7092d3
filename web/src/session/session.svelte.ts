// A game as it is played on this device, put together from its parts.

import type { PaceRequest, PositionView } from "../generated/api";
import { preferences } from "../lib/settings.svelte";
import { GameFeed } from "./game-feed.svelte";
import { Hints } from "./hints.svelte";
import { Speech } from "./speech.svelte";
import { TalkFeed } from "./talk-feed.svelte";
import { TurnInput } from "./turn-input.svelte";

export type BotPace = PaceRequest["pace"];

export class Session {
  readonly feed: GameFeed;
  readonly turn: TurnInput;
  readonly hints: Hints;
  /** What is said and promised beside the game, at a table online. */
  readonly talk: TalkFeed;
  /** What the bots say. */
  readonly speech: Speech;
  /** How fast bots play among themselves. */
  botPace = $state<BotPace>("usual");
  /** Somebody's first game: bots and pieces take their time. */
  readonly gentle: boolean;
  /** The board is so small on the screen that some cells are hard to hit. */
  cramped = $state(false);
  /** The party whose bot is being introduced. It is kept here, since the list of parties is drawn anew when talk comes. */
  introduced = $state("");

  /** `played` is called once for each view that a turn or the end of the game brings. */
  constructor(id: string, played: (view: PositionView) => void) {
    this.gentle = preferences.kept.tutorial.game === id;
    this.talk = new TalkFeed(id);
    this.feed = new GameFeed(id, {
      begun: (undone) => {
        this.speech.arrive();
        this.turn.begin(undone);
        this.hints.begin(undone);
        if (this.gentle && this.botPace === "usual" && !this.feed.table) void this.setPace("slow");
      },
      resumed: () => this.turn.resume(),
      looking: () => {
        this.hints.clear();
        this.turn.reset();
      },
      played,
      asides: (asides) => this.talk.hear(asides, this.feed.mine),
      pacts: ({ pacts }) => this.talk.learn(pacts),
    });
    this.speech = new Speech(this.feed);
    this.turn = new TurnInput(this.feed, () => this.hints.clear());
    this.hints = new Hints(this.feed, this.turn);
  }

  close(): void {
    this.feed.close();
    this.speech.close();
  }

  /** The time a piece takes on its way, in milliseconds. */
  get pace(): number {
    return this.hurried ? 0 : preferences.paceUnless(this.gentle ? "slow" : "normal");
  }

  /** Goes one step back in the turn in hand. */
  back(): void {
    this.hints.hideReach();
    this.turn.back();
  }

  /** Bots among themselves hardly pause: their pieces jump, and not every turn is read out. */
  get hurried(): boolean {
    return this.botPace === "fast";
  }

  /** Lets the bots play among themselves at a pace; paused, `step` lets them play one turn. */
  async setPace(pace: BotPace, step = false): Promise<void> {
    // At once: what is sent again meanwhile is to be the newest wish, not the last one that was answered.
    this.botPace = pace;
    await this.feed.ask({ type: "pace", pace, step });
  }
}
