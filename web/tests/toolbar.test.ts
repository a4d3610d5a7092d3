// Rows of tools with the keyboard.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { toolbar } from "../src/ui/toolbar";

const SOURCE = join(import.meta.dirname, "..", "src");
const MENU = `<div><button id="more">…</button><ul role="list"><li><button id="item">item</button></li></ul></div>`;

let row: HTMLElement;
let detach = (): void => undefined;
let resized = (): void => undefined;

beforeEach(() => {
  class Observer {
    constructor(changed: () => void) {
      resized = changed;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
});
afterEach(() => {
  detach();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function shown(html: string): void {
  document.body.innerHTML = `<button id="before"></button><div role="toolbar">${html}</div>`;
  row = document.querySelector<HTMLElement>("[role=toolbar]") as HTMLElement;
  detach = toolbar(row);
}
const tool = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
const focused = (): string => document.activeElement?.id ?? "";
/** Returns where the Tab key stops. */
const stops = (): string[] => [...row.querySelectorAll<HTMLElement>("a, button, input")].filter((one) => one.tabIndex === 0 && !one.hasAttribute("disabled")).map(({ id }) => id);
/** Presses a key where the focus is; returns where it is then, and whether the key was taken. */
function pressed(key: string, init: KeyboardEventInit = {}): [focused: string, taken: boolean] {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  document.activeElement?.dispatchEvent(event);
  return [focused(), event.defaultPrevented];
}
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

const ROW = `<button id="a"></button><a id="b" href="/"></a><button id="off" disabled></button><button id="c" aria-disabled="true"></button><input id="d" type="checkbox">`;

it("is one stop of the Tab key, the first tool at first, and then the one that had the focus last", () => {
  shown(ROW);
  expect(stops()).toEqual(["a"]);
  tool("c").focus();
  tool("before").focus();
  expect(stops()).toEqual(["c"]);
});

it("is walked with the arrow keys, round its ends, and with Home and End; what can do nothing now has no place in it", () => {
  shown(ROW);
  tool("a").focus();
  expect(["ArrowRight", "ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowLeft", "Home", "End"].map((key) => pressed(key))).toEqual(
    ["b", "c", "d", "a", "d", "c", "a", "d"].map((id) => [id, true]),
  );
  expect(stops()).toEqual(["d"]);
});

it.each([["x", {}], ["ArrowUp", {}], ["ArrowDown", {}], ["ArrowLeft", { altKey: true }], ["End", { ctrlKey: true }], ["Home", { shiftKey: true }], ["ArrowRight", { metaKey: true }]])("leaves %s %o alone", (key, init) => {
  shown(ROW);
  tool("b").focus();
  expect(pressed(key, init)).toEqual(["b", false]);
});

it("leaves the arrow keys to the page where a tool was pressed with a pointer, and where there is only one", () => {
  shown(ROW);
  const point = (): boolean => tool("a").dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  point();
  tool("a").focus();
  expect(pressed("ArrowRight")).toEqual(["a", false]);
  tool("before").focus();
  tool("a").focus();
  expect(pressed("ArrowRight")).toEqual(["b", true]);
  // Safari gives no focus to what is pressed.
  point();
  tool("a").dispatchEvent(new KeyboardEvent("keyup", { key: "Tab", bubbles: true }));
  expect(pressed("ArrowRight")).toEqual(["c", true]);
  detach();
  shown(`<button id="a"></button><button disabled></button>`);
  tool("a").focus();
  expect(pressed("ArrowRight")).toEqual(["a", false]);
});

it("has no part of what a tool has opened", () => {
  shown(`<button id="a"></button>${MENU}`);
  expect([stops(), tool("item").tabIndex]).toEqual([["a", "item"], 0]);
  tool("item").focus();
  expect([pressed("ArrowLeft"), stops()]).toEqual([["item", false], ["a", "item"]]);
  tool("more").focus();
  expect(pressed("ArrowRight")).toEqual(["a", true]);
});

it("is a row like others within a list and in a dialog", () => {
  document.body.innerHTML = `<dialog open><ul role="list"><li><div role="toolbar"><button id="a"></button><button id="b"></button></div></li></ul></dialog>`;
  row = document.querySelector<HTMLElement>("[role=toolbar]") as HTMLElement;
  detach = toolbar(row);
  tool("a").focus();
  expect(pressed("End")).toEqual(["b", true]);
});

it("stops where its tool was, when that one goes or can do nothing any more, and takes in those that come", async () => {
  shown(`<button id="a"></button><button id="b"></button><button id="c"></button>`);
  tool("b").focus();
  tool("b").replaceWith(Object.assign(document.createElement("button"), { id: "new" }));
  await settled();
  expect([stops(), tool("new").tabIndex]).toEqual([["new"], 0]);
  tool("new").setAttribute("disabled", "");
  await settled();
  expect(stops()).toEqual(["c"]);
  tool("c").remove();
  await settled();
  expect(stops()).toEqual(["a"]);
  row.append(Object.assign(document.createElement("button"), { id: "last" }));
  await settled();
  expect([stops(), tool("last").tabIndex]).toEqual([["a"], -1]);
});

it("passes over what a narrow window has no room for", () => {
  shown(`<button id="a"></button><button id="b"></button><button id="c"></button>`);
  const unseen = vi.spyOn(tool("a"), "getClientRects").mockReturnValue([] as unknown as DOMRectList);
  resized();
  expect(stops()).toEqual(["b"]);
  tool("b").focus();
  expect(pressed("ArrowLeft")).toEqual(["c", true]);
  unseen.mockRestore();
  resized();
  expect([pressed("ArrowRight"), stops()]).toEqual([["a", true], ["a"]]);
});

it("is every row that says it is one", () => {
  const rows = (readdirSync(SOURCE, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".svelte"))
    .flatMap((name) => [...readFileSync(join(SOURCE, name), "utf8").matchAll(/<(?!style)[^<]*role="toolbar"[^>]*>/g)].map(([tag]) => ({ name, tag })));
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ tag }) => !tag.includes("{@attach toolbar}"))).toEqual([]);
});
