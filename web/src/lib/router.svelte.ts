// Which address of the app is shown, and going to another one. What is shown there is said in app/screens.ts, and how
// an address stands in the browser's address bar in addresses.ts.

import { addresses } from "./addresses";
import { leaveScrolling, scrollBackTo } from "./scrolling";

/** What the browser's history keeps of a screen that was left, besides what that keeps there itself: how far down it was scrolled. */
interface Left {
  readonly top: number;
}

/** The parts of an address of the app. */
type Parts = Pick<URL, "pathname" | "search" | "hash">;

const parts = (address: string): Parts => new URL(address, "http://app/");
const here = (): Parts => parts(addresses.read(location));
const whole = ({ pathname, search, hash }: Parts): string => pathname + search + hash;

class Router {
  path = $state.raw(here().pathname);
  /** How often one has gone to the path that is shown with another query: its screen begins anew then. */
  visits = $state(0);
  /** The query for which the screen has begun, or that it has written since. */
  #search = here().search;
  /** Where the reader last was that is no mere passage. */
  #stay = "/";
  #passing = false;

  constructor() {
    addEventListener("pageshow", () => this.#arrive(here()));
    addEventListener("popstate", ({ state }: PopStateEvent) => {
      this.#arrive(here());
      scrollBackTo((state as Left | null)?.top ?? 0);
    });
  }

  /** The second part of the address: which game, lesson or person. */
  get id(): string {
    return this.path.split("/")[2] ?? "";
  }

  /** What the address asks for, from its `?` on. */
  get search(): string {
    return here().search;
  }

  /** What stands behind the # of the address, with it. */
  get hash(): string {
    return here().hash;
  }

  /** Remembers whether this is a passage such as signing in, from which `back` goes on to where one came from. */
  settle(passing: boolean): void {
    this.#passing = passing;
  }

  /** Goes to an address of the app; `instead` of this one, which is then no step back. */
  go(address: string, instead = false): void {
    const now = here();
    if (!this.#passing) this.#stay = whole(now);
    const there = parts(address);
    if (instead) history.replaceState(null, "", addresses.write(address));
    else if (whole(there) !== whole(now)) {
      history.replaceState({ ...history.state, top: scrollY } satisfies Left, "");
      history.pushState(null, "", addresses.write(whole(there)));
    }
    this.#arrive(there);
    // As after any link within a page: a screen that reads what stands behind the # hears of another.
    if (there.pathname === now.pathname && there.hash !== now.hash) dispatchEvent(new HashChangeEvent("hashchange"));
    leaveScrolling();
    scrollTo(0, 0);
  }

  /** Goes to an address after something that took its time, unless the reader has gone elsewhere from `path` meanwhile. */
  goFrom(path: string, address: string, instead = false): void {
    if (this.path === path) this.go(address, instead);
  }

  /** What the browser's history keeps of this step, until its address changes. */
  get kept(): object {
    return (history.state as object | null) ?? {};
  }

  /** Has the browser's history keep more of this step. */
  keep(more: object): void {
    history.replaceState({ ...this.kept, ...more }, "");
  }

  /** Writes another address for what is shown: nobody goes anywhere. */
  rewrite(address: string): void {
    history.replaceState(null, "", addresses.write(address));
    this.#search = parts(address).search;
  }

  /** Goes on, after a passage such as signing in at `path`, to where the reader came from, unless they have left it meanwhile. */
  back(path: string): void {
    this.goFrom(path, this.#stay);
  }

  #arrive({ pathname, search }: Parts): void {
    if (pathname === this.path && search !== this.#search) this.visits += 1;
    this.path = pathname;
    this.#search = search;
  }

  /** Handles a click on a link: plain ones stay in the app, all others, such as those with a `target`, are the browser's. */
  follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button !== 0 || event.altKey || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = (event.target as Element).closest("a[href]");
    const address = addresses.follow(link?.getAttribute("href") ?? "");
    if (address === null || link?.hasAttribute("download") || link?.hasAttribute("target")) return;
    event.preventDefault();
    this.go(address);
  };
}

export const router = new Router();

/** Returns what a link says in order to lead to an address of the app. */
export const href = (address: string): string => addresses.write(address);

/** Returns the whole address, to be sent to somebody. */
export const urlOf = (address: string): string => new URL(addresses.write(address), location.href).href;
