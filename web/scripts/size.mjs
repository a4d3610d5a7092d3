// Says how much script and style the first screen loads, compressed, and fails above the budget. With `page` it looks at
// the build that needs no server: also at all of it, engine included, that is loaded once and kept.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

import { appFiles } from "./install.mjs";

const KB = 1024;
const ALONE = process.argv.includes("page");
const FIRST_BUDGET = 150 * KB;
const WHOLE_BUDGET = 7 * KB * KB;
const web = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(web, "..", ...(ALONE ? ["build", "page"] : ["src", "djambi", "server", "static"]));

/** Returns the bytes of a file on its way; pictures and fonts are packed already. */
function sizeOf(name) {
  const content = readFileSync(join(folder, name));
  return Math.min(content.length, gzipSync(content, { level: 9 }).length);
}

function row(bytes, what) {
  console.log(`${(bytes / KB).toFixed(1).padStart(8)} KB  ${what}`);
}

/** Prints files and their sum, with the budget; returns the sum. */
function table(names, title, budget) {
  const sizes = names.map((name) => [name, sizeOf(name)]);
  for (const [name, bytes] of sizes) row(bytes, name);
  const sum = sizes.reduce((total, [, bytes]) => total + bytes, 0);
  row(sum, `${title}, of ${budget / KB} KB`);
  if (sum > budget) process.exitCode = 1;
}

const page = readFileSync(join(folder, "index.html"), "utf8");
const first = [...page.matchAll(/(?:src|href)="(?:\.?\/)((?:assets\/)?[^"/]+\.(?:js|css))"/g)].map(([, name]) => name);
// What the first screen fetches itself is loaded at once too: the texts of one language, the coup that is shown there, and
// what a page without a server says of itself, with its worker. The tests of the first load find what is missing here.
const later = ALONE ? /^(?:texts-fr|Coup|Notices|Kept|sizes|worker)-/ : /^(?:texts-fr|Coup)-/;
const chunks = readdirSync(join(folder, "assets"));
first.push(...chunks.filter((name) => later.test(name)).map((name) => `assets/${name}`));
if (ALONE)
  for (const part of ["page", "engine"]) {
    const languages = chunks.filter((name) => name.startsWith(`${part}-`) && name.endsWith(".js")).map((name) => `assets/${name}`);
    first.push(...languages.toSorted((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 1));
  }
table([...new Set(first)], "script and style of the first screen", FIRST_BUDGET);

if (ALONE) {
  console.log("");
  const groupOf = (name) =>
    name.startsWith("engine/") ? name : name.includes("/") ? name.split("/")[0] : "the page, its icons and its manifest";
  const sums = new Map();
  for (const name of appFiles(folder)) sums.set(groupOf(name), (sums.get(groupOf(name)) ?? 0) + sizeOf(name));
  for (const [group, bytes] of sums) row(bytes, group);
  const whole = [...sums.values()].reduce((total, bytes) => total + bytes, 0);
  row(whole, `all that is kept for playing without a network, of ${WHOLE_BUDGET / KB} KB`);
  if (whole > WHOLE_BUDGET) process.exitCode = 1;
}
