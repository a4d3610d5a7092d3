// A game as its server tells it, and the screen's part of it that is under test.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach } from "vitest";

import type { Choice, PartyView, SeatView, StageView } from "../src/generated/api";
import { Session } from "../src/session/session.svelte";
import { DEFAULT_TERMS } from "../src/setup/default-terms";
import { Wire, wired } from "./wire";

export const choice = (text: string, act: Choice["act"], ...cells: string[]): Choice => ({ text, act, cells });
export const stage = (prefix: string, kind: StageView["kind"], ...choices: Choice[]): StageView => ({ prefix, kind, choices });

/** Where each party's Chief stands. */
export const CHIEFS = [..."rbyg"].map((party, i) => ({ cell: `a${i + 1}`, party, kind: "C", controller: party as string | null }));
/** A piece of Red's that may be moved. */
export const OWN = stage("", "piece", choice("c3", "select", "c3"));

export interface Told {
  mine?: string;
  mover?: string | null;
  /** The turns that were played, by the letters of who played them. */
  lines?: string;
  parties?: Partial<Record<string, Partial<PartyView>>>;
  seats?: Partial<Record<string, Partial<SeatView>>>;
  stages?: readonly StageView[];
  view?: object;
  /** Whether there is a table around it, and what is special about that. */
  table?: { terms?: object; [name: string]: unknown } | null;
  you?: object;
  state?: object;
}

const PARTY = { status: "active", lord: null, in_power: false, pieces: 9, may_return: false, gone: false };
const SEAT = { player: "person", name: "", level: null, holder: "table", account: null, guest: false, stand_in: null };

let number = 0;

/** Returns the message that tells of a game of four: what is not said is as at its beginning, at Red's turn. */
export function told({ mine = "r", mover = "r", lines = "", parties = {}, seats = {}, stages = [OWN], view = {}, table = null, you = {}, state = {} }: Told = {}): Record<string, unknown> {
  number += 1;
  const position = {
    position: `p${number}`,
    ply: lines.length,
    pieces: CHIEFS,
    corpses: [],
    parties: [..."rbyg"].map((party) => ({ party, ...PARTY, ...parties[party] })),
    order: "rbyg",
    seat: mover,
    bonus: false,
    mover,
    ruler: null,
    closed: [],
    upcoming: [],
    stages: Object.fromEntries(stages.map((each) => [each.prefix, each])),
    last: null,
    result: null,
    ...view,
  };
  const { terms = {}, ...around } = table ?? {};
  return {
    type: "state",
    number,
    id: null,
    version: "1",
    game: { variant: "square-4", edition: "original" },
    view: position,
    lines: [...lines].map((party, event) => ({ event, party, long: "", words: { en: `turn ${event + 1}`, fr: "" } })),
    seats: [..."rbyg"].map((party) => ({ party, ...SEAT, holder: table ? "online" : SEAT.holder, ...seats[party] })),
    you: { parties: mine, place: table && { invite: "" }, ...you },
    draw: "",
    can_undo: false,
    table: table && { stage: "playing", vote: null, free: "", kept: "", present: "", watching: 0, overdue: null, uncounted: null, clock: { paused: false }, terms: { ...DEFAULT_TERMS, ...terms }, ...around },
    clock: null,
    ...state,
  };
}

/** Shows a part of the game's screen in each test of a group; it is gone after it. */
export function showing<Props extends object>(part: Component<Props>): { session: Session; says: (change?: Told) => void; show: (props: (session: Session) => Props) => void } {
  let made: object | null = null;
  const shown = {
    session: null as unknown as Session,
    says(change: Told = {}): void {
      Wire.last.says(told(change));
      flushSync();
    },
    show(props: (session: Session) => Props): void {
      shown.session = new Session("g", () => undefined);
      made = mount(part, { target: document.body, props: props(shown.session) });
    },
  };
  wired();
  afterEach(async () => {
    shown.session.close();
    if (made) await unmount(made);
    made = null;
  });
  return shown;
}

/** Returns what is read at each place that a selector finds, without what only screen readers read. */
export function read(selector: string): string[] {
  return [...document.querySelectorAll(selector)].map((found) => {
    const copy = found.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll(".hidden, [aria-hidden=true]")) hidden.remove();
    return copy.textContent.replaceAll(/\s+/g, " ").trim();
  });
}

/** Presses the button on which this is read, or which has it for a name. */
export function press(name: string): void {
  const found = [...document.querySelectorAll<HTMLButtonElement>("button")].find((button) => button.ariaLabel === name || button.getAttribute("aria-label") === name || button.textContent.trim() === name);
  if (!found) throw new Error(`no button ${name}: ${read("button").join(", ")}`);
  found.click();
  flushSync();
}
