// What a table agreed on, in a few words with a sign each.

import type { ClockTerms, Terms } from "../generated/api";
import { duration } from "../clock/duration";
import { t, texts } from "../lib/texts.svelte";
import type { IconName } from "../ui/Icon.svelte";

function clockWords({ kind, time, increment }: ClockTerms): string {
  if (kind === "none") return t("clock.none.as");
  if (kind === "fischer") return t("clock.fischer.as", { time: duration(time), increment: duration(increment) });
  return t("clock.turn.as", { time: duration(time) });
}

export interface TermMark {
  readonly key: string;
  readonly icon: IconName;
  readonly text: string;
}

/** Returns what is worth knowing before one sits down; what is usual is not said. */
export function marks(terms: Terms): TermMark[] {
  const found: TermMark[] = [{ key: "clock", icon: "clock", text: clockWords(terms.clock) }];
  if (terms.talk !== "free") found.push({ key: "talk", icon: terms.talk === "silent" ? "silent" : "speech", text: t(`online.talk.${terms.talk}`) });
  if (terms.rated) found.push({ key: "rated", icon: "star", text: t("online.rated") });
  if (terms.anonymous) found.push({ key: "anonymous", icon: "mask", text: t("online.anonymous") });
  if (terms.rounds > 1) found.push({ key: "rounds", icon: "again", text: texts.count("online.rounds", terms.rounds) });
  return found;
}
