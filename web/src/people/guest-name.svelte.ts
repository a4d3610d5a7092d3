// The name of whoever has none yet: one's own, or the one that the field suggests, so that nobody has to think of one.

import { preferences } from "../lib/settings.svelte";
import { t } from "../lib/texts.svelte";

/** How many names there are to suggest. */
const ALIASES = 8;

export class GuestName {
  /** What stands in the field. */
  typed = $state(preferences.kept.name);
  readonly #alias = `online.alias.${1 + Math.floor(Math.random() * ALIASES)}`;

  /** What counts where nothing is typed. */
  get suggestion(): string {
    return t(this.#alias);
  }

  get chosen(): string {
    return this.typed.trim() || this.suggestion;
  }
}
