// A list that scrolls, with a row that is current: it stays in sight, whoever changes it, and when the list itself is shown again.

/** Attaches to a list: scrolls to the row with `aria-current` where that is out of sight, to the beginning where there is none. */
export function followsCurrent(list: HTMLElement): () => void {
  function follow(): void {
    const current = list.querySelector<HTMLElement>('[aria-current="step"]');
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    const top = current.offsetTop - list.scrollTop;
    if (top < 0 || top + current.offsetHeight > list.clientHeight) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  // What changes within a row moves nothing.
  const changes = new MutationObserver((records) => {
    if (records.some(({ type, target }) => type === "attributes" || target === list)) follow();
  });
  changes.observe(list, { childList: true, subtree: true, attributeFilter: ["aria-current"] });
  // What is not shown cannot be scrolled.
  const size = new ResizeObserver(follow);
  size.observe(list);
  return () => {
    changes.disconnect();
    size.disconnect();
  };
}
