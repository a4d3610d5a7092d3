import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

import { describe, expect, it } from "vitest";

import { imports as aliases } from "../package.json";

const SRC = join(import.meta.dirname, "..", "src");

/** The rooms of the app: each may use those before it (README.md). */
const ROOMS = [
  ..."generated styles engine host api board lib ui session cast campaign people setup clock pacts talk game".split(" "),
  ..."analysis press career watch embed learn puzzles editor lobby table home page app worker".split(" "),
];

/** The files behind a name of package.json's `imports` (`#host`): one for each build. */
const aliased = Object.fromEntries(
  Object.entries(aliases).map(([name, target]) => [name, (typeof target === "string" ? [target] : Object.values<string>(target)).map((file) => join(SRC, "..", file))]),
);

const files = (readdirSync(SRC, { recursive: true }) as string[])
  .map((name) => join(SRC, name))
  .filter((path) => statSync(path).isFile() && /\.(ts|svelte)$/.test(path));

const roomOf = (path: string): string => relative(SRC, path).split(sep)[0] ?? "";

/** The files that a file imports, at once or later. */
function imports(path: string): string[] {
  const found = readFileSync(path, "utf8").matchAll(/(?:from|import)\s*\(?\s*"([.#][^"]+)"/g);
  return [...found]
    .flatMap(([, name = ""]) => aliased[name] ?? [join(dirname(path), name)])
    .map((name) => (existsSync(name) ? name : `${name}.ts`));
}

describe("the rooms of the app", () => {
  it("are all known", () => {
    expect(readdirSync(SRC).filter((name) => statSync(join(SRC, name)).isDirectory() && !ROOMS.includes(name))).toEqual([]);
  });

  it("use only those before them", () => {
    const wrong = files.flatMap((path) =>
      imports(path)
        .filter((other) => other.startsWith(SRC) && dirname(path) !== SRC)
        .filter((other) => ROOMS.indexOf(roomOf(other)) > ROOMS.indexOf(roomOf(path)))
        .map((other) => `${relative(SRC, path)} -> ${relative(SRC, other)}`),
    );
    expect(wrong).toEqual([]);
  });
});
