// What comes and goes by itself, such as an offer: whoever answered it with the keyboard goes on elsewhere, not at the top of the page.

/** Returns what attaches to a place: `onleft` is called when what had the focus in it is gone. */
export const whenFocusLeaves =
  (onleft: () => void) =>
  (place: HTMLElement): (() => void) => {
    let focused: Element | null = null;

    const come = ({ target }: FocusEvent): void => {
      focused = target as Element;
    };
    // Browsers differ in whether they tell that the focus leaves what is taken away: that is not to be forgotten.
    const go = ({ target }: FocusEvent): void =>
      void setTimeout(() => {
        if (target === focused && focused?.isConnected && document.activeElement !== focused) focused = null;
      });
    const watching = new MutationObserver(() => {
      if (!focused || focused.isConnected) return;
      focused = null;
      if (document.activeElement === document.body) onleft();
    });

    place.addEventListener("focusin", come);
    place.addEventListener("focusout", go);
    watching.observe(place, { childList: true, subtree: true });
    return () => {
      place.removeEventListener("focusin", come);
      place.removeEventListener("focusout", go);
      watching.disconnect();
    };
  };
