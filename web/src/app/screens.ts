// Every screen of the app: its address, its title, what shows it, and whether the navigation leads there.

import type { Component } from "svelte";

import Home from "../home/Home.svelte";
import { IN_PAGE } from "../host/build";
import { texts } from "../lib/texts.svelte";
import type { IconName } from "../ui/Icon.svelte";
import type { Way } from "../ui/navigation";
import Game from "./Game.svelte";

type Load = () => Promise<{ default: Component }>;

export interface Screen {
  readonly name: string;
  readonly path: RegExp;
  /** The key of its title. */
  readonly title: string;
  /** The component, if it is in the first load. */
  readonly component?: Component;
  /** The component, if it is fetched when the screen is opened. */
  readonly load?: Load;
  /** The component on a server that people share, if it differs; fetched when the screen is opened. */
  readonly online?: Load;
  /** It is somebody's own: whoever becomes somebody else comes to it anew. */
  readonly own?: boolean;
  /** People go on from there to where they came from. */
  readonly passing?: boolean;
  /** A server with a page of its own for that (`me.server.page`) leaves it to the browser there. */
  readonly inBrowser?: boolean;
  /** It is shown in other sites, whose readers have not asked for the game: nothing is kept on their device. */
  readonly framed?: boolean;
  /** The sign in the navigation, which leads to `/${name}`; `${title}.line` says what is found there. */
  readonly icon?: IconName;
}

/** Returns a loader of a page and of the texts that it needs besides those of the first load. */
const page =
  (load: Load, ...parts: string[]): Load =>
  async () =>
    (await Promise.all([load(), ...parts.map((part) => texts.more(part))]))[0];

/** A puzzle's name begins with its variant's, with a number in it: the server's lists, which are words alone, are none. */
const PUZZLE = /^\/puzzles\/[a-z]+-\d[a-z0-9-]{0,62}$/;

