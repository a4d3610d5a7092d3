// Safari gives no focus to a button, a link or a box that is clicked: it goes to what is around it. There Escape would not be
// heard by the menu that a click has opened, and a dialog would have nothing to give the focus back to.

/** Focuses the control that is clicked. What is elsewhere keeps the focus: a field, and with it the keyboard of a phone. */
export function focusClicked({ target }: Event): void {
  const control = target instanceof Element ? target.closest<HTMLElement>("a[href], button, summary, input") : null;
  const { activeElement } = document;
  if (control && activeElement !== control && activeElement?.contains(control)) control.focus({ preventScroll: true });
}

/** Takes away the ring that Safari draws around whatever a program focuses, or the browser by itself, for a finger too. */
export function hideRing(focused: Element | null): void {
  if (!(focused instanceof HTMLElement || focused instanceof SVGElement) || !focused.matches(":not(input, textarea):focus-visible")) return;
  focused.blur();
  const quietly: FocusOptions & { focusVisible: boolean } = { preventScroll: true, focusVisible: false };
  focused.focus(quietly);
}
