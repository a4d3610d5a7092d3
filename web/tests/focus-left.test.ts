import { beforeEach, expect, it } from "vitest";

import { whenFocusLeaves } from "../src/ui/focus-left";

const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

/** A place with two offers that can be answered, and a count of how often the focus went with one. */
function offers(): { one: HTMLElement; other: HTMLElement; left: () => number; end: () => void } {
  document.body.innerHTML = "<main><p><button>No</button></p><p><button>Later</button></p></main><button>Elsewhere</button>";
  const [place, one, other] = ["main", "p", "p:last-child"].map((at) => document.querySelector<HTMLElement>(at));
  if (!place || !one || !other) throw new Error("no page");
  let left = 0;
  const end = whenFocusLeaves(() => left++)(place);
  return { one, other, left: () => left, end };
}

beforeEach(() => (document.body.innerHTML = ""));

it("the focus that goes with an answered offer goes on elsewhere", async () => {
  const { one, other, left, end } = offers();
  one.querySelector("button")?.focus();
  other.remove();
  await settled();
  expect(left()).toBe(0);
  one.remove();
  await settled();
  expect(left()).toBe(1);
  end();
});

it("the focus that is elsewhere, or nowhere, stays there when an offer goes", async () => {
  const { one, other, left, end } = offers();
  one.querySelector("button")?.focus();
  document.querySelector<HTMLElement>("body > button")?.focus();
  one.remove();
  await settled();
  other.querySelector("button")?.focus();
  other.querySelector("button")?.blur();
  await settled();
  other.remove();
  await settled();
  expect(left()).toBe(0);
  end();
});
