import { expect, it } from "vitest";

import { percent, signed } from "../src/lib/numbers";
import { texts } from "../src/lib/texts.svelte";

it("numbers are written as in the language that is spoken, with a true minus sign", async () => {
  await texts.use("en");
  expect([percent(0.256), signed(12), signed(-12), signed(0.2), signed(-0.256, "percent")]).toEqual(["26%", "+12", "−12", "0", "−26%"]);
  await texts.use("fr");
  expect([percent(0.256), signed(-0.256, "percent")].map((text) => text.replace(/\s/, " "))).toEqual(["26 %", "−26 %"]);
});
