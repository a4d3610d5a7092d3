import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import Menu from "../src/ui/Menu.svelte";
import { focusClicked, hideRing } from "../src/ui/focus-clicked";

/** Presses something as Safari does: the focus goes to what is around it, for neither buttons nor links take it. */
function press(what: HTMLElement): void {
  what.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  what.closest<HTMLElement>("[tabindex]")?.focus();
  flushSync();
}

function click(what: HTMLElement): void {
  press(what);
  what.click();
  flushSync();
}

const found = (selector: string): HTMLElement => {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
};

beforeEach(() => {
  addEventListener("click", focusClicked, true);
  document.body.innerHTML = '<main tabindex="-1"></main>';
});
afterEach(() => removeEventListener("click", focusClicked, true));

it("a control that is clicked has the focus, whatever in it is hit", () => {
  found("main").innerHTML = '<button><b>No</b></button><a href="#x">Rules</a><details><summary>More</summary></details><input type="checkbox">';
  for (const [hit, control] of [["b", "button"], ["a", "a"], ["summary", "summary"], ["input", "input"]] as const) {
    click(found(hit));
    expect(document.activeElement).toBe(found(control));
  }
});

it("a field keeps the focus when a phone leaves it there, and so does what a click on a text has", () => {
  found("main").innerHTML = "<textarea></textarea><button>Send</button><p>Text</p>";
  found("textarea").focus();
  found("button").click();
  expect(document.activeElement).toBe(found("textarea"));
  click(found("p"));
  expect(document.activeElement).toBe(found("main"));
});

it("a menu that a click has opened is closed by Escape", async () => {
  const made = mount(Menu, { target: found("main"), props: { items: [{ key: "web.rules", icon: "book", act: () => undefined }] } });
  flushSync();
  click(found(".menu > button"));
  expect(document.querySelector(".menu li")).not.toBeNull();
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  flushSync();
  expect(document.querySelector(".menu li")).toBeNull();
  await unmount(made);
});

it("a menu does what is pressed in it, though the focus goes to what is around it", async () => {
  let done = 0;
  const made = mount(Menu, { target: found("main"), props: { items: [{ key: "web.rules", icon: "book", act: () => void done++ }] } });
  flushSync();
  found(".menu > button").focus();
  found(".menu > button").click();
  flushSync();
  click(found(".menu li button"));
  expect(done).toBe(1);
  await unmount(made);
});

it("the ring goes from a control that has the focus, and from no field", () => {
  found("main").innerHTML = "<button>Close</button><input>";
  const focus = vi.spyOn(HTMLElement.prototype, "focus");
  for (const [selector, quietly] of [["button", true], ["input", false]] as const) {
    const control = found(selector);
    vi.spyOn(control, "matches").mockImplementation((asked) => asked === ":not(input, textarea):focus-visible" && quietly);
    control.focus();
    focus.mockClear();
    hideRing(control);
    expect(focus.mock.calls).toEqual(quietly ? [[{ preventScroll: true, focusVisible: false }]] : []);
    expect(document.activeElement).toBe(control);
  }
  vi.restoreAllMocks();
});
