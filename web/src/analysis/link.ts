// Positions and records in the address, behind the #: what is there never leaves the browser.

import { MAX_RECORD_CHARS } from "../lib/files";

const POSITION = "#p=";
const GAME = "#g=";
const RECORD = "#r=";

/** Returns the address of a screen with a position; spaces become dots, which no position has. */
export const linkTo = (path: string, position: string): string =>
  `${path}${POSITION}${encodeURIComponent(position).replaceAll("%20", ".").replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%3E", ">").replaceAll("%3D", "=")}`;

const plain = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/** Returns the position in an address. */
export const positionIn = (hash: string): string | null =>
  hash.startsWith(POSITION) ? (plain(hash.slice(POSITION.length))?.replaceAll(".", " ") ?? null) : null;

export const linkToGame = (id: string): string => `/analyse${GAME}${id}`;

/** Returns the game of this server that an address means. */
export const gameIn = (hash: string): string | null =>
  /^#g=([A-Za-z0-9_-]{1,64})$/.exec(hash)?.[1] ?? null;

/** Returns the address of a whole record. */
export async function linkToRecord(record: string): Promise<string> {
  const packed = await through(new TextEncoder().encode(record), new CompressionStream("deflate-raw"));
  let binary = "";
  for (const byte of packed) binary += String.fromCodePoint(byte);
  return `/analyse${RECORD}${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** Returns the record in an address; null if there is none, or none that can be read. */
export async function recordIn(hash: string): Promise<string | null> {
  if (!hash.startsWith(RECORD)) return null;
  try {
    const binary = atob(hash.slice(RECORD.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0);
    return new TextDecoder("utf-8", { fatal: true }).decode(await through(bytes, new DecompressionStream("deflate-raw")));
  } catch {
    return null;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  packing: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(packing).getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    // More than the server takes is not unpacked.
    if (size > MAX_RECORD_CHARS) throw new Error("too long");
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
