// What time it is by the server: a device's own clock may be wrong by any amount.

/** By how much the server is ahead of this device, in milliseconds. */
let ahead = 0;

/** Takes the server's time from the headers of an answer that has just come; one that the browser may have kept could be old. */
export function hearTime(headers: Headers): void {
  if (headers.get("cache-control")?.includes("max-age")) return;
  const heard = Date.parse(headers.get("date") ?? "");
  if (!Number.isNaN(heard)) ahead = heard - Date.now();
}

/** Returns the time by the server, in milliseconds; this device's own until it has answered. */
export const serverNow = (): number => Date.now() + ahead;
