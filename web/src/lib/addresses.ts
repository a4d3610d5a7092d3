// How the app's addresses (`/g/abc`, `/rules?edition=bga`, `/analyse#p=…`) stand in the browser's address bar. A server
// answers every path with the app, so they are the browser's own paths there. A folder of static files has one page
// only, wherever it lies: there they stand behind its #, and survive reloading, bookmarks and messengers.

import { IN_PAGE } from "../host/build";

export interface Addresses {
  /** Returns the app's address that a browser's address shows. */
  read(shown: URL | Location): string;
  /** Returns a browser's address, relative to the page's own, that shows an address of the app: a link's `href`. */
  write(address: string): string;
  /** Returns the app's address that a link's `href` leads to; null for what is the browser's to open. */
  follow(href: string): string | null;
}

export const pathAddresses: Addresses = {
  read: ({ pathname, search, hash }) => pathname + search + hash,
  write: (address) => address,
  follow: (href) => (href.startsWith("/") ? href : null),
};

/** What stands for the app's own # behind the browser's: no path has it, and a query writes it as %21. */
const MARK = "!";

export const hashAddresses: Addresses = {
  read: ({ hash }) => (hash.startsWith("#/") ? hash.slice(1).replace(MARK, "#") : "/"),
  write: (address) => `#${address.replace("#", MARK)}`,
  follow: (href) => (href.startsWith("#/") ? href.slice(1).replace(MARK, "#") : null),
};

/** The addresses of this build. */
export const addresses: Addresses = IN_PAGE ? hashAddresses : pathAddresses;

/** Returns the address of a file that lies beside the app's page, such as its icon. */
export const besidePage = (name: string): string => import.meta.env.BASE_URL + name;
