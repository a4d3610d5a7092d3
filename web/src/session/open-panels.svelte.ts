// What is open around a game online: the panel at a desk, the drawer on a phone, a person's card, a page of one's own.

import { MediaQuery } from "svelte/reactivity";

import type { AsideView } from "../generated/api";
import { DESK } from "../lib/media";
import type { TalkFeed } from "./talk-feed.svelte";

export type PanelName = "parties" | "talk" | "pacts" | "turns";
export type DrawerName = "talk" | "pacts";
export type PageName = "notes" | "plans";

export interface Person {
  readonly party: string;
  /** What was said, if the person was met there. */
  readonly entry: AsideView | null;
}

export class OpenPanels {
  readonly #talk: TalkFeed;
  readonly #room = new MediaQuery(DESK);
  panel = $state<PanelName>("talk");
  drawer = $state<DrawerName | null>(null);
  page = $state<PageName | null>(null);
  met = $state.raw<Person | null>(null);
  /** The party that I am about to leave to a bot. */
  leaving = $state<string | null>(null);

  constructor(talk: TalkFeed) {
    this.#talk = talk;
  }

  /** There is room beside the board. */
  get wide(): boolean {
    return this.#room.current;
  }

  /** Opens talk or pacts, wherever they are. */
  open(name: DrawerName): void {
    if (this.wide) this.panel = name;
    else this.drawer = name;
  }

  /** Whether the talk panel is visible. */
  get talking(): boolean {
    return this.wide ? this.panel === "talk" : this.drawer === "talk";
  }

  person = (party: string, entry: AsideView | null = null): void => {
    this.met = { party, entry };
  };

  counter = (id: string): void => {
    this.#talk.countering = id;
    this.open("pacts");
  };
}
