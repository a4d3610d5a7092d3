// Safari gives no focus to a button, a link or a box that is clicked: it goes to what is around it. There Escape would not be
// heard by the menu that a click has opened, and a dialog would have nothing to give the focus back to.

/** Focuses the control that is clicked. What is elsewhere keeps the focus: a field, and with it the keyboard of a phone. */
export function focusClicked({ target }: Event): void {
  const control = target instanceof Element ? target.closest<HTMLElement>("a[href], button, summary, input") : null;
  const { activeElement } = document;
  if (control && activeElement !== control && activeElement?.contains(control)) control.focus({ preventScroll: true });
}
