// Says how much script and style the first page loads, compressed, and fails above the budget.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const BUDGET = 120 * 1024;
const web = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(web, "..", "src", "djambi", "server", "static");
const page = readFileSync(join(folder, "index.html"), "utf8");
const first = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+\.(?:js|css))"/g)].map((m) => m[1]);
// The texts of one language are loaded at once too.
const texts = readdirSync(join(folder, "assets")).filter((name) => name.startsWith("texts-fr"));
first.push(...texts.map((name) => `/assets/${name}`));
let total = 0;
for (const name of first) {
  const size = gzipSync(readFileSync(join(folder, name)), { level: 9 }).length;
  total += size;
  console.log(`${(size / 1024).toFixed(1).padStart(7)} KB  ${name}`);
}
console.log(`${(total / 1024).toFixed(1).padStart(7)} KB  first load, of ${BUDGET / 1024} KB`);
process.exitCode = total > BUDGET ? 1 : 0;
