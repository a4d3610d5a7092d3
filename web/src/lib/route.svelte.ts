// Every screen of the app: its address and its title. What shows it is said in App.svelte.

import type { IconName } from "../ui/Icon.svelte";

interface Place {
  readonly screen: string;
  /** What its address looks like; what stands in parentheses is handed to the screen as `id`. */
  readonly path: RegExp;
  /** The key of its title. */
  readonly title: string;
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
}

export function parse(path: string): Route {
  for (const place of PLACES) {
    const found = place.path.exec(path);
    if (found) return { path, screen: place.screen, id: found[1] ?? "", title: place.title };
  }
  return { path, screen: "lost", id: "", title: "web.title" };
}

class Router {
  route = $state.raw<Route>(parse(location.pathname));

  constructor() {
    addEventListener("popstate", () => {
      this.route = parse(location.pathname);
    });
  }

  go(path: string): void {
    const { pathname, search, hash } = new URL(path, location.href);
    const address = pathname + search + hash;
    if (address !== location.pathname + location.search + location.hash) history.pushState(null, "", address);
    this.route = parse(pathname);
    scrollTo(0, 0);
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
