import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { NO_MARKS } from "../src/board/picture";
import type { BoardView } from "../src/generated/api";
import PositionBoard from "../src/ui/PositionBoard.svelte";
import { board } from "./boards";

/** A browser's sounds; it starts them only while it handles what it takes for a wish of the user. */
class Sounds {
  static made: Sounds[] = [];
  static wished = false;
  state = "suspended";
  sampleRate = 1;
  destination = {};
  readonly #node = { connect: () => this.#node, gain: {}, buffer: null };

  constructor() {
    Sounds.made.push(this);
  }
  createGain = () => this.#node;
  createConvolver = () => this.#node;
  createBuffer = () => ({ getChannelData: () => [] });
  resume(): Promise<void> {
    if (Sounds.wished) this.state = "running";
    return Promise.resolve();
  }
}

/** Returns the state of the page's sounds after these events, some of which the browser takes for a wish to hear them. */
async function after(events: readonly string[], wishes: readonly string[]): Promise<string | undefined> {
  for (const name of events) {
    Sounds.wished = wishes.includes(name);
    window.dispatchEvent(new Event(name));
    // What is waited for within the event's own task still counts as part of it.
    for (let i = 0; i < 5; i++) await Promise.resolve();
    Sounds.wished = false;
    await vi.dynamicImportSettled();
  }
  return Sounds.made.at(-1)?.state;
}

const TAP = ["pointerdown", "pointerup", "click"];

beforeEach(() => vi.stubGlobal("AudioContext", Sounds));
afterEach(() => vi.unstubAllGlobals());

it("a phone is heard, where a finger that goes down is no wish, and again after a call", async () => {
  const props = { geometry: board("square-4") as BoardView, parties: [], ruler: null, marks: NO_MARKS, label: "Board", pick: () => undefined, lift: () => false };
  const made = mount(PositionBoard, { target: document.body, props });
  const wishes = ["pointerup", "click", "keydown"];
  // With the first tap comes what makes the sounds.
  await after(TAP, wishes);
  expect(await after(TAP, wishes)).toBe("running");
  const [sounds] = Sounds.made;
  if (!sounds) throw new Error("silent");
  sounds.state = "interrupted";
  expect(await after(TAP, wishes)).toBe("running");
  await unmount(made);
});
