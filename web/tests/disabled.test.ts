// Buttons that have nothing to do for a while.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

const SOURCE = join(import.meta.dirname, "..", "src");

/** What a button brings about itself: it is under way, or there is no more of it. */
const OWN = /\b(?:asking|busy|going|keeping|making|painting|questioned|sending|starting|here|zoom|rounds)\b/;

it("a button that its own press puts out of use is not disabled, for browsers take the focus from those that are", () => {
  const found = (readdirSync(SOURCE, { recursive: true }) as string[])
    .filter((name) => name.endsWith(".svelte"))
    .flatMap((name) => {
      const buttons = readFileSync(join(SOURCE, name), "utf8").matchAll(/<button\b[^<]*?\sdisabled=\{([^}]*)\}/g);
      return [...buttons].filter(([, why = ""]) => OWN.test(why)).map(([, why = ""]) => `${name}: ${why}`);
    });
  expect(found).toEqual([]);
});