const EVERYWHERE: readonly Screen[] = [
  { name: "home", path: /^\/$/, title: "web.title", component: Home, online: page(() => import("../lobby/Lobby.svelte")) },
  { name: "new", path: /^\/new$/, title: "web.title.new", load: page(() => import("../home/NewGame.svelte"), "option"), online: page(() => import("../lobby/NewTable.svelte"), "option") },
  { name: "game", path: /^\/g\/[A-Za-z0-9_-]{1,64}$/, title: "web.game", component: Game, own: true },
  { name: "paper", path: /^\/g\/[A-Za-z0-9_-]{1,64}\/paper$/, title: "web.paper", load: page(() => import("../press/Paper.svelte"), "paper") },
  { name: "career", path: /^\/career$/, title: "web.career", load: page(() => import("../career/Career.svelte"), "career"), inBrowser: true },
  { name: "campaign", path: /^\/campaign$/, title: "web.campaign", load: page(() => import("../campaign/Campaign.svelte"), "campaign", "cast"), inBrowser: true },
  { name: "learn", path: /^\/learn$/, title: "web.learn", load: page(() => import("../learn/Learn.svelte"), "learn"), icon: "book", inBrowser: true },
  { name: "lesson", path: /^\/learn\/[a-z0-9-]{1,64}$/, title: "web.learn", load: page(() => import("../learn/Lesson.svelte"), "learn"), inBrowser: true },
  { name: "tutorial", path: /^\/tutorial$/, title: "web.invitation", load: page(() => import("../learn/Tutorial.svelte"), "tutorial", "learn"), inBrowser: true },
  { name: "puzzles", path: /^\/puzzles$/, title: "web.puzzles", load: page(() => import("../puzzles/Puzzles.svelte"), "puzzle", "puzzles"), icon: "target", inBrowser: true },
  { name: "storm", path: /^\/puzzles\/storm$/, title: "web.puzzles", load: page(() => import("../puzzles/Storm.svelte"), "puzzle", "puzzles", "learn"), inBrowser: true },
  { name: "puzzle", path: PUZZLE, title: "web.puzzles", load: page(() => import("../puzzles/Puzzle.svelte"), "puzzle", "puzzles", "learn"), inBrowser: true },
  { name: "analyse", path: /^\/analyse$/, title: "web.analyse", load: page(() => import("../analysis/Analysis.svelte"), "study"), icon: "chart", inBrowser: true },
  { name: "edit", path: /^\/edit$/, title: "web.edit", load: page(() => import("../editor/Editor.svelte"), "study", "option"), icon: "pencil", inBrowser: true },
  { name: "watch", path: /^\/watch$/, title: "web.watch", load: page(() => import("../watch/Watch.svelte")), inBrowser: true },
  { name: "rules", path: /^\/rules(?:\/[a-z0-9-]{1,64})?$/, title: "web.rules", load: page(() => import("../learn/Rules.svelte"), "learn", "option") },
  { name: "licences", path: /^\/licences$/, title: "web.licences", load: page(() => import("../home/Licences.svelte"), "licences") },
  { name: "embed", path: /^\/embed$/, title: "embed.title", load: page(() => import("../embed/Embed.svelte"), "embed", "study"), framed: true },
  // On a server that people share:
  { name: "invite", path: /^\/i\/[A-Za-z0-9_-]{1,64}$/, title: "online.invite", online: page(() => import("../lobby/Invite.svelte")) },
  { name: "search", path: /^\/search$/, title: "online.search", online: page(() => import("../lobby/Search.svelte")) },
  { name: "games", path: /^\/games$/, title: "online.games", online: page(() => import("../lobby/MyGames.svelte")) },
  { name: "person", path: /^\/people\/[a-z0-9]{1,24}$/, title: "online.person", online: page(() => import("../people/Profile.svelte")) },
  { name: "account", path: /^\/account$/, title: "web.account", online: page(() => import("../people/Account.svelte")), own: true },
  { name: "sign-in", path: /^\/sign-in$/, title: "web.sign_in", online: page(() => import("../people/SignIn.svelte")), passing: true },
  { name: "sign-up", path: /^\/sign-up$/, title: "online.sign_up", online: page(() => import("../people/SignUp.svelte")), passing: true },
  { name: "recover", path: /^\/recover$/, title: "online.recover", online: page(() => import("../people/Recover.svelte")), passing: true },
  { name: "confirm", path: /^\/confirm$/, title: "online.confirm", online: page(() => import("../people/Confirm.svelte")), passing: true },
  { name: "reports", path: /^\/reports$/, title: "online.reports", online: page(() => import("../people/Reports.svelte")), own: true },
];

/** A page without a server says so where one is needed, and tells of itself. */
const ONLINE: Load | null = IN_PAGE ? () => import("../page/Online.svelte") : null;
const ABOUT: Load | null = IN_PAGE ? () => import("../page/About.svelte") : null;

export const SCREENS: readonly Screen[] = [
  ...EVERYWHERE.map((screen) => (ONLINE && !screen.component && !screen.load ? { ...screen, title: "page.online", load: ONLINE } : screen)),
  ...(ONLINE ? [{ name: "online", path: /^\/online$/, title: "page.online", load: ONLINE }] : []),
  ...(ABOUT ? [{ name: "about", path: /^\/about$/, title: "page.about", load: ABOUT }] : []),
];

/** What there is to say beside every screen about a page without a server: its engine, its versions; null where a server answers. */
export const NOTICES: Load | null = IN_PAGE ? page(() => import("../page/Notices.svelte"), "engine") : null;

/** What there is to say at the foot of every screen of such a page: that it is kept on the device. */
export const FOOT: Load | null = IN_PAGE ? () => import("../page/Kept.svelte") : null;

/** What is shown at a screen that is the browser's on such a server: the way there. */
export const IN_BROWSER: Load = () => import("./InBrowser.svelte");

/** Where the navigation leads, in the order of the screens. */
export const WAYS: readonly Way[] = SCREENS.flatMap(({ name, title, icon }) => (icon ? [{ path: `/${name}`, key: title, icon }] : []));

/** Returns the screen at an address; undefined if there is none. */
export const screenAt = (path: string): Screen | undefined => SCREENS.find((screen) => screen.path.test(path));
