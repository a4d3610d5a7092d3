// Who has no name yet gets one with the first thing that needs it: one field, no account.

import { myAccount } from "./account";
import { me } from "../lib/me.svelte";
import { preferences } from "../lib/settings.svelte";
import { texts } from "../lib/texts.svelte";

/** Makes a guest of this name of whoever has no account yet. */
export async function named(name: string): Promise<void> {
  if (me.account) return;
  await myAccount.guest({ name: name.trim(), language: texts.lang });
  // Newcomers keep what they liked.
  await preferences.follow(true);
  preferences.set({ name: name.trim() });
}
