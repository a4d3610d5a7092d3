// Back in the browser's history one finds a screen where one had scrolled it to: the browser does that itself as soon as
// it comes there, but by then nothing of what has to be fetched stands on it yet.

/** How long a screen may take to be as tall again as it was. */
const PATIENCE_MS = 5000;

/** What shows that somebody scrolls, or does anything else, themselves. */
const HANDS = ["wheel", "touchstart", "pointerdown", "keydown"];

let stop: () => void = () => undefined;

/** Scrolls this far down as the screen grows tall enough for it, until a hand is laid on the screen. */
export function scrollBackTo(top: number): void {
  leaveScrolling();
  if (top === 0) return;
  const growing = new ResizeObserver(() => scrollTo({ top, behavior: "instant" }));
  const patience = setTimeout(leaveScrolling, PATIENCE_MS);
  for (const hand of HANDS) addEventListener(hand, leaveScrolling, { passive: true });
  stop = () => {
    growing.disconnect();
    clearTimeout(patience);
    for (const hand of HANDS) removeEventListener(hand, leaveScrolling);
  };
  growing.observe(document.body);
}

/** Scrolls no further: one is elsewhere, or scrolls oneself. */
export const leaveScrolling = (): void => stop();
