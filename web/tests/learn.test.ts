import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { namedIn } from "../src/learn/named";

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

describe("the pieces that a sentence names", () => {
  const english: Record<string, string> = { C: "Chief", A: "Assassin", R: "Reporter", D: "Diplomat", N: "Necromobile", M: "Militant" };
  const nameOf = (kind: string): string => english[kind] ?? "";

  it("are found in the order of the sentence, each once", () => {
    expect(namedIn("Bring your Militant to the Chief: Militants walk.", nameOf)).toEqual(["M", "C"]);
  });

  it("are none where there is only a word that contains the name", () => {
    expect(namedIn("Chieftains reportedly walk.", nameOf)).toEqual([]);
  });

  it("are found beside French letters and apostrophes", () => {
    expect(namedIn("Avec l\u2019Assassin, tuez le N\u00e9cromobile.", (kind) => (kind === "N" ? "N\u00e9cromobile" : nameOf(kind)))).toEqual(["A", "N"]);
  });
});
