// What fields say to the keyboards of phones.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

const SRC = join(import.meta.dirname, "..", "src");

const fields = (readdirSync(SRC, { recursive: true }) as string[])
  .filter((name) => name.endsWith(".svelte"))
  .flatMap((name) => [...readFileSync(join(SRC, name), "utf8").matchAll(/<input\b.*?\/>/gs)].map(([tag]) => ({ name, tag })));

it("names, codes and notation are left as they are typed", () => {
  const written = fields.filter(({ tag }) => !/type="(?:checkbox|file|number|radio|range)"|readonly/.test(tag));
  expect(written.length).toBeGreaterThan(4);
  for (const { name, tag } of written) {
    expect(tag, name).toContain('autocorrect="off"');
    expect(tag, name).toContain('spellcheck="false"');
  }
});

it("numbers bring a keyboard of digits", () => {
  const numbers = fields.filter(({ tag }) => tag.includes('type="number"'));
  expect(numbers.length).toBeGreaterThan(1);
  for (const { name, tag } of numbers) expect(tag, name).toContain('inputmode="numeric"');
});
