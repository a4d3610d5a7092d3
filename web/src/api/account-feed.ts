// What concerns me at all my tables, as it happens: one socket for the whole app, that comes back after a loss.

import { host } from "#host";

import type { FailedMessage, FeedLine } from "../generated/api";
import type { Connection } from "../host/game-host";
import { OTHER_PROTOCOL } from "./close-codes";
import { retryDelay } from "./retry";

type Heard = (line: FeedLine) => void;

const delay = retryDelay(1000, 30_000);

let connection: Connection | null = null;
let tries = 0;
let timer = 0;
let outdated = false;
let whenOutdated: () => void = () => undefined;
const ears = new Set<Heard>();

function open(): void {
  connection = host.connect("/api/feed/socket", {
    message(text) {
      const line = JSON.parse(text) as FeedLine | FailedMessage;
      // A server that cannot talk to this page says why before it closes.
      if ("type" in line) return;
      tries = 0;
      for (const ear of ears) ear(line);
    },
    closed(code) {
      connection = null;
      timer = 0;
      if (code === OTHER_PROTOCOL) {
        outdated = true;
        whenOutdated();
        return;
      }
      timer = window.setTimeout(open, delay(tries++));
    },
  });
}

/** Listens anew: at the start, and when I am somebody else; no more once the server speaks another protocol. */
export function reopen(): void {
  if (outdated) return;
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

/** Calls `tell` when the server turns out to be one that this page cannot talk to. */
export function onOutdated(tell: () => void): void {
  whenOutdated = tell;
}

/** Tells whether the feed is open: an open one notices when its server is gone. */
export const isHeard = (): boolean => connection?.state === "open";

addEventListener("online", () => {
  if (timer !== 0 && connection === null) reopen();
});
