/** Djambi boards in a web page: each is a frame of a Djambi page, and talks with this one by messages. */

/** What is shown, and how. Everything may be left out. */
export interface EmbedOptions {
  /** The address of the folder (or page) of Djambi; by default the folder that this module came from. */
  src?: string;
  /** What screen readers call the board; "Djambi" by default. */
  title?: string;
  /** A position as text, or a variant's name and rules ("hex-3", "square-4 bga"): `square-4` by default. */
  position?: string;
  /** A game record as text, instead of a position. */
  record?: string;
  /** The line of the record that is shown first: 0, the default, is its start. */
  number?: number;
  /** How many rows the list of turns has, up to 40; none by default. */
  list?: number;
  /**
   * Who makes turns: the reader for all parties ("all", the default), nobody ("none"), or the reader for the party that
   * plays first while a bot answers for all others ("answer").
   */
  play?: "all" | "none" | "answer";
  /** Without it, what the reader's system prefers. */
  theme?: "light" | "dark";
  /** Without it, the reader's own. */
  lang?: "en" | "fr";
}

/** What `load` opens: a position or a record, shown from line `number` on. */
export type Loadable = { position: string; number?: number } | { record: string; number?: number };

export interface Ready {
  type: "ready";
}

/** A position or a record was opened. `lines` is how many turns and events it has, `position` what is shown. */
export interface Loaded {
  type: "loaded";
  variant: string;
  edition: string;
  lines: number;
  number: number;
  position: string;
}

/** Another line is shown: the reader steps through the turns, takes one back, or `show` was called. */
export interface Shown {
  type: "shown";
  number: number;
  position: string;
}

/** A turn was played on the board: its text, whose it was, who made it; `position` is the one after it. */
export interface TurnPlayed {
  type: "turn";
  text: string;
  party: string;
  by: "reader" | "bot";
  number: number;
  position: string;
}

/** Something was refused: a code for programs, a sentence in the board's language for people. */
export interface Refusal {
  type: "error";
  code: string;
  text: string;
}

export interface BoardEvents {
  ready: Ready;
  loaded: Loaded;
  shown: Shown;
  turn: TurnPlayed;
  error: Refusal;
}

/** What the promises below are rejected with: `code` as in `Refusal`, or "removed" once the board was removed, or its frame loaded anew. */
export class EmbedError extends Error {
  constructor(code: string, text: string);
  readonly code: string;
}

/** A board in this page. What is asked before it has loaded waits until it has. */
export interface Board {
  /** The frame; its class is `djambi-board`. */
  readonly frame: HTMLIFrameElement;
  /** Opens a position (as text) or a record. What was shown stays if that cannot be read. */
  load(what: string | Loadable): Promise<Loaded>;
  /** Goes to a line of the game: 0 is the start. */
  show(number: number): Promise<Shown>;
  /** Lets a bot play the next turn. */
  ask(): Promise<TurnPlayed>;
  /** Calls `handler` whenever the board tells this; returns what ends that. */
  on<Type extends keyof BoardEvents>(type: Type, handler: (message: BoardEvents[Type]) => void): () => void;
  /** Takes the board out of the page. */
  remove(): void;
}

/** Puts a board into `element`, in place of what is there. Throws TypeError for an option that there is none of. */
export function embed(element: Element, options?: EmbedOptions): Board;
