// Which screen is shown: `/`, `/new`, `/g/{id}`.

export type Route = { screen: "home" } | { screen: "new" } | { screen: "game"; id: string } | { screen: "lost" };

export function parse(path: string): Route {
  if (path === "/") return { screen: "home" };
  if (path === "/new") return { screen: "new" };
  const game = /^\/g\/([A-Za-z0-9_-]{1,64})$/.exec(path);
  return game?.[1] === undefined ? { screen: "lost" } : { screen: "game", id: game[1] };
}

class Router {
  route = $state<Route>(parse(location.pathname));

  constructor() {
    addEventListener("popstate", () => {
      this.route = parse(location.pathname);
    });
  }

  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    this.route = parse(path);
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
