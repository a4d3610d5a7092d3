// What concerns me at all my tables, as it happens: one socket for the whole app, that comes back after a loss.

import { host } from "#host";

import type { FailedMessage, FeedLine } from "../generated/api";
import type { Connection } from "../host/game-host";
import { OTHER_PROTOCOL } from "./close-codes";
import { retryDelay } from "./retry";

type Heard = (line: FeedLine) => void;

const delay = retryDelay(1000, 30_000);
/** The server says something every 15 seconds: nobody tells a dead connection that it is dead. */
const SILENCE_TIMEOUT_MS = 40_000;
/** The same where nobody has listened meanwhile: phones stop a page that is out of sight, and end its connections without telling. */
const MISSED_MS = 20_000;

let connection: Connection | null = null;
let tries = 0;
let timer = 0;
let silence = 0;
/** When it was last heard or opened, by the clock of the day: it goes on while the device sleeps. */
let heardAt = 0;
let outdated = false;
let whenOutdated: () => void = () => undefined;
const ears = new Set<Heard>();

/** Connects anew unless something arrives in time. */
function expectSomething(): void {
  heardAt = Date.now();
  clearTimeout(silence);
  silence = window.setTimeout(() => {
    connection?.close();
    comeBack();
  }, SILENCE_TIMEOUT_MS);
}

function comeBack(): void {
  clearTimeout(silence);
  connection = null;
  timer = window.setTimeout(open, delay(tries++));
}

function open(): void {
  expectSomething();
  connection = host.connect("/api/feed/socket", {
    message(text) {
      expectSomething();
      const line = JSON.parse(text) as FeedLine | FailedMessage | { type: "alive" };
      // A server that cannot talk to this page says why before it closes; one that has nothing to tell says that it is there.
      if ("type" in line) return;
      tries = 0;
      for (const ear of ears) ear(line);
    },
    closed(code) {
      if (code === OTHER_PROTOCOL) {
        clearTimeout(silence);
        connection = null;
        outdated = true;
        whenOutdated();
        return;
      }
      comeBack();
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

/** Tells whether one waits to come back. */
const isAway = (): boolean => timer !== 0 && connection === null;

addEventListener("online", () => {
  if (isAway()) reopen();
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && (isAway() || (connection !== null && Date.now() - heardAt > MISSED_MS))) reopen();
});
