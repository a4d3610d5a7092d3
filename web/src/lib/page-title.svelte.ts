// What the page is called: a screen that shows something with a name of its own says which; the app writes it. A game tells what
// happens there instead, and writes its own.

class PageTitle {
  /** The name of what the screen shows, or "" where it has the screen's own. */
  name = $state("");
}

export const pageTitle = new PageTitle();

/** Calls the page by what a screen shows, as long as the screen is there; "" is the screen's own name. */
export function nameThePage(name: () => string): void {
  $effect(() => {
    pageTitle.name = name();
    return () => (pageTitle.name = "");
  });
}
