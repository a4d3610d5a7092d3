import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { foldersOf, partOf } from "../scripts/licences.mjs";

const WEB = join(import.meta.dirname, "..");

describe("the licences of the app's parts", () => {
  it("are those of the packages whose modules are in the build", () => {
    const files = ["/w/src/main.ts", "/w/node_modules/idb/build/index.js", "/w/node_modules/@a/b/x.css", "/w/node_modules/idb/build/wrap.js"];
    expect(foldersOf(files)).toEqual(["/w/node_modules/@a/b", "/w/node_modules/idb"]);
    expect(foldersOf(["C:\\w\\node_modules\\@a\\b\\x.css", "C:/w/node_modules/@a/b/y.js"])).toEqual(["C:/w/node_modules/@a/b"]);
    expect(foldersOf(["/w/node_modules/a/node_modules/b/x.js"])).toEqual(["/w/node_modules/a/node_modules/b"]);
  });

  it("come with their terms", () => {
    const part = partOf(join(WEB, "node_modules", "svelte"));
    expect([part.name, part.licence]).toEqual(["svelte", "MIT"]);
    expect(part.text).toContain("Permission is hereby granted");
  });

  it("are demanded: a package without any cannot be part of the app", () => {
    expect(() => partOf(WEB)).toThrow("djambi-web");
  });
});
