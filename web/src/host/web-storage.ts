// What a browser keeps for a page besides its database, as JSON. It may refuse to keep or to tell anything, and whoever
// sits at it may have written something else there: nothing of that is an error.

import { IN_PAGE } from "./build";

/** What keys begin with: a page without a server may lie at one, and what is kept in the one is nothing to the other. */
export const STORE = IN_PAGE ? "djambi.page" : "djambi";

export type WebStorageName = "localStorage" | "sessionStorage";

/** Returns what is kept under a key, whatever it is; undefined where there is nothing that can be read. */
export function readKept(storage: WebStorageName, key: string): unknown {
  try {
    return JSON.parse(globalThis[storage].getItem(key) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

/** Returns the same as an object by its fields; an empty one where something else is kept. */
export function readKeptFields(storage: WebStorageName, key: string): Readonly<Record<string, unknown>> {
  const kept = readKept(storage, key);
  return typeof kept === "object" && !Array.isArray(kept) ? { ...kept } : {};
}

/** Keeps a value under a key; undefined takes it away. A browser that keeps nothing forgets it with the page. */
export function keep(storage: WebStorageName, key: string, value: unknown): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, JSON.stringify(value));
  } catch {
    // As said.
  }
}
