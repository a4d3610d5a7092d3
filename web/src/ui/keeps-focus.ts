// A list whose rows, or controls in them, can be taken away: whoever did that with the keyboard goes on beside them, not at the
// top of the page.

const CONTROLS = "a[href], button:not(:disabled), select:not(:disabled)";

const controlsOf = (place: Element | undefined): HTMLElement[] => [...(place?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])];

/**
 * Attaches to a list: the focus that goes with a row is on the same control of the row that is in its place now, and one that
 * goes alone leaves it to another control of its row, or of the list.
 */
export function keepsFocus(list: HTMLElement): () => void {
  let focused: Element | null = null;
  /** The row where the focus was last: its place in the list, and that of the control in the row. */
  let row: Element | null = null;
  let at = 0;
  let control = 0;

  function follow({ target }: FocusEvent): void {
    focused = target as Element;
    row = [...list.children].find((one) => one.contains(focused)) ?? null;
    if (!row) return;
    at = [...list.children].indexOf(row);
    control = controlsOf(row).indexOf(focused as HTMLElement);
  }

  const watching = new MutationObserver(() => {
    if (!row || focused?.isConnected || document.activeElement !== document.body) return;
    const beside = controlsOf(row.isConnected ? row : list.children[Math.min(at, list.children.length - 1)]);
    const found = beside.length > 0 ? beside : controlsOf(list);
    found[Math.min(Math.max(0, control), found.length - 1)]?.focus({ preventScroll: true });
  });

  list.addEventListener("focusin", follow);
  watching.observe(list, { childList: true, subtree: true });
  return () => {
    list.removeEventListener("focusin", follow);
    watching.disconnect();
  };
}
