import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

const folder = join(import.meta.dirname, "..", "src", "learn");
const catalogue = (lang: string): Record<string, string> =>
  JSON.parse(
    readFileSync(join(import.meta.dirname, "..", "..", "src", "djambi", "texts", lang, "learn.json"), "utf8"),
  ) as Record<string, string>;

const code = readdirSync(folder)
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .join("\n");

describe("the sentences of lessons and rulebook", () => {
  const keys = Object.keys(catalogue("en"));
  const named = [...code.matchAll(/"(learn\.[a-z_.]+[a-z])"/g)].map((match) => match[1] ?? "");

  it("are all there where the screens name them", () => {
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });

  it("are all used", () => {
    expect(keys.filter((key) => !named.includes(key))).toEqual([]);
  });

  it("keep to their words in French", () => {
    const loose = Object.entries(catalogue("fr")).filter(([, text]) => / [:;?!»]|« /.test(text));
    expect(loose).toEqual([]);
  });
});
