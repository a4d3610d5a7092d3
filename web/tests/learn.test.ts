import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { pictured } from "../src/learn/named";

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
  const colours: Record<string, string> = { r: "red", b: "blue", y: "yellow" };
  const naming = { kind: (kind: string): string => english[kind] ?? "", colour: (party: string): string => colours[party] ?? "" };
  const PIECES = ["rM c3", "rC a1", "bC i1", "bA d9", "yA h4", "rR d4"].map((one) => ({ party: one[0] ?? "", kind: one[1] ?? "", cell: one.slice(3) }));
  const drawn = (sentence: string): string[] =>
    pictured(sentence, naming, PIECES, "r").flatMap(({ kind, party, text }) => (kind === "" ? [] : [`${party}${kind} ${text}`]));

  it("are those of whoever is spoken to, or of the colour said, or on the cell said", () => {
    expect(drawn("Bring your Militant to the blue Chief, past the Assassin on d9.")).toEqual(["rM Militant", "bC Chief", "bA Assassin"]);
    expect(drawn("Two Assassins look towards the Reporter.")).toEqual(["A Assassins", "rR Reporter"]);
  });

  it("leave the sentence as it is", () => {
    const sentence = "Chieftains reportedly walk; Militants do.";
    expect(pictured(sentence, naming, PIECES, "r").map(({ text }) => text).join("")).toBe(sentence);
    expect(drawn(sentence)).toEqual(["rM Militants"]);
  });

  it("are found beside French letters and apostrophes", () => {
    const french = { kind: (kind: string): string => (kind === "N" ? "N\u00e9cromobile" : naming.kind(kind)), colour: (party: string): string => ({ b: "bleu" })[party] ?? "" };
    const parts = pictured("Avec votre Assassin, tuez l\u2019Assassin bleu, puis le N\u00e9cromobile.", french, PIECES, "r");
    expect(parts.filter(({ kind }) => kind !== "").map(({ kind, party }) => party + kind)).toEqual(["rA", "bA", "N"]);
  });
});
