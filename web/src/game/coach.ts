// Hints for a first game: each appears when it first matters, once.

import type { Session } from "./session.svelte";

export const OFF = "off";

interface Hint {
  readonly id: string;
  when(session: Session): boolean;
}

const stageIs = (session: Session, kind: string): boolean => session.myTurn && session.hand?.stage.kind === kind;

const offers = (session: Session, act: string): boolean =>
  session.myTurn && (session.hand?.stage.choices.some((choice) => choice.act === act) ?? false);

/** The most urgent first. */
const HINTS: readonly Hint[] = [
  { id: "goal", when: (session) => stageIs(session, "piece") && session.lines.length < 12 },
  { id: "throne", when: (session) => offers(session, "power") },
  { id: "dots", when: (session) => stageIs(session, "destination") },
  { id: "splash", when: (session) => offers(session, "splash") || stageIs(session, "victims") },
  { id: "corpse", when: (session) => stageIs(session, "placement") && offers(session, "place") },
  { id: "exit", when: (session) => stageIs(session, "exit") },
  { id: "power", when: ({ view, mine }) => view !== null && view.ruler !== null && !mine.includes(view.ruler) },
  { id: "vassal", when: (session) => session.view?.parties.some((p) => p.status === "vassal") ?? false },
  { id: "hover", when: (session) => stageIs(session, "piece") && session.lines.length >= 3 },
  { id: "ask", when: (session) => stageIs(session, "piece") && session.lines.length >= 7 },
];

/** The hint to show now, if any. */
export function hintNow(session: Session, seen: readonly string[]): string | null {
  if (seen.includes(OFF) || session.past !== null || session.over || session.question) return null;
  return HINTS.find((hint) => !seen.includes(hint.id) && hint.when(session))?.id ?? null;
}

/** How far one is: the number of this hint and of all. */
export const hintNumber = (id: string): number => HINTS.findIndex((hint) => hint.id === id) + 1;
export const hintCount = HINTS.length;
