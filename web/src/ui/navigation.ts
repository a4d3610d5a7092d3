// Where the top bar and the first screen lead; the app says it.

import { createContext } from "svelte";

import type { IconName } from "./Icon.svelte";

export interface Way {
  readonly path: string;
  /** The key of its name; `${key}.line` says what is found there. */
  readonly key: string;
  readonly icon: IconName;
}

/** What a page without a server has besides: rarely needed, so it stands in menus and at the foot of the first screen. */
export const PAGE_PLACES = [
  { key: "page.online", icon: "table", act: "/online" },
  { key: "page.about", icon: "help", act: "/about" },
] as const;

export const [getWays, setWays] = createContext<readonly Way[]>();
