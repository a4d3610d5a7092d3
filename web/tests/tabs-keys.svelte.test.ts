import { flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";

import Tabs from "../src/ui/Tabs.svelte";

it("arrow keys, Home and End choose among tabs, and with Alt they stay the browser's", async () => {
  const props = $state({ label: "Tabs", tabs: ["a", "b", "c"].map((name) => ({ name, text: name })), shown: "a", onchange: (name: string) => void (props.shown = name) });
  const made = mount(Tabs, { target: document.body, props });
  flushSync();
  const pressed = (key: string, init: KeyboardEventInit = {}): [shown: string, taken: boolean] => {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
    document.querySelector("[aria-selected=true]")?.dispatchEvent(event);
    flushSync();
    return [props.shown, event.defaultPrevented];
  };
  expect(["ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "Home", "End"].map((key) => pressed(key))).toEqual(["b", "c", "a", "c", "a", "c"].map((name) => [name, true]));
  for (const init of [{ altKey: true }, { ctrlKey: true }, { metaKey: true }]) expect(pressed("ArrowLeft", init)).toEqual(["c", false]);
  expect(pressed("x")).toEqual(["c", false]);
  await unmount(made);
});
