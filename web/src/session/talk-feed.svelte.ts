// What is said and promised beside a game, as far as this reader may know it, and what of it is new.

import type { AsideView, AsidesMessage, PactView, PieceView, PromiseKindView, TalkTermsView } from "../generated/api";
import { keep, readKept, STORE } from "../host/web-storage";
import { preferences } from "../lib/settings.svelte";

/** The room of a table's players, and of those who watch. */
export const TABLE = "";
export const WATCH = "watch";

const SPOKEN: ReadonlySet<AsideView["kind"]> = new Set(["said", "emote", "stated"]);

/** Tells whether an entry is only what a bot says of its own accord, to somebody who does not want to hear that. */
export const isUnwanted = (entry: AsideView): boolean => entry.kind === "stated" && !preferences.kept.bot_talk;

export type SparedPiece = Pick<PieceView, "cell" | "party" | "kind">;

/** A line of a pact in the making: a promise of one party, or of all of them. */
export interface PromiseDraft {
  /** A party, or "*" for all. */
  readonly by: string;
  readonly kind: PromiseKindView["kind"];
  readonly rounds: number;
  /** Whom it is about; "*" in a peace of all: each other. */
  readonly other: string;
  /** The piece that is not to be touched, and where it stands. */
  readonly piece: SparedPiece | null;
}

/** A pact in the making: between whom, what, and who may know of it. */
export interface PactDraft {
  /** The pact to which it is a counter-proposal. */
  readonly counters: string | null;
  readonly chosen: readonly string[];
  readonly lines: readonly PromiseDraft[];
  readonly secret: boolean;
}

/** By room, when the last entry that was read was said: numbers change where more of what was said may be known. */
type ReadMarks = Readonly<Record<string, string>>;

/** Marks as they are kept: an older version's are the numbers of entries. */
type KeptMarks = Readonly<Record<string, unknown>>;

const KEY = `${STORE}.read`;
/** As many games are remembered in which something was read. */
const REMEMBERED = 200;

/** Returns the games in which something was read with their marks, the last one first. */
function keptMarks(): (readonly [game: string, marks: KeptMarks])[] {
  const kept = readKept("localStorage", KEY);
  return Array.isArray(kept) ? kept.filter(isGameMarks) : [];
}

const isGameMarks = (kept: unknown): kept is [string, KeptMarks] =>
  Array.isArray(kept) && typeof kept[0] === "string" && typeof kept[1] === "object" && kept[1] !== null;

/** Returns the later mark of each room. */
const later = (one: ReadMarks, other: ReadMarks): ReadMarks =>
  Object.entries(other).reduce((all, [room, at]) => (at > (all[room] ?? "") ? { ...all, [room]: at } : all), one);

export class TalkFeed {
  readonly #game: string;
  entries = $state.raw<readonly AsideView[]>([]);
  pacts = $state.raw<readonly PactView[]>([]);
  /** Null where nobody talks. */
  terms = $state.raw<TalkTermsView | null>(null);
  /** The room that is shown, and the private ones that were opened but nobody has spoken in yet. */
  room = $state(TABLE);
  begun = $state.raw<readonly string[]>([]);
  /** With whom to talk in private is being chosen. */
  choosing = $state(false);
  /** The pact to which a counter-proposal is being written. */
  countering = $state<string | null>(null);
  /** By room, what was begun and not said yet. */
  readonly drafts: Record<string, string> = $state({});
  /** A pact is being written, and what was begun of it. */
  composing = $state(false);
  pactDraft: PactDraft | null = null;
  #read = $state.raw<ReadMarks>({});
  /** What is open before somebody's eyes, each view of a room for itself; what is said there is read. */
  readonly #open = new Set<{ readonly room: string }>();
  #came = false;
  readonly #subscribers = new Set<(entries: readonly AsideView[]) => void>();

  constructor(game: string) {
    this.#game = game;
  }

  /** Calls `heard` with what somebody else has just said or proposed, until the function returned is called. */
  subscribe(heard: (entries: readonly AsideView[]) => void): () => void {
    this.#subscribers.add(heard);
    return () => this.#subscribers.delete(heard);
  }

  /** Takes in what the server sends: all that was said, or what came since. */
  hear({ since, entries, pacts, terms }: AsidesMessage, mine: string): void {
    // After the game all that was secret may come, which is no news.
    const anew = since === 0 && this.entries.length > 0;
    this.entries = since === 0 ? entries : [...this.entries.slice(0, since), ...entries];
    // Null: as before.
    if (pacts) this.pacts = pacts;
    this.terms = terms;
    if (!this.#came) this.#read = this.#kept();
    this.readOpen();
    // What was said before one came is no news.
    const fresh = anew || !this.#came ? [] : entries.filter((entry) => !isMine(entry, mine) && !entry.muted && !isUnwanted(entry));
    this.#came = true;
    if (fresh.length > 0) for (const subscriber of this.#subscribers) subscriber(fresh);
  }

  /** A pact is suggested under what was just said, and waits for an answer. */
  suggesting = $state(false);

  learn(pacts: readonly PactView[]): void {
    this.pacts = pacts;
  }


  /** Opens a private room, in which nobody may have spoken yet. */
  begin(room: string): void {
    if (!this.begun.includes(room)) this.begun = [...this.begun, room];
    this.room = room;
    this.choosing = false;
  }

  /** Shows a room to the reader, until the function returned is called. */
  show(room: string): () => void {
    const view = { room };
    this.#open.add(view);
    this.readOpen();
    return () => this.#open.delete(view);
  }

  /** Counts what is shown as read, if somebody can see it. */
  readOpen(): void {
    if (!document.hidden) for (const { room } of this.#open) this.#readAll(room);
  }

  /** Returns what is kept as read: nothing in a browser that keeps nothing, where all is new again. */
  #kept(): ReadMarks {
    const marks = keptMarks().find(([of]) => of === this.#game)?.[1] ?? {};
    return Object.fromEntries(
      Object.entries(marks).map(([room, mark]) => [room, typeof mark === "string" ? mark : this.#saidAt(room, Number(mark))]),
    );
  }

  /** Returns when the last entry of a room was said up to one of this number. */
  #saidAt(room: string, number: number): string {
    return this.entries.findLast((entry) => entry.room === room && entry.number <= number)?.at ?? "";
  }

  #readAll(room: string): void {
    const last = this.entries.findLast((entry) => entry.room === room);
    if (!last || !this.#isNew(last)) return;
    // In another tab more of the game may have been read.
    this.#read = later({ ...this.#read, [room]: last.at }, this.#kept());
    const others = keptMarks().filter(([of]) => of !== this.#game);
    keep("localStorage", KEY, [[this.#game, this.#read], ...others].slice(0, REMEMBERED));
  }

  #isNew({ room, at }: AsideView): boolean {
    return at > (this.#read[room] ?? "");
  }

  /** Returns how much others have said in a room, or everywhere, that was not read. */
  unread(mine: string, room?: string): number {
    return this.entries.filter(
      (entry) =>
        SPOKEN.has(entry.kind) &&
        (room === undefined || entry.room === room) &&
        this.#isNew(entry) &&
        !entry.muted &&
        !isUnwanted(entry) &&
        !isMine(entry, mine),
    ).length;
  }

  /** The pacts that wait for my answer. */
  get asked(): readonly PactView[] {
    return this.pacts.filter((pact) => pact.may.includes("accept"));
  }
}

export const isMine = (entry: AsideView, mine: string): boolean => entry.party !== null && mine.includes(entry.party);
