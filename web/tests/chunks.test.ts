import { expect, test } from "vitest";

import { manualChunks, type ModuleGraph } from "../scripts/chunks.mjs";

/** A graph of modules: what each imports at once, and what only later. */
function graph(modules: Record<string, { atOnce?: string[]; later?: string[] }>): ModuleGraph {
  return {
    getModuleIds: () => Object.keys(modules)[Symbol.iterator](),
    getModuleInfo(id) {
      const found = modules[id];
      return found ? { id, isEntry: id === "main", importedIds: found.atOnce ?? [], dynamicallyImportedIds: found.later ?? [] } : null;
    },
  };
}

const APP = graph({
  main: { atOnce: ["app"] },
  app: { atOnce: ["board"], later: ["learn", "lobby", "press", "board"] },
  board: {},
  learn: { atOnce: ["form", "board", "words"] },
  lobby: { atOnce: ["form", "words"] },
  press: { atOnce: ["form", "ink"], later: ["board"] },
  form: { atOnce: ["field", "board"] },
  field: {},
  words: {},
  ink: {},
});

function named(ids: string[]): (string | undefined)[] {
  const chunk = manualChunks();
  return ids.map((id) => chunk(id, APP));
}

test("all that is loaded with the page is one file, also what later parts use too", () => {
  expect(named(["main", "app", "board"])).toEqual(["index", "index", "index"]);
});

test("what three later parts need is one file", () => {
  expect(named(["form", "field"])).toEqual(["common", "common"]);
});

test("what one or two later parts need is left to Rollup", () => {
  expect(named(["learn", "lobby", "press", "words", "ink"])).toEqual([undefined, undefined, undefined, undefined, undefined]);
});

test("a module that the graph knows nothing of has no name", () => {
  expect(named(["elsewhere"])).toEqual([undefined]);
});
