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
] as const satisfies readonly Place[];

/** The screens that the top bar and the first screen lead to; `${key}.line` says what one finds there. */
export interface Way {
  readonly path: string;
  readonly key: string;
  readonly icon: IconName;
}

export const WAYS: readonly Way[] = [];

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
    const { pathname, search } = new URL(path, location.href);
    if (pathname + search !== location.pathname + location.search) history.pushState(null, "", pathname + search);
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
