// What concerns me at all my tables, as it happens: one socket for the whole app, that comes back after a loss.

import { host } from "#host";

import type { FeedLine } from "../generated/api";
import type { Connection } from "../host/game-host";

type Heard = (line: FeedLine) => void;

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

let connection: Connection | null = null;
let tries = 0;
let timer = 0;
const ears = new Set<Heard>();

function open(): void {
  connection = host.connect("/api/feed/socket", {
    message(text) {
      tries = 0;
      const line = JSON.parse(text) as FeedLine;
      for (const ear of ears) ear(line);
    },
    closed() {
      connection = null;
      const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries++);
      timer = window.setTimeout(open, wait);
    },
  });
}

/** Listens anew: at the start, and when I am somebody else. */
export function reopen(): void {
  clearTimeout(timer);
  connection?.close();
  tries = 0;
  open();
}

/** Hears every line until the function that this returns is called. */
export function hear(heard: Heard): () => void {
  ears.add(heard);
  return () => ears.delete(heard);
}

/** Tells whether the feed is open: an open one notices when its server is gone. */
export const isHeard = (): boolean => connection?.state === "open";

addEventListener("online", () => {
  if (timer !== 0 && connection === null) reopen();
});
