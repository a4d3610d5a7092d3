// The left and right keys step through a game wherever they mean nothing else.

const TAKEN = "dialog, input, textarea, select, [data-cell], [role=tablist]";

/** Returns by how many turns a key steps: -1, 1, or 0 for every other key and where the key has another meaning. */
export function stepOf(event: KeyboardEvent): number {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return 0;
  // The focus may have fallen out of a dialog that is open.
  if ((event.target as Element).closest?.(TAKEN) || document.querySelector("dialog[open]")) return 0;
  return event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : 0;
}
