// Runs Pyodide in Node.js, so that the very interpreter of the page packs its Python: see tools/engine/pack.py.
// The folder DJAMBI_STAGE has what goes in, and receives the archives.
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { loadPyodide } from "pyodide";

const stage = process.env.DJAMBI_STAGE;
try {
  // The order of sets is part of the bytecode.
  const pyodide = await loadPyodide({ env: { PYTHONHASHSEED: "0" } });
  pyodide.FS.mkdir("/stage");
  pyodide.FS.mount(pyodide.FS.filesystems.NODEFS, { root: stage }, "/stage");
  pyodide.runPython(readFileSync(join(stage, "pack.py"), "utf8"));
} catch (error) {
  // Only the message: where it happened is a line of a megabyte.
  console.error(error.message ?? String(error));
  process.exitCode = 1;
}
