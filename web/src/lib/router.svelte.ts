// Which address of the app is shown, and going to another one. What is shown there is said in app/screens.ts.

class Router {
  path = $state.raw(location.pathname);
  /** Where the reader last was that is no mere passage. */
  #stay = "/";
  #passing = false;

  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }

  /** The second part of the address: which game, lesson or person. */
  get id(): string {
    return this.path.split("/")[2] ?? "";
  }

  /** Remembers whether this is a passage such as signing in, from which `back` goes on to where one came from. */
  settle(passing: boolean): void {
    this.#passing = passing;
  }

  /** Goes to an address of the app; `instead` of this one, which is then no step back. */
  go(path: string, instead = false): void {
    const { pathname, search, hash } = new URL(path, location.href);
    if (!this.#passing) this.#stay = location.pathname + location.search;
    const address = pathname + search + hash;
    if (instead) history.replaceState(null, "", address);
    else if (address !== location.pathname + location.search + location.hash) history.pushState(null, "", address);
    this.path = pathname;
    scrollTo(0, 0);
  }

  /** Goes on, after a passage such as signing in, to where the reader came from. */
  back(): void {
    this.go(this.#stay);
  }

  /** Handles a click on a link: plain ones stay in the app, all others are the browser's. */
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
