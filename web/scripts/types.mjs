// Writes src/generated/messages.ts from the server's message structs, so that the two cannot drift.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const python = process.env["PYTHON"] ?? "python3";
const text = execFileSync(python, ["-m", "djambi.server.apps.typescript"], {
  cwd: dirname(web),
  encoding: "utf8",
  maxBuffer: 4 * 1024 * 1024,
});
const folder = join(web, "src", "generated");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "messages.ts"), text);
