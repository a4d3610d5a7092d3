/// The engine: Python, the compiled kernel and djambi, loaded into this worker. All files come at once, are
/// checked, and start without unpacking; nothing here knows what is asked of the engine afterwards.
import type { loadPyodide, PyodideInterface } from "pyodide";

import { EngineError } from "./fault";

/** A file of the engine: its name, a hash of the contents included, and what is transferred of it. */
export interface EngineFile {
  name: string;
  bytes: number;
  sha256: string;
}

/** The list of the engine's files, as tools/build_engine.py writes it. */
export interface EngineManifest {
  build: string;
  files: Record<"loader" | "asm" | "wasm" | "library" | "stdlib" | "djambi", EngineFile>;
}

/** How much of the engine is here, in bytes. */
export interface EngineProgress {
  loaded: number;
  total: number;
}

export interface EngineOptions {
  onProgress?: (progress: EngineProgress) => void;
  /** The name, without its ending, of the list of files of the build that the page was made for. */
  manifest?: string;
  /** Ask the server again for what the browser has kept, since that was damaged. */
  fresh?: boolean;
}

const LIBRARY = "/lib/engine.so";
const DJAMBI = "/lib/djambi.zip";
const START = `
import sys
sys.path.insert(0, "${DJAMBI}")
import side_modules
side_modules.install("${LIBRARY}")
`;

/**
 * Load the engine from the folder `base` (an absolute address that ends with a slash); in a module worker, once.
 *
 * Throws an EngineError; nothing has happened then, and it may be called again.
 */
export async function loadEngine(base: string, options: EngineOptions = {}): Promise<PyodideInterface> {
  const manifest = await readManifest(`${base}${options.manifest ?? "engine"}.json`, options);
  const downloads = new Downloads(base, manifest, options);
  const { loader, asm, wasm, library, stdlib, djambi } = manifest.files;
  // All at once, and the largest first.
  const compiled = downloads.open(wasm);
  const archives = [stdlib, djambi, library].map((file) => downloads.unpacked(file));
  // Whoever fails first is reported below; the others' failures are not news.
  for (const promise of [compiled, ...archives]) promise.catch(() => undefined);
  // The second of the two leaves a global function behind, which the first looks for.
  const [{ loadPyodide: boot }] = (await Promise.all([downloads.module(loader), downloads.module(asm)])) as [Loader, unknown];
  const [packages, python, code] = await Promise.all(archives);
  const booting = withAnswers(
    new Map([
      [`${base}pyodide.asm.wasm`, asWebAssembly(await compiled)],
      [`${base}stdlib.zip`, new Response(packages ?? null)],
      [`${base}pyodide-lock.json`, Response.json(LOCK)],
    ]),
    () => boot({ indexURL: base, stdLibURL: `${base}stdlib.zip` }),
  );
  const pyodide = await Promise.race([booting, downloads.failure]).catch((error: unknown) => {
    throw error instanceof EngineError ? error : new EngineError("broken", wasm.name, { cause: error });
  });
  await downloads.checked();
  pyodide.FS.writeFile(LIBRARY, new Uint8Array(code as ArrayBuffer));
  pyodide.FS.writeFile(DJAMBI, new Uint8Array(python as ArrayBuffer));
  pyodide.runPython(START);
  return pyodide;
}

interface Loader {
  loadPyodide: typeof loadPyodide;
}

/** What Pyodide wants to read of its packages: there are none. */
const LOCK = {
  info: { arch: "wasm32", platform: "emscripten_3_1_46", version: "0.25.1", python: "3.11.3" },
  packages: {},
};

async function readManifest(address: string, { fresh = false }: EngineOptions): Promise<EngineManifest> {
  let response: Response;
  try {
    response = await fetch(address, { cache: fresh ? "reload" : "no-cache" });
  } catch (error) {
    throw new EngineError("missing", address, { cause: error });
  }
  // A server that answers but does not have the list has another build by now.
  if (!response.ok) throw new EngineError(response.status === 404 ? "outdated" : "missing", address);
  return response.json().catch((error: unknown) => {
    throw new EngineError("damaged", address, { cause: error });
  }) as Promise<EngineManifest>;
}

/** The files of an engine on their way: counted, and compared with the manifest. */
class Downloads {
  private loaded = 0;
  private readonly total: number;
  private readonly checks: Promise<void>[] = [];
  /** Fails as soon as a file is found to be damaged; never fulfilled. */
  readonly failure: Promise<never>;
  private fail: (error: unknown) => void = () => undefined;

  constructor(
    private readonly base: string,
    manifest: EngineManifest,
    private readonly options: EngineOptions,
  ) {
    this.total = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
    this.failure = new Promise((_, reject) => (this.fail = reject));
    this.failure.catch(() => undefined);
  }

  /** The server's own answer, so that the browser may keep what it compiles; read and checked beside. */
  async open(file: EngineFile): Promise<Response> {
    const cache = this.options.fresh ? "reload" : "default";
    const response = await fetch(`${this.base}${file.name}`, { cache }).catch((error: unknown) => {
      throw new EngineError("missing", file.name, { cause: error });
    });
    if (!response.ok || !response.body) throw new EngineError("missing", file.name);
    const copy = response.clone();
    const check = this.read(file, copy.body as ReadableStream<Uint8Array<ArrayBuffer>>);
    check.catch(this.fail);
    this.checks.push(check);
    return response;
  }

  /** A script, fetched once to be counted and checked; the browser then has it. */
  async module(file: EngineFile): Promise<unknown> {
    const response = await this.open(file);
    await response.arrayBuffer();
    return import(/* @vite-ignore */ `${this.base}${file.name}`).catch((error: unknown) => {
      throw new EngineError("damaged", file.name, { cause: error });
    });
  }

  async unpacked(file: EngineFile): Promise<ArrayBuffer> {
    const { body } = await this.open(file);
    const plain = (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new DecompressionStream("gzip"));
    // The format has its own checksum, so a damaged file ends here even where no hash can be had.
    return new Response(plain).arrayBuffer().catch((error: unknown) => {
      throw new EngineError("damaged", file.name, { cause: error });
    });
  }

  /** Wait until every file was found to be whole. */
  async checked(): Promise<void> {
    await Promise.all(this.checks);
  }

  private async read(file: EngineFile, body: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> {
    const data = new Uint8Array(file.bytes);
    const reader = body.getReader();
    let length = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      if (length + part.value.length > file.bytes) throw new EngineError("damaged", file.name);
      data.set(part.value, length);
      length += part.value.length;
      this.loaded += part.value.length;
      this.options.onProgress?.({ loaded: this.loaded, total: this.total });
    }
    if (length !== file.bytes || !(await matches(data, file.sha256))) throw new EngineError("damaged", file.name);
  }
}

async function matches(data: Uint8Array<ArrayBuffer>, sha256: string): Promise<boolean> {
  // Browsers offer no hashes to pages over plain HTTP from elsewhere.
  if (!("subtle" in crypto)) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}

/** The answer, called WebAssembly where the server does not know it; else the very same, or the browser keeps nothing. */
function asWebAssembly(response: Response): Response {
  const type = "application/wasm";
  if (response.headers.get("Content-Type") === type) return response;
  return new Response(response.body, { headers: { "Content-Type": type } });
}

/** Run `work` while these addresses are answered with what is already here. */
async function withAnswers<T>(answers: Map<string, Response>, work: () => Promise<T>): Promise<T> {
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => answers.get(String(input)) ?? fetch(input, init);
  try {
    return await work();
  } finally {
    globalThis.fetch = fetch;
  }
}
