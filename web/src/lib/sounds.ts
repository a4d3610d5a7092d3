// What the app sounds like. Every sound is made on the spot (`synth.ts`), once the browser lets pages sound.

import type { Cue } from "../board/effects/plan";
import { preferences } from "./settings.svelte";
import type { Bell, Synth } from "./synth";

/** The least time between two sounds of a turn, in milliseconds. */
const APART_MS = 70;

let synth: Synth | null = null;
let asked: Promise<void> | null = null;

/**
 * Makes ready to sound: called at a click or a key, before which browsers keep pages silent. A finger that goes down is not
 * yet one of them (Safari on phones, Chrome on Android): it has to go up.
 */
export async function unlock(): Promise<void> {
  if (typeof AudioContext === "undefined") return;
  asked ??= import("./synth").then(({ Synth }) => void (synth = new Synth(new AudioContext())));
  try {
    await asked;
    await synth?.wake();
  } catch {
    // A browser that cannot make sounds, or a part that does not come, leaves the app silent.
    asked = null;
  }
}

/** Returns who sounds, as loud as is wished; null for silence. */
function audible(): Synth | null {
  const { sounds, volume } = preferences.kept;
  if (!synth?.ready || !sounds || volume === 0) return null;
  synth.volume = volume;
  return synth;
}

/** Plays the sounds of a turn, each at its time. */
export function play(cues: readonly Cue[]): void {
  const to = audible();
  let free = 0;
  for (const { sound, at } of cues) {
    const when = Math.max(at, free);
    to?.play(sound, when / 1000);
    free = when + APART_MS;
  }
}

/** Plays a sound that does not come from the board. */
export function ring(bell: Bell): void {
  audible()?.play(bell, 0);
}
