import { afterEach, expect, it } from "vitest";

import { stepOf } from "../src/ui/step-keys";

afterEach(() => document.body.replaceChildren());

/** What a key asks for, pressed where this stands. */
function pressed(html: string, key: string, init: KeyboardEventInit = {}): number {
  document.body.innerHTML = html;
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
  let by = 0;
  addEventListener("keydown", (heard) => (by = stepOf(heard)), { once: true });
  (document.body.querySelector("[data-here]") ?? document.body).dispatchEvent(event);
  return by;
}

it("steps with the left and right keys, also from a button", () => {
  expect(pressed("", "ArrowLeft")).toBe(-1);
  expect(pressed("<button data-here></button>", "ArrowRight")).toBe(1);
  expect(pressed("", "ArrowUp")).toBe(0);
});

it.each([
  "<input data-here>",
  "<dialog><button data-here></button></dialog>",
  "<dialog open></dialog><button data-here></button>",
  "<div role='tablist'><button data-here></button></div>",
  "<svg><g data-cell='a1' data-here></g></svg>",
])("leaves the keys to %s", (html) => {
  expect(pressed(html, "ArrowLeft")).toBe(0);
});

it("leaves the browser its own keys", () => {
  expect(pressed("", "ArrowLeft", { altKey: true })).toBe(0);
});
