// What style sheets and components ask for by name is there: a variable that nobody sets silently turns its rule off.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

import { artCss } from "../scripts/art-css.mjs";
import themes from "../src/board/themes.json";
import art from "../../src/djambi/render/art.json";

const SRC = join(import.meta.dirname, "..", "src");

const sources = (readdirSync(SRC, { recursive: true }) as string[])
  .filter((name) => /\.(css|svelte)$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(SRC, name), "utf8") }));

const names = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, name = ""]) => name);

it("uses only variables that are set somewhere, unless it says what stands in for them", () => {
  const set = new Set(names([artCss(art, themes), ...sources.map(({ text }) => text)].join("\n"), /(--[\w-]+)(?:=\{|:)/g));
  const wrong = sources.flatMap(({ name, text }) => names(text, /var\((--[\w-]+)\)/g).filter((used) => !set.has(used)).map((used) => `${name}: ${used}`));
  expect(wrong).toEqual([]);
});

it("lists say that they are lists, which they are not without marks for VoiceOver", () => {
  const lists = sources.flatMap(({ name, text }) => [...text.matchAll(/<[ou]l\b(?:=>|[^>])*/g)].map(([tag]) => ({ name, tag })));
  expect(lists.length).toBeGreaterThan(59);
  for (const { name, tag } of lists) expect(tag, name).toContain(' role="list"');
});

it("is built for the oldest browsers that the guide names, with the prefixes that they need", () => {
  const read = (name: string): string => readFileSync(join(SRC, "..", name), "utf8");
  const [, ...versions] = /Chromium (\d+), Firefox (\d+), Safari (\d+\.\d+)/.exec(read("../docs/how-to/host-a-page.md")) ?? [];
  const targets = ["chrome", "firefox", "safari"].map((browser, i) => `"${browser}${versions[i] ?? ""}"`);
  expect(read("vite.config.ts")).toContain(`target: ["es2022", ${targets.join(", ")}]`);
});
