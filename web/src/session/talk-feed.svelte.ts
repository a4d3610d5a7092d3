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

/** By room, the last entry that was read. */
type ReadMarks = Readonly<Record<string, number>>;

const KEY = `${STORE}.read`;
/** As many games are remembered in which something was read. */
const REMEMBERED = 200;

/** Returns the games in which something was read with their marks, the last one first. */
function keptMarks(): (readonly [game: string, marks: ReadMarks])[] {
  const kept = readKept("localStorage", KEY);
  return Array.isArray(kept) ? kept.filter(isGameMarks) : [];
}

const isGameMarks = (kept: unknown): kept is [string, ReadMarks] =>
  Array.isArray(kept) && typeof kept[0] === "string" && typeof kept[1] === "object" && kept[1] !== null;

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
  /** The room that is open before somebody's eyes; what is said there is read. */
  #open: string | null = null;
  #came = false;
  readonly #subscribers = new Set<(entries: readonly AsideView[]) => void>();

  constructor(game: string) {
    this.#game = game;
    // A browser that keeps nothing: then all is new again.
    const [, kept = {}] = keptMarks().find(([of]) => of === game) ?? [];
    this.#read = Object.fromEntries(Object.entries(kept).filter(([, last]) => typeof last === "number"));
  }

  /** Calls `heard` with what somebody else has just said or proposed, until the function returned is called. */
  subscribe(heard: (entries: readonly AsideView[]) => void): () => void {
    this.#subscribers.add(heard);
    return () => this.#subscribers.delete(heard);
  }

  /** Takes in what the server sends: all that was said, or what came since. */
  hear({ since, entries, pacts, terms }: AsidesMessage, mine: string): void {
    // After the game all that was secret may come: what was read before is numbered anew then.
    const anew = since === 0 && this.entries.length > 0;
    const known = this.entries.at(-1)?.at ?? "";
    this.entries = since === 0 ? entries : [...this.entries.slice(0, since), ...entries];
    // Null: as before.
    if (pacts) this.pacts = pacts;
    this.terms = terms;
    if (anew) this.#renumber(known);
    this.#readOpen();
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

  /** Returns the last entry of a room. */
  #last(room: string): number {
    return this.entries.findLast((entry) => entry.room === room)?.number ?? 0;
  }

  #renumber(known: string): void {
    const rooms = new Set(this.entries.map((entry) => entry.room));
    const read = (room: string): number =>
      this.entries.findLast((entry) => entry.room === room && entry.at <= known)?.number ?? 0;
    this.#keep(Object.fromEntries([...rooms].map((room) => [room, read(room)])));
  }

  #keep(read: ReadMarks): void {
    this.#read = read;
    const others = keptMarks().filter(([of]) => of !== this.#game);
    keep("localStorage", KEY, [[this.#game, read], ...others].slice(0, REMEMBERED));
  }

  /** Opens a private room, in which nobody may have spoken yet. */
  begin(room: string): void {
    if (!this.begun.includes(room)) this.begun = [...this.begun, room];
    this.room = room;
    this.choosing = false;
  }

  /** Shows a room to the reader; null: none. */
  show(room: string | null): void {
    this.#open = room;
    this.#readOpen();
  }

  /** Counts the room that is shown as read, if somebody can see it. */
  #readOpen(): void {
    if (this.#open !== null && !document.hidden) this.read(this.#open);
  }

  read(room: string): void {
    const last = this.#last(room);
    if (last > (this.#read[room] ?? 0)) this.#keep({ ...this.#read, [room]: last });
  }

  /** Returns how much others have said in a room, or everywhere, that was not read. */
  unread(mine: string, room?: string): number {
    return this.entries.filter(
      (entry) =>
        SPOKEN.has(entry.kind) &&
        (room === undefined || entry.room === room) &&
        entry.number > (this.#read[entry.room] ?? 0) &&
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
