// A list whose rows can be taken away: whoever did that with the keyboard goes on beside it, not at the top of the page.

const CONTROLS = "a[href], button";

/** Attaches to a list: the focus that goes with a row is on the same control of the row that is in its place now. */
export function keepsFocus(list: HTMLElement): () => void {
  /** The row where the focus was last: its place in the list, and that of the control in the row. */
  let row: Element | null = null;
  let at = 0;
  let control = 0;

  function follow({ target }: FocusEvent): void {
    row = [...list.children].find((one) => one.contains(target as Node)) ?? null;
    if (!row) return;
    at = [...list.children].indexOf(row);
    control = [...row.querySelectorAll(CONTROLS)].indexOf(target as Element);
  }

  const watching = new MutationObserver(() => {
    if (!row || row.isConnected || document.activeElement !== document.body) return;
    const controls = list.children[Math.min(at, list.children.length - 1)]?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
    controls[Math.min(control, controls.length - 1)]?.focus({ preventScroll: true });
  });

  list.addEventListener("focusin", follow);
  watching.observe(list, { childList: true });
  return () => {
    list.removeEventListener("focusin", follow);
    watching.disconnect();
  };
}
