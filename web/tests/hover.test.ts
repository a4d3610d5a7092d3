import { join } from "node:path";

import { preprocessCSS, resolveConfig } from "vite";
import { expect, it } from "vitest";

const WEB = join(import.meta.dirname, "..");

/** Returns a style sheet as the build writes it, without its blanks. */
async function built(css: string): Promise<string> {
  const config = await resolveConfig({ root: WEB, configFile: join(WEB, "vite.config.ts") }, "build");
  return (await preprocessCSS(css, join(WEB, "src", "some.css"), config)).code.replaceAll(/\s/g, "");
}

it("what is for a pointer above it is for devices that have one: a finger leaves it behind where it tapped", async () => {
  expect(await built(".a:hover, .a[aria-current] { color: red } @media (min-width: 9px) { .b:hover { color: red } }")).toBe(
    ".a[aria-current]{color:red}@media(hover:hover){.a:hover{color:red}}@media(min-width:9px){@media(hover:hover){.b:hover{color:red}}}",
  );
});
