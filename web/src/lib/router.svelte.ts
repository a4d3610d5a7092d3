// Every screen of the app: its address and its title. What shows it is said in App.svelte.

import type { IconName } from "../ui/Icon.svelte";

interface Place {
  readonly screen: string;
  /** What its address looks like; what stands in parentheses is handed to the screen as `id`. */
  readonly path: RegExp;
  /** The key of its title. */
  readonly title: string;
  /** One goes on from there to where one came from. */
  readonly passing?: boolean;
}

const PLACES = [
  { screen: "home", path: /^\/$/, title: "web.title" },
  { screen: "new", path: /^\/new$/, title: "web.title.new" },
  { screen: "game", path: /^\/g\/([A-Za-z0-9_-]{1,64})$/, title: "web.game" },
  { screen: "edit", path: /^\/edit$/, title: "web.edit" },
  { screen: "analyse", path: /^\/analyse$/, title: "web.analyse" },
  { screen: "learn", path: /^\/learn$/, title: "web.learn" },
  { screen: "lesson", path: /^\/learn\/([a-z0-9-]{1,64})$/, title: "web.learn" },
  { screen: "puzzles", path: /^\/puzzles$/, title: "web.puzzles" },
  { screen: "puzzle", path: /^\/puzzles\/([a-z0-9-]{1,64})$/, title: "web.puzzles" },
  { screen: "rules", path: /^\/rules(?:\/([a-z0-9-]{1,64}))?$/, title: "web.rules" },
  // On a server that people share:
  { screen: "invite", path: /^\/i\/([A-Za-z0-9_-]{1,64})$/, title: "online.invite" },
  { screen: "search", path: /^\/search$/, title: "online.search" },
  { screen: "games", path: /^\/games$/, title: "online.games" },
  { screen: "person", path: /^\/people\/([a-z0-9]{1,24})$/, title: "online.person" },
  { screen: "account", path: /^\/account$/, title: "online.account" },
  { screen: "sign-in", path: /^\/sign-in$/, title: "online.sign_in", passing: true },
  { screen: "sign-up", path: /^\/sign-up$/, title: "online.sign_up", passing: true },
  { screen: "recover", path: /^\/recover$/, title: "online.recover", passing: true },
  { screen: "confirm", path: /^\/confirm$/, title: "online.confirm", passing: true },
  { screen: "reports", path: /^\/reports$/, title: "online.reports" },
] as const satisfies readonly Place[];

/** The screens that the top bar and the first screen lead to; `${key}.line` says what one finds there. */
export interface Way {
  readonly path: string;
  readonly key: string;
  readonly icon: IconName;
}

export const WAYS: readonly Way[] = [
  { path: "/learn", key: "web.learn", icon: "book" },
  { path: "/puzzles", key: "web.puzzles", icon: "target" },
  { path: "/analyse", key: "web.analyse", icon: "chart" },
  { path: "/edit", key: "web.edit", icon: "pencil" },
];

export type ScreenName = (typeof PLACES)[number]["screen"] | "lost";

export interface Route {
  readonly path: string;
  readonly screen: ScreenName;
  readonly id: string;
  readonly title: string;
  readonly passing: boolean;
}

export function parse(path: string): Route {
  for (const place of PLACES as readonly (Place & { screen: ScreenName })[]) {
    const found = place.path.exec(path);
    if (found) return { path, screen: place.screen, id: found[1] ?? "", title: place.title, passing: place.passing === true };
  }
  return { path, screen: "lost", id: "", title: "web.title", passing: false };
}

class Router {
  route = $state.raw<Route>(parse(location.pathname));
  /** Where one was last that is no mere passage. */
  #stay = "/";

  constructor() {
    addEventListener("popstate", () => {
      this.route = parse(location.pathname);
    });
  }

  /** Goes to an address of the app; `instead` of this one, which is then no step back. */
  go(path: string, instead = false): void {
    const { pathname, search, hash } = new URL(path, location.href);
    if (!this.route.passing) this.#stay = location.pathname + location.search;
    const address = pathname + search + hash;
    if (instead) history.replaceState(null, "", address);
    else if (address !== location.pathname + location.search + location.hash) history.pushState(null, "", address);
    this.route = parse(pathname);
    scrollTo(0, 0);
  }

  /** On, after a passage such as signing in, to where one came from. */
  back(): void {
    this.go(this.#stay);
  }

  /** For links: plain clicks stay in the app, all others are the browser's. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest("a[href]");
    const href = link?.getAttribute("href");
    if (!href?.startsWith("/") || link?.hasAttribute("download")) return;
    event.preventDefault();
    this.go(href);
  };
}

export const router = new Router();
