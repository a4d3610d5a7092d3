// A list whose choice does something at once. Many systems choose with every arrow key: whoever goes through it by keyboard
// has chosen with Enter or on leaving, and Escape goes back.

/** Keys that take what is marked in an open list. */
const TAKING = new Set(["Enter", " "]);

/** Returns what attaches to a list: `act` is called once something is chosen. */
export const whenChosen =
  (act: (list: HTMLSelectElement) => unknown) =>
  (list: HTMLSelectElement): (() => void) => {
    /** What was chosen before keys went through the list; null where they do not. */
    let before: string | null = null;
    let value = list.value;
    /** A key is being handled: a change now is its doing. One in an open list comes later. */
    let keyed = false;

    function take(): void {
      before = null;
      act(list);
    }

    function key(event: KeyboardEvent): void {
      if (event.key === "Enter" && before !== null) {
        // It would open the list.
        event.preventDefault();
        take();
      } else if (event.key === "Escape" && before !== null) {
        // It is no word for the dialog around it.
        event.stopPropagation();
        list.value = before;
        before = null;
      } else if (!TAKING.has(event.key)) {
        value = list.value;
        keyed = true;
        setTimeout(() => (keyed = false));
      }
    }

    function change(): void {
      if (keyed) before ??= value;
      else take();
    }

    const leave = (): void => void (before !== null && take());

    list.addEventListener("keydown", key);
    // What is typed to find a choice is told apart from the key.
    list.addEventListener("keypress", key);
    list.addEventListener("change", change);
    list.addEventListener("blur", leave);
    return () => {
      list.removeEventListener("keydown", key);
      list.removeEventListener("keypress", key);
      list.removeEventListener("change", change);
      list.removeEventListener("blur", leave);
    };
  };
