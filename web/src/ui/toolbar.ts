// A row of tools is one stop of the Tab key, and the arrow keys, Home and End lead from tool to tool (ARIA Authoring Practices
// Guide, "Toolbar Pattern").
import { placeAfter } from "./row-keys";

const TOOLS = ":is(a[href], button, input, select):not(:disabled)";
/** What a tool has opened is no part of the row. */
const OPENED = "[role=list], dialog";

/** Attaches to a toolbar: the Tab key leads to the tool that had the focus last, at first to the first. */
export function toolbar(row: HTMLElement): () => void {
  let stop: HTMLElement | null = null;
  /** The place of the stop in the row, for the one that comes there when it goes. */
  let place = 0;
  /** Whoever pressed a tool with a pointer is on no way through the row: the keys go on meaning what they mean on the page. */
  let pointed = false;

  const all = (): HTMLElement[] =>
    [...row.querySelectorAll<HTMLElement>(TOOLS)].filter((tool) => {
      const opened = tool.closest(OPENED);
      return !opened || !row.contains(opened);
    });
  /** Tools that are seen: a narrow window has no room for some. */
  const seen = (tools: readonly HTMLElement[]): HTMLElement[] => tools.filter((tool) => tool.getClientRects().length > 0);

  function settle(): void {
    const tools = all();
    const shown = seen(tools);
    if (!stop || !shown.includes(stop)) stop = shown[Math.min(place, shown.length - 1)] ?? null;
    if (stop) place = shown.indexOf(stop);
    for (const tool of tools) tool.tabIndex = tool === stop ? 0 : -1;
  }

  function come({ target }: FocusEvent): void {
    if (!all().includes(target as HTMLElement)) return;
    stop = target as HTMLElement;
    settle();
  }

  function key(event: KeyboardEvent): void {
    const shown = seen(all());
    const at = shown.indexOf(event.target as HTMLElement);
    if (pointed || at < 0 || shown.length < 2) return;
    const to = placeAfter(event, at, shown.length);
    if (to === null) return;
    event.preventDefault();
    shown[to]?.focus();
  }

  const point = (): void => void (pointed = true);
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (!row.contains(relatedTarget as Node | null)) pointed = false;
  };
  // A browser that gives no focus to what is pressed tells nothing of it going either.
  const tabbed = (event: KeyboardEvent): void => {
    if (event.key === "Tab") pointed = false;
  };

  const changing = new MutationObserver(settle);
  const resizing = new ResizeObserver(settle);
  settle();
  changing.observe(row, { childList: true, subtree: true, attributeFilter: ["disabled", "href"] });
  resizing.observe(row);
  const listening = new AbortController();
  const { signal } = listening;
  row.addEventListener("focusin", come, { signal });
  row.addEventListener("focusout", leave, { signal });
  row.addEventListener("pointerdown", point, { signal });
  row.addEventListener("keydown", key, { signal });
  row.addEventListener("keyup", tabbed, { signal });
  return () => {
    changing.disconnect();
    resizing.disconnect();
    listening.abort();
  };
}
