// Hints for a first game: each appears when it first matters, once.

import { isCorpse } from "../board/scene";
import type { Session } from "../session/session.svelte";
import { out } from "../session/standing";

export const OFF = "off";

interface Tip {
  readonly id: string;
  when(session: Session): boolean;
}

const stageIs = (session: Session, kind: string): boolean => session.feed.myTurn && session.turn.hand?.stage.kind === kind;

const offers = (session: Session, act: string): boolean =>
  session.feed.myTurn && (session.turn.hand?.stage.choices.some((choice) => choice.act === act) ?? false);

const holdsCorpse = ({ turn: { scene } }: Session): boolean => scene.held !== null && isCorpse(scene.held.token);

/** Tells whether a party lost its Chief; some begin as vassals with theirs alive. */
const beheaded = ({ feed: { view } }: Session, party: string): boolean =>
  !view?.pieces.some((piece) => piece.party === party && piece.kind === "C");

/** The most urgent first. */
const TIPS: readonly Tip[] = [
  { id: "first", when: (session) => session.gentle && session.feed.lines.length === 0 },
  { id: "goal", when: (session) => stageIs(session, "piece") && session.feed.lines.length < 12 },
  { id: "zoom", when: (session) => session.cramped && session.feed.myTurn },
  { id: "throne", when: (session) => offers(session, "power") },
  { id: "dots", when: (session) => stageIs(session, "destination") },
  { id: "splash", when: (session) => offers(session, "splash") || stageIs(session, "victims") },
  { id: "corpse", when: (session) => stageIs(session, "placement") && holdsCorpse(session) },
  { id: "exit", when: (session) => stageIs(session, "exit") },
  { id: "power", when: ({ feed: { view, mine } }) => view !== null && view.ruler !== null && !mine.includes(view.ruler) },
  { id: "vassal", when: (session) => session.feed.view?.parties.some((p) => p.status === "vassal" && beheaded(session, p.party)) ?? false },
  { id: "hover", when: (session) => stageIs(session, "piece") && session.feed.lines.length >= 3 },
  { id: "ask", when: (session) => stageIs(session, "piece") && session.feed.lines.length >= 7 },
];

/** Returns the tip to show now, if any: whoever is out has nothing left to do, and reads why. */
export function tipNow(session: Session, seen: readonly string[]): string | null {
  if (seen.includes(OFF) || session.feed.past !== null || session.feed.over || session.turn.question || out(session.feed)) return null;
  return TIPS.find((hint) => !seen.includes(hint.id) && hint.when(session))?.id ?? null;
}
