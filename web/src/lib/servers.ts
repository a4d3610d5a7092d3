// Addresses of servers that people type in: which may be opened, and those that were.

import { keep, readKept } from "../host/web-storage";

/** A server has its page know it, too. */
const KEY = "djambi.servers";
/** As many servers as are remembered. */
const REMEMBERED = 6;

/** Why an address is not opened: the end of the key of its sentence. */
export type AddressFault = "bad" | "plain" | "secret";

/** Tells whether a host is this computer itself, which browsers trust without https. */
const isHere = (host: string): boolean => /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(host);

/** Returns the address of a server as it was meant, such as `https://djambi.example.org/`, or why it is none. */
export function readServer(typed: string): { url: string } | { fault: AddressFault } {
  const text = typed.trim();
  const [, scheme = ""] = /^([a-z][a-z+.-]*):\/\//i.exec(text) ?? [];
  let url: URL;
  try {
    url = new URL(scheme ? text : `https://${text}`);
    if (!scheme && isHere(url.hostname)) url = new URL(`http://${text}`);
  } catch {
    return { fault: "bad" };
  }
  if (/\s/.test(text) || !/^https?:$/.test(url.protocol) || !(url.hostname.includes(".") || isHere(url.hostname))) return { fault: "bad" };
  if (url.username || url.password) return { fault: "secret" };
  if (url.protocol === "http:" && !isHere(url.hostname)) return { fault: "plain" };
  return { url: url.href };
}

/** Returns the servers that were opened, the last one first. */
export function servers(): string[] {
  const kept = readKept("localStorage", KEY);
  return Array.isArray(kept) ? kept.filter((url) => typeof url === "string" && "url" in readServer(url)).slice(0, REMEMBERED) : [];
}

function keepServers(urls: readonly string[]): string[] {
  const kept = urls.slice(0, REMEMBERED);
  keep("localStorage", KEY, kept);
  return kept;
}

/** Remembers a server as the last one opened. */
export const remember = (url: string): string[] => keepServers([url, ...servers().filter((other) => other !== url)]);

export const forget = (url: string): string[] => keepServers(servers().filter((other) => other !== url));

export const forgetServers = (): void => keep("localStorage", KEY, undefined);
