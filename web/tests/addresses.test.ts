// The app's addresses in the browser's address bar: as paths on a server, behind the # in a folder of files.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { linkTo } from "../src/analysis/link";
import { hashAddresses, pathAddresses } from "../src/lib/addresses";

const POSITION = linkTo("/edit", "square-4 bga,own_kills=none 9/9/9/9/9/6bM2/9/1rA6bC/rC8 r,b>r~,y!*,g? rbyg r+b 0 12");
const ADDRESSES = ["/", "/g/abc", "/rules?edition=bga", "/analyse#g=abc", POSITION];

describe.each([
  ["as paths", pathAddresses, "https://djambi.example/"],
  ["behind the #", hashAddresses, "https://files.example/some/where/index.html"],
])("addresses %s", (_, addresses, page) => {
  it.each(ADDRESSES)("come back as they were written: %s", (address) => {
    const shown = new URL(addresses.write(address), page);
    expect(addresses.read(shown)).toBe(new URL(address, "https://djambi.example/").href.slice("https://djambi.example".length));
    expect(addresses.follow(addresses.write(address))).toBe(address);
  });

  it("leave other links to the browser", () => {
    for (const foreign of ["https://elsewhere.example/", "blob:x", "#top", ""]) expect(addresses.follow(foreign)).toBeNull();
  });
});

describe("addresses behind the #", () => {
  it("stay in the folder, and have one # only", () => {
    const shown = new URL(hashAddresses.write(POSITION), "https://files.example/some/where/");
    expect(shown.pathname).toBe("/some/where/");
    expect(shown.href.split("#")).toHaveLength(2);
  });

  it("are home where there is none", () => {
    for (const hash of ["", "#", "#top"]) expect(hashAddresses.read(new URL(`https://files.example/${hash}`))).toBe("/");
  });
});

describe("the app", () => {
  it("writes no address past them", () => {
    const source = join(import.meta.dirname, "..", "src");
    const past = /href="\/|\bhistory\.|location\.(?:hash|search|pathname|origin)/;
    const found = (readdirSync(source, { recursive: true }) as string[])
      .filter((name) => /\.(?:svelte|ts)$/.test(name) && !/lib.(?:router\.svelte|addresses)\.ts$/.test(name))
      .filter((name) => past.test(readFileSync(join(source, name), "utf8")));
    expect(found).toEqual([]);
  });
});
