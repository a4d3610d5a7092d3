import { expect, it } from "vitest";

import { percent, percents, signed } from "../src/lib/numbers";
import { texts } from "../src/lib/texts.svelte";

it("numbers are written as in the language that is spoken, with a true minus sign", async () => {
  await texts.use("en");
  expect([percent(0.256), signed(12), signed(-12), signed(0.2), signed(-0.256, "percent")]).toEqual(["26%", "+12", "−12", "0", "−26%"]);
  await texts.use("fr");
  expect([percent(0.256), signed(-0.256, "percent")].map((text) => text.replace(/\s/, " "))).toEqual(["26 %", "−26 %"]);
});

it.each([
  [{ r: 0.257, b: 0.255, y: 0.254, g: 0.234 }, ["26%", "26%", "25%", "23%"]],
  [{ r: 0.255, b: 0.255, y: 0.255, g: 0.235 }, ["25%", "25%", "25%", "23%"]],
  [{ r: 1 / 3, b: 1 / 3, y: 1 / 3 }, ["33%", "33%", "33%"]],
  [{ r: 0.4, b: 0.3, y: 0.3 }, ["40%", "30%", "30%"]],
  [{ r: 0.994, b: 0.003, y: 0.003 }, ["100%", "0%", "0%"]],
  [{ r: 0.29, b: 0.57, y: 0.14 }, ["29%", "57%", "14%"]],
  [{ r: 1, b: 0 }, ["100%", "0%"]],
  [{}, []],
])("shares of one whole are rounded together: %o", async (shares, expected) => {
  await texts.use("en");
  expect(Object.values(percents(shares))).toEqual(expected);
});

it("shares of one whole add up to a hundred, whatever they are", () => {
  for (let i = 0; i < 500; i += 1) {
    const parts = Array.from({ length: 2 + (i % 7) }, (_, at) => Math.abs(Math.sin(i * 12.9898 + at * 78.233)));
    const whole = parts.reduce((sum, part) => sum + part, 0);
    const rounded = percents(Object.fromEntries(parts.map((part, at) => [`p${at}`, part / whole])));
    expect(Object.values(rounded).reduce((sum, text) => sum + parseInt(text, 10), 0)).toBe(100);
  }
});
