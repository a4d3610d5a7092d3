import { beforeEach, expect, it, vi } from "vitest";

import { whenChosen } from "../src/ui/when-chosen";

const chosen = vi.fn();

beforeEach(() => chosen.mockReset());

function list(): HTMLSelectElement {
  document.body.innerHTML = "<select><option>a</option><option>b</option><option>c</option></select>";
  const found = document.querySelector("select") as HTMLSelectElement;
  whenChosen(({ value }) => chosen(value))(found);
  found.focus();
  return found;
}

const key = (to: HTMLSelectElement, name: string): boolean => to.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));

/** Chooses as a browser does of itself. */
function choose(in_: HTMLSelectElement, value: string): void {
  in_.value = value;
  in_.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Presses an arrow key on a list that is closed. */
async function pass(through: HTMLSelectElement, to: string): Promise<void> {
  key(through, "ArrowDown");
  choose(through, to);
  await new Promise((done) => setTimeout(done));
}

it("a choice that keys pass over does nothing before Enter", async () => {
  const made = list();
  await pass(made, "b");
  await pass(made, "c");
  expect(chosen).not.toHaveBeenCalled();
  expect(key(made, "Enter")).toBe(false);
  made.blur();
  expect(chosen.mock.calls).toEqual([["c"]]);
});

it("whoever leaves the list has chosen", async () => {
  const made = list();
  await pass(made, "b");
  made.blur();
  expect(chosen.mock.calls).toEqual([["b"]]);
});

it("Escape goes back to what was chosen before", async () => {
  const made = list();
  await pass(made, "b");
  await pass(made, "c");
  key(made, "Escape");
  made.blur();
  expect([made.value, chosen.mock.calls]).toEqual(["a", []]);
});

it("a choice in an open list counts at once, by mouse and by key", async () => {
  const made = list();
  choose(made, "b");
  key(made, " ");
  key(made, "ArrowDown");
  await new Promise((done) => setTimeout(done));
  expect(key(made, "Enter")).toBe(true);
  choose(made, "c");
  expect(chosen.mock.calls).toEqual([["b"], ["c"]]);
});
