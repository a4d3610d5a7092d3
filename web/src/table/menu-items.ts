// What is rare at a table online, for the menu: what a game has besides stands there already.

import type { MenuItem } from "../ui/Menu.svelte";
import type { Session } from "../session/session.svelte";
import type { OpenPanels } from "../session/open-panels.svelte";
import { copyText } from "../lib/clipboard";
import { urlOf } from "../lib/router.svelte";
import type { Terms } from "../generated/api";
import { mayCall, ownParty } from "../session/standing";
import { ask, askable } from "./notify";

export function menuItems(session: Session, around: OpenPanels): MenuItem[] {
  const { table } = session.feed;
  if (!table) return [];
  const seated = session.feed.mine !== "";
  const leader = ownParty(session.feed);
  const off = !mayCall(session.feed);
  const paused = table.clock.paused;
  const found: MenuItem[] = [];
  if (seated) found.push({ key: "table.notes", icon: "note", act: () => (around.page = "notes") });
  if (leader !== null && table.stage === "playing") found.push({ key: "table.plans", icon: "route", act: () => (around.page = "plans") });
  const { invite } = session.feed.state?.you.place ?? { invite: "" };
  if (invite && table.stage === "playing")
    found.push({
      key: "table.link",
      icon: "link",
      act: () => void copyLink(session, urlOf(`/i/${invite}`)),
    });
  if (askable()) found.push({ key: "table.notices", icon: "bell", act: ask });
  found.push(
    { key: "web.draw.offer", icon: "draw", act: () => void session.feed.change({ type: "call", vote: "draw", kept: null }), off },
    {
      key: paused ? "table.resume" : "table.pause",
      icon: paused ? "play" : "pause",
      act: () => void session.feed.change({ type: "call", vote: paused ? "resume" : "pause", kept: null }),
      off,
    },
  );
  if (leader !== null && table.stage === "playing" && mayLeave(table.terms))
    found.push({ key: "table.leave", icon: "door", act: () => void (around.leaving = leader) });
  return found;
}

/** Tells whether one may get up during the game: a bot takes the seat, and others may have it. Elsewhere one can only resign. */
const mayLeave = ({ rated, absence, substitutes }: Terms): boolean => !rated && absence === "bot" && substitutes;

async function copyLink(session: Session, url: string): Promise<void> {
  const copied = await copyText(url);
  session.feed.notice = copied ? { key: "table.link.copied" } : { key: "table.link.is", values: { url } };
}

/** Tells whether I may ask the others to let me take back my last turn. */
export function takesBack(session: Session): boolean {
  if (!session.feed.table?.terms.takeback || !mayCall(session.feed)) return false;
  return session.feed.lines.some((line) => session.feed.mine.includes(line.party));
}
