// What the state of a game means for those who sit at this device.

import type { Session } from "./session.svelte";

/** The party that would resign from here: the one whose turn it is, else the first of mine that still leads. */
export function resigner(session: Session): string | null {
  const { view } = session.state ?? {};
  const leading = (party: string): boolean => view?.parties.some((p) => p.party === party && p.status === "active") ?? false;
  const mine = [...session.mine].filter(leading);
  const mover = view?.mover ?? "";
  return mine.includes(mover) ? mover : (mine[0] ?? null);
}

/** The party of mine that resigned and may play on if the others agree; null if none may. */
export function returner(session: Session): string | null {
  const { view } = session.state ?? {};
  return view?.parties.find((p) => p.may_return && session.mine.includes(p.party))?.party ?? null;
}

/** Whether a party of mine may be asked back now: not at a rated table, nor while a vote is held. */
export function mayReturn(session: Session): boolean {
  return returner(session) !== null && session.table?.terms.rated !== true && (session.table?.vote ?? null) === null;
}

/** The title of the end: for one person alone it is a victory or not; around one screen just the end. */
export function outcome(session: Session): "web.end" | "web.end.won" | "web.end.lost" {
  const winners = session.state?.view.result?.ranking[0] ?? [];
  if (session.mine.length !== 1 || (winners.length > 1 && winners.includes(session.mine))) return "web.end";
  return winners.includes(session.mine) ? "web.end.won" : "web.end.lost";
}

/** The party that offered a draw to somebody here; "" if there is nothing to answer. */
export function drawOffer(session: Session): string {
  const { draw = "" } = session.state ?? {};
  return [...session.mine].some((party) => !draw.includes(party)) ? draw.slice(0, 1) : "";
}

/** Everybody who still leads is played by a bot. */
export function onlyBots(session: Session): boolean {
  const { view } = session.state ?? {};
  return (view?.parties ?? []).every(({ party, status }) => status !== "active" || session.seat(party)?.player === "bot");
}

/** All of this device's parties have fallen, and the others go on. */
export function out(session: Session): boolean {
  const { view } = session.state ?? {};
  if (!view || view.mover === null || session.past !== null || session.mine === "") return false;
  return !view.parties.some((party) => party.status === "active" && session.mine.includes(party.party));
}
