// What concerns me at all my tables, as it happens: one socket for the whole app, that comes back after a loss.

import type { FeedLine } from "../generated/api";

type Heard = (line: FeedLine) => void;

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 30_000;

let socket: WebSocket | null = null;
let tries = 0;
let timer = 0;
const ears = new Set<Heard>();

function open(): void {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/api/feed/socket`);
  socket = mine;
  mine.addEventListener("message", (event) => {
    if (socket !== mine) return;
    tries = 0;
    const line = JSON.parse(String(event.data)) as FeedLine;
    for (const ear of ears) ear(line);
  });
  mine.addEventListener("close", () => {
    if (socket !== mine) return;
    socket = null;
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** tries++);
    timer = window.setTimeout(open, wait);
  });
}

/** Listens anew: at the start, and when I am somebody else. */
export function reopen(): void {
  clearTimeout(timer);
  const old = socket;
  socket = null;
  // One that is closed before it is open is a warning in the browser's console.
  if (old?.readyState === WebSocket.CONNECTING) old.addEventListener("open", () => old.close());
  else old?.close();
  tries = 0;
  open();
}

/** Hears every line until the function that this returns is called. */
export function hear(heard: Heard): () => void {
  ears.add(heard);
  return () => ears.delete(heard);
}

/** Tells whether the feed is open: an open one notices when its server is gone. */
export const isHeard = (): boolean => socket?.readyState === WebSocket.OPEN;

addEventListener("online", () => {
  if (timer !== 0 && socket === null) reopen();
});
