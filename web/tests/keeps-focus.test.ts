import { afterEach, beforeEach, expect, it } from "vitest";

import { keepsFocus } from "../src/ui/keeps-focus";

let list: HTMLElement;
let detach = (): void => undefined;

beforeEach(() => {
  document.body.innerHTML = `<ul>${["a", "b", "c"].map((row) => `<li id="${row}"><a href="/" id="${row}1"></a><button id="${row}2"></button></li>`).join("")}</ul>`;
  list = document.querySelector("ul") as HTMLElement;
  detach = keepsFocus(list);
});
afterEach(() => {
  detach();
  document.body.replaceChildren();
});

const one = (id: string): HTMLElement => document.getElementById(id) as HTMLElement;
/** Takes away what has the focus, or what is around it; returns where the focus is then. */
async function without(focused: string, taken: string): Promise<string | undefined> {
  one(focused).focus();
  one(taken).remove();
  // A browser has the focus nowhere then.
  if (document.activeElement !== document.body) (document.activeElement as HTMLElement | null)?.blur();
  await new Promise((done) => setTimeout(done));
  return document.activeElement?.id;
}

it("a row that goes leaves the focus to the same control of the next one, the last to the one before", async () => {
  expect([await without("b2", "b"), await without("c1", "c")]).toEqual(["c2", "a1"]);
});

it("a control that goes alone leaves the focus to another one of its row, and to one of the list where there is none", async () => {
  expect([await without("b2", "b2"), await without("b1", "b1")]).toEqual(["b1", "a1"]);
});

it("what goes elsewhere changes nothing", async () => {
  one("a1").focus();
  one("b").remove();
  await new Promise((done) => setTimeout(done));
  expect(document.activeElement?.id).toBe("a1");
});
