// The keys that lead through a row of controls.

/** Returns the place in a row of so many that a key leads to from another, beyond the ends from the other one; null for every other key. */
export function placeAfter(event: KeyboardEvent, at: number, many: number): number | null {
  // With these the keys are the browser's: Alt and an arrow go back to another page.
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return null;
  const places: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1 + many, Home: 0, End: many - 1 };
  const to = places[event.key];
  return to === undefined ? null : to % many;
}
