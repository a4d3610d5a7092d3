// What a board in a frame and the page around it tell each other, by `postMessage`. Everything from outside is checked
// here: its shape, its sizes, and that nothing is in it that this version does not know. Nothing is ever evaluated,
// nor shown as anything but text.

import { MAX_RECORD_CHARS } from "../lib/files";

export const EMBED_VERSION = 1;

/** A position is no longer than that: as much as the rules' side reads. */
export const MAX_POSITION_CHARS = 4_000;
const MAX_ID_CHARS = 64;
export const MAX_LINE = 5_000;

/** What a page asks of its board; an answer has the `id` of its question, if that had one. */
export type HostMessage = { readonly id?: string } & (
  | { readonly type: "follow" }
  | { readonly type: "load"; readonly position?: string; readonly record?: string; readonly number?: number }
  | { readonly type: "show"; readonly number: number }
  | { readonly type: "ask" }
);

/** Who played a turn on the board. */
export type TurnMaker = "reader" | "bot";

export type EmbedErrorCode =
  | "bad_message"
  | "bad_version"
  | "bad_type"
  | "bad_field"
  | "unknown_field"
  | "too_many"
  | "unreadable"
  | "no_line"
  | "no_turn";

/** What a board tells its page. Every position is as it stands after what is told. */
export type BoardMessage =
  | { readonly type: "ready" }
  | {
      readonly type: "loaded";
      readonly variant: string;
      readonly edition: string;
      /** How many turns and events are in the line that is shown. */
      readonly lines: number;
      readonly number: number;
      readonly position: string;
    }
  | { readonly type: "shown"; readonly number: number; readonly position: string }
  | {
      readonly type: "turn";
      readonly text: string;
      readonly party: string;
      readonly by: TurnMaker;
      readonly number: number;
      readonly position: string;
    }
  | { readonly type: "error"; readonly code: EmbedErrorCode; readonly text: string };

/** A message that was refused: why, about which field, and in answer to which question. */
export interface MessageFault {
  readonly code: EmbedErrorCode;
  readonly field: string;
  readonly id?: string;
}

const isText = (most: number) => (value: unknown): boolean => typeof value === "string" && value.length <= most;
const isLine = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_LINE;

/** The fields that a message of each type may have besides `djambi`, `type` and `id`. */
const FIELDS: Readonly<Record<HostMessage["type"], Readonly<Record<string, (value: unknown) => boolean>>>> = {
  follow: {},
  load: { position: isText(MAX_POSITION_CHARS), record: isText(MAX_RECORD_CHARS), number: isLine },
  show: { number: isLine },
  ask: {},
};
const isType = (value: unknown): value is HostMessage["type"] => typeof value === "string" && Object.hasOwn(FIELDS, value);

/** Returns what a page sent, checked; or what is wrong with it. */
export function messageOf(data: unknown): { message: HostMessage } | { fault: MessageFault } {
  if (typeof data !== "object" || data === null || Object.getPrototypeOf(data) !== Object.prototype)
    return { fault: { code: "bad_message", field: "" } };
  const { djambi, type, id, ...rest } = data as Record<string, unknown>;
  if (djambi === undefined) return { fault: { code: "bad_message", field: "djambi" } };
  if (id !== undefined && !isText(MAX_ID_CHARS)(id)) return { fault: { code: "bad_field", field: "id" } };
  const wrong = (code: EmbedErrorCode, field: string) => ({ fault: { code, field, ...(id === undefined ? {} : { id: id as string }) } });
  if (djambi !== EMBED_VERSION) return wrong("bad_version", "djambi");
  if (!isType(type)) return wrong("bad_type", "type");
  const known = FIELDS[type];
  for (const [field, value] of Object.entries(rest)) {
    if (!Object.hasOwn(known, field)) return wrong("unknown_field", field.slice(0, MAX_ID_CHARS));
    if (value !== undefined && known[field]?.(value) !== true) return wrong("bad_field", field);
  }
  if (type === "show" && rest["number"] === undefined) return wrong("bad_field", "number");
  if (type === "load" && (rest["position"] === undefined) === (rest["record"] === undefined)) return wrong("bad_field", "position");
  // Only what was checked above is in it.
  return { message: { type, ...rest, ...(id === undefined ? {} : { id }) } as HostMessage };
}
