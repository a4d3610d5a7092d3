// What the address of a board in a frame asks for: `/embed?position=hex-3&list=8&lang=fr`.

import { MAX_RECORD_CHARS } from "../lib/files";
import { LANGS, type Lang } from "../lib/texts.svelte";
import { MAX_LINE, MAX_POSITION_CHARS } from "./messages";

/** Who makes turns: the reader for all parties, nobody, or the reader for whoever plays first, and a bot answers. */
const PLAYS = ["all", "none", "answer"] as const;
const THEMES = ["light", "dark"] as const;

/** Rows of the list of turns that a frame may have room for. */
const MAX_LIST_ROWS = 40;

export interface EmbedOptions {
  /** A position, a record, or a variant's name and rules. */
  readonly text: string;
  /** The line that is shown first: 0 is the start. */
  readonly number: number;
  /** How many rows the list of turns has; 0 for no list. */
  readonly list: number;
  readonly play: (typeof PLAYS)[number];
  /** The reader's own where it is undefined. */
  readonly theme?: (typeof THEMES)[number] | undefined;
  readonly lang?: Lang | undefined;
}

const NAMES = new Set(["position", "record", "number", "list", "play", "theme", "lang"]);

const oneOf = <T extends string>(values: readonly T[], text: string): T | undefined => values.find((value) => value === text);

/** Returns a whole number from 0 on; null for anything else. */
const whole = (text: string, most: number): number | null => (/^\d{1,6}$/.test(text) && Number(text) <= most ? Number(text) : null);

/** Returns what an address asks for, from its `?` on; or the name of the parameter that is wrong. */
export function optionsOf(search: string): { options: EmbedOptions } | { wrong: string } {
  const asked = new URLSearchParams(search);
  const unknown = [...asked.keys()].find((name, i, all) => !NAMES.has(name) || all.indexOf(name) !== i);
  if (unknown !== undefined) return { wrong: unknown.slice(0, 40) };
  const position = asked.get("position");
  const record = asked.get("record");
  const number = whole(asked.get("number") ?? "0", MAX_LINE);
  const list = whole(asked.get("list") ?? "0", MAX_LIST_ROWS);
  const play = oneOf(PLAYS, asked.get("play") ?? "all");
  const theme = oneOf(THEMES, asked.get("theme") ?? "");
  const lang = oneOf(LANGS, asked.get("lang") ?? "");
  if (position !== null && (record !== null || position.length > MAX_POSITION_CHARS)) return { wrong: "position" };
  if ((record?.length ?? 0) > MAX_RECORD_CHARS) return { wrong: "record" };
  if (number === null) return { wrong: "number" };
  if (list === null) return { wrong: "list" };
  if (play === undefined) return { wrong: "play" };
  if (asked.has("theme") && theme === undefined) return { wrong: "theme" };
  if (asked.has("lang") && lang === undefined) return { wrong: "lang" };
  return { options: { text: record ?? position ?? "square-4", number, list, play, theme, lang } };
}
