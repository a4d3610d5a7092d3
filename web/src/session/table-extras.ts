// What a table online, or a game with talk, has besides: declared here, made in table/, fetched when there is one.

import { createContext, type Component } from "svelte";

import type { PactView, PromiseView } from "../generated/api";
import type { MenuItem } from "../ui/Menu.svelte";
import type { OpenPanels } from "./open-panels.svelte";
import type { Session } from "./session.svelte";

/** A promise that was broken, and the pact in which it was given. */
export interface BrokenPromise {
  readonly pact: PactView;
  readonly promise: PromiseView;
}

export interface TableExtras {
  readonly Beside: Component<{ session: Session; around: OpenPanels; turns: number }>;
  readonly Panels: Component<{ session: Session; around: OpenPanels }>;
  readonly NextGame: Component<{ session: Session; onrematch: () => void }>;
  readonly Signal: Component<{ session: Session }>;
  readonly SeatNotice: Component<{ session: Session }>;
  readonly Votes: Component<{ session: Session }>;
  readonly Pledges: Component<{ session: Session; onlook: () => void }>;
  /** Returns the broken promises by the index of their line in the list. */
  breaks(pacts: readonly PactView[]): ReadonlyMap<number, readonly BrokenPromise[]>;
  /** Returns what binds a party now, and how many promises it broke. */
  trust(pacts: readonly PactView[], party: string): { bound: PactView[]; broken: number };
  /** Returns the entries that a table adds to the game's menu. */
  menuItems(session: Session, around: OpenPanels): MenuItem[];
  /** Tells whether this player may ask the others for a takeback. */
  takesBack(session: Session): boolean;
}

/** The extras of the game on the screen; null until they are there, and where nobody talks for good. */
export const [getExtras, setExtras] = createContext<{ readonly current: TableExtras | null }>();
