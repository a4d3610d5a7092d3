import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

import { afterEach, describe, expect, it, vi } from "vitest";

import { t, texts } from "../src/lib/texts.svelte";

const source = join(import.meta.dirname, "..", "src");
const catalogue = (lang: string, part: string): Record<string, string> =>
  JSON.parse(
    readFileSync(join(source, "..", "..", "src", "djambi", "texts", lang, `${part}.json`), "utf8"),
  ) as Record<string, string>;

function files(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : [path];
  });
}

const code = files(source)
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");

describe.each(["web", "campaign", "clock", "embed", "engine", "learn", "online", "page", "paper", "puzzles", "settings", "study", "table", "tutorial", "watch"])("the app's sentences of %s.json", (part) => {
  const keys = Object.keys(catalogue("en", part));

  it("are all there where the app names them", () => {
    const named = [...code.matchAll(new RegExp(`["'\`](${part}\\.(?!json["'\`])[a-z_.]+[a-z])["'\`]`, "g"))].map((match) => match[1] ?? "");
    const has = (key: string): boolean => keys.includes(key) || keys.includes(`${key}.one`);
    expect(named.length).toBeGreaterThan(keys.length / 3);
    expect(named.filter((key) => !has(key))).toEqual([]);
  });

  it("are all used", () => {
    // A key that is put together (`party.state.${status}`): each value is a word without a dot.
    const built = [...code.matchAll(new RegExp(`\`(${part}\\.[^\`]*\\$\\{[^\`]*)\``, "g"))].map(
      ([, template = ""]) => new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\$\{[^}]*\}/g, "[^.]+")}(\\.(one|other))?$`),
    );
    const used = (key: string): boolean =>
      code.includes(`"${key}"`) ||
      code.includes(`"${key.replace(/\.(one|other)$/, "")}"`) ||
      built.some((pattern) => pattern.test(key)) ||
      // What one finds on a screen, said where it is led to (`Ways.svelte`).
      (key.endsWith(".line") && ["key", "title"].some((name) => code.includes(`${name}: "${key.replace(/\.line$/, "")}"`)));
    expect(keys.filter((key) => !used(key))).toEqual([]);
  });

  it("fill in the same values in both languages", () => {
    const french = catalogue("fr", part);
    const holes = (text: string): string => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted().join();
    for (const [key, text] of Object.entries(catalogue("en", part))) expect(holes(french[key] ?? ""), key).toBe(holes(text));
  });

  it("leave no French colon or question mark alone at the start of a line", () => {
    const loose = Object.entries(catalogue("fr", part)).filter(([, text]) => / [:;?!»]|« /.test(text));
    expect(loose).toEqual([]);
  });
});

describe("a sentence", () => {
  it("elides “de” and “que” in French where a value begins with a vowel", async () => {
    await texts.use("fr");
    expect(t("party.state.vassal", { lord: t("party.o") })).toBe("vassal d’Orange");
    expect(t("party.state.vassal", { lord: t("party.r") })).toBe("vassal de Rouge");
    expect(t("web.prompt.wait", { player: "Émile" })).toBe("En attente d’Émile.");
    expect(texts.fill("que {party}, de {cell} à {other}", (name) => ({ party: "Orange", cell: "e5" })[name])).toBe("qu’Orange, de e5 à {other}");
    expect(texts.fill("de {cell}", () => "o")).toBe("de o");
    await texts.use("en");
    expect(texts.fill("que {party}", () => "Orange")).toBe("que Orange");
  });
});

describe("what is written for readers alone", () => {
  it("begins with no comma: it is taken for a block, and its name would read \"Talk , 2 new\"", () => {
    expect(code.match(/class="hidden">\s*(?:\{`\s*)?[,.;:].*/g)).toBeNull();
  });
});

describe("dates", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ["en", ["en-GB", "en"], "en-GB"],
    ["fr", ["en-GB", "fr-CH"], "fr-CH"],
    // A browser without an own language may name one that no format knows.
    ["en", ["en-US@posix"], "en"],
    ["fr", ["de-DE", "en-US"], "fr"],
  ] as const)("are written in %s as whoever reads %j does", async (lang, languages, locale) => {
    vi.spyOn(navigator, "languages", "get").mockReturnValue(languages);
    await texts.use(lang);
    expect(texts.locale).toBe(locale);
    await texts.use("en");
  });
});
