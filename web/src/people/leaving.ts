// On the way from a server that people share to its page in which the browser computes.

import { urlOf } from "../lib/router.svelte";
import { remember } from "../lib/servers";
import { preferences } from "../lib/settings.svelte";

/** Leaves there what goes along: language, theme, and the address of this server, for the way back. */
export function leave(): void {
  preferences.handOn();
  remember(urlOf("/"));
}
