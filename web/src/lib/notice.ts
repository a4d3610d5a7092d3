// Short messages to the player, kept as what they say: the sentence is made where it is shown, in the language of that moment.

import type { Words } from "../generated/api";
import { t, texts, type Values } from "./texts.svelte";

/** A sentence from the server, or a key of ours with its values. */
export type Notice = { words: Words } | { key: string; values?: Values };

/** Returns a short message as a sentence; "" where there is none. */
export function noticeText(notice: Notice | null): string {
  if (notice === null) return "";
  return "words" in notice ? texts.of(notice.words) : t(notice.key, notice.values);
}
