// Where the top bar and the first screen lead; the app says it.

import { createContext } from "svelte";

import type { IconName } from "./Icon.svelte";

export interface Way {
  readonly path: string;
  /** The key of its name; `${key}.line` says what is found there. */
  readonly key: string;
  readonly icon: IconName;
}

export const [getWays, setWays] = createContext<readonly Way[]>();
