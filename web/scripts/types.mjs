// Writes src/generated/api.ts from the server's OpenAPI document, so that the two cannot drift.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const python = process.env["PYTHON"] ?? "python3";
const document = execFileSync(python, ["-m", "djambi.server.apps.openapi"], {
  cwd: dirname(web),
  encoding: "utf8",
  maxBuffer: 16 * 1024 * 1024,
});
const types = await openapiTS(document, {
  // A field that may be left out when it is read says so in `required`, whatever its default.
  defaultNonNullable: false,
  // Every schema is a type of its own name.
  rootTypes: true,
  rootTypesNoSchemaPrefix: true,
});
const folder = join(web, "src", "generated");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "api.ts"), COMMENT_HEADER + astToString(types));
