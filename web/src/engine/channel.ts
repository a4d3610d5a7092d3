// On what the tabs of a browser tell each other something.

/** Opens a channel; null where the browser has none, or refuses it because it blocks what sites store. */
export function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}
