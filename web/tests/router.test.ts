import { beforeEach, expect, it } from "vitest";

import { router } from "../src/lib/router.svelte";

beforeEach(() => router.go("/new"));

/** Returns where a click on a link leads the app, and whether it is left to the browser. */
function clicked(attributes: string, init: MouseEventInit = {}): [path: string, left: boolean] {
  document.body.innerHTML = `<a href="/rules" ${attributes}>Rules</a>`;
  document.body.addEventListener("click", router.follow, { once: true });
  let left = false;
  const browser = (event: Event): void => {
    left = !event.defaultPrevented;
    event.preventDefault();
  };
  addEventListener("click", browser, { once: true });
  document.querySelector("a")?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init }));
  return [router.path, left];
}

it("a plain click on a link stays in the app", () => {
  expect(clicked("")).toEqual(["/rules", false]);
});

it.each([{ altKey: true }, { ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])("a click with %o is the browser's", (init) => {
  expect(clicked("", init)).toEqual(["/new", true]);
});

it.each(["target='_blank'", "download"])("a link with %s is the browser's", (attributes) => {
  expect(clicked(attributes)).toEqual(["/new", true]);
});
