// Short messages to the player, kept as what they say: the sentence is made where it is shown, in the language of that moment.

import type { Words } from "../generated/api";
import { t, texts } from "./texts.svelte";

/** A sentence from the server, or a key of ours with its values; one that is said in a language itself is a function. */
export type Notice = { words: Words } | { key: string; values?: Readonly<Record<string, string | number | (() => string)>> };

/** Returns a short message as a sentence; "" where there is none. */
export function told(notice: Notice | null): string {
  if (notice === null) return "";
  if ("words" in notice) return texts.of(notice.words);
  const values = Object.entries(notice.values ?? {}).map(([name, value]) => [name, typeof value === "function" ? value() : value]);
  return t(notice.key, Object.fromEntries(values) as Record<string, string | number>);
}
