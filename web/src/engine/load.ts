// The engine: Python, the compiled kernel and djambi, loaded into this worker. All files come at once, are checked, and
// start without unpacking; nothing here knows what is asked of the engine afterwards.

import type { loadPyodide, PyodideInterface } from "pyodide";

import { Downloads, fetchManifest, type DownloadOptions, type EngineManifest } from "./downloads";
import { EngineError } from "./fault";

export interface EngineOptions extends DownloadOptions {
  /** The name, without its ending, of the list of files of the build that the page was made for. */
  manifest?: string;
}

/** Where Python finds the compiled modules, and its own. */
const LIBRARY = "/lib/engine.so";
const DJAMBI = "/lib/djambi.zip";
const FIND_MODULES = `
import sys
sys.path.insert(0, "${DJAMBI}")
import side_modules
side_modules.install("${LIBRARY}")
`;

/** What Pyodide wants to read of packages that it could load: there are none. */
const NO_PACKAGES = {
  info: { arch: "wasm32", platform: "emscripten_3_1_46", version: "0.25.1", python: "3.11.3" },
  packages: {},
};

/**
 * Loads the engine from the folder `base` (an absolute address that ends with a slash); in a module worker, once.
 *
 * Throws an EngineError.
 */
export async function loadEngine(base: string, options: EngineOptions = {}): Promise<PyodideInterface> {
  const manifest = await fetchManifest(`${base}${options.manifest ?? "engine"}.json`, options);
  const downloads = new Downloads(base, manifest, options);
  try {
    return await start(base, manifest, downloads);
  } finally {
    downloads.end();
  }
}

async function start(base: string, manifest: EngineManifest, downloads: Downloads): Promise<PyodideInterface> {
  const { loader, asm, wasm, library, stdlib, djambi } = manifest.files;
  const files = Promise.all([
    // The largest first.
    downloads.open(wasm),
    downloads.unpacked(stdlib),
    downloads.unpacked(djambi),
    downloads.unpacked(library),
    downloads.module(loader) as Promise<{ loadPyodide: typeof loadPyodide }>,
    // It leaves a function behind that the loader looks for.
    downloads.module(asm),
  ]);
  const [compiled, standard, own, code, { loadPyodide: boot }] = await Promise.race([files, downloads.failure]);
  const answers = new Map([
    [`${base}pyodide.asm.wasm`, asWebAssembly(compiled)],
    [`${base}stdlib.zip`, new Response(standard)],
    [`${base}pyodide-lock.json`, new Response(JSON.stringify(NO_PACKAGES))],
  ]);
  const booting = withAnswers(answers, () => boot({ indexURL: base, stdLibURL: `${base}stdlib.zip` }));
  const pyodide = await Promise.race([booting, downloads.failure]).catch((error: unknown) => {
    throw error instanceof EngineError ? error : new EngineError("broken", wasm.name, { cause: error });
  });
  await downloads.checked();
  pyodide.FS.writeFile(LIBRARY, new Uint8Array(code));
  pyodide.FS.writeFile(DJAMBI, new Uint8Array(own));
  pyodide.runPython(FIND_MODULES);
  return pyodide;
}

/** The answer, called WebAssembly where the server does not know it; else the very same, or the browser keeps nothing. */
function asWebAssembly(answer: Response): Response {
  const type = "application/wasm";
  if (answer.headers.get("content-type") === type) return answer;
  return new Response(answer.body, { headers: { "content-type": type } });
}

/** Runs `work` while these addresses are answered with what is here already. */
async function withAnswers<T>(answers: ReadonlyMap<string, Response>, work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => answers.get(String(input)) ?? fetch(input, init);
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}
