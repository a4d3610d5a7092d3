// The engine's files on their way: all at once, counted, and compared with the list that the build wrote.

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

export interface DownloadOptions {
  onProgress?: (progress: EngineProgress) => void;
  /** Ask the server again for what the browser has kept, since that was damaged. */
  fresh?: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** How often it is asked whether anything has come, and how often in a row nothing may: 30 seconds in all. */
const LOOK_MS = 5_000;
const MAX_IDLE_LOOKS = 6;

/** Fetches the list of files at an address. */
export async function fetchManifest(address: string, { fresh = false }: DownloadOptions): Promise<EngineManifest> {
  const signal = AbortSignal.timeout(LOOK_MS * MAX_IDLE_LOOKS);
  const answer = await fetch(address, { cache: fresh ? "reload" : "no-cache", signal }).catch((error: unknown) => {
    throw new EngineError("missing", address, { cause: error });
  });
  // A server that answers but does not have the list has another build by now.
  if (!answer.ok) throw new EngineError(answer.status === 404 ? "outdated" : "missing", address);
  const text = await answer.text().catch((error: unknown) => {
    throw new EngineError("missing", address, { cause: error });
  });
  try {
    return JSON.parse(text) as EngineManifest;
  } catch (error) {
    throw new EngineError("damaged", address, { cause: error });
  }
}

export class Downloads {
  readonly #base: string;
  readonly #options: DownloadOptions;
  readonly #total: number;
  #loaded = 0;
  /** What is found of the files that come, by their names. */
  readonly #checks = new Map<string, Promise<void>>();
  readonly #stalled = new AbortController();
  // Looks are counted, not seconds: a worker that is busy starting Python sees nothing of what comes meanwhile.
  readonly #looks: ReturnType<typeof setInterval>;
  #idle = 0;
  #fail: (error: unknown) => void = () => undefined;
  /** Fails as soon as a file is found to be damaged or does not come; never fulfilled. */
  readonly failure = new Promise<never>((_, reject) => (this.#fail = reject));

  constructor(base: string, manifest: EngineManifest, options: DownloadOptions) {
    this.#base = base;
    this.#options = options;
    this.#total = Object.values(manifest.files).reduce((sum, file) => sum + file.bytes, 0);
    this.failure.catch(() => undefined);
    this.#looks = setInterval(() => this.#look(), LOOK_MS);
    this.#came(0);
  }

  /** The server's own answer, from which the browser keeps what it compiles; its contents are checked beside. */
  async open(file: EngineFile): Promise<Response> {
    const cache = this.#options.fresh ? "reload" : "default";
    const answer = await fetch(`${this.#base}${file.name}`, { cache, signal: this.#stalled.signal }).catch((error: unknown) => {
      throw new EngineError("missing", file.name, { cause: error });
    });
    if (!answer.ok || !answer.body) throw new EngineError("missing", file.name);
    const check = this.#check(file, answer.clone().body as ReadableStream<Bytes>);
    check.catch(this.#fail);
    this.#checks.set(file.name, check);
    return answer;
  }

  /** A script, fetched first to be counted and checked; the browser has it then. */
  async module(file: EngineFile): Promise<unknown> {
    await this.#read(file, (answer) => answer.arrayBuffer());
    return import(/* @vite-ignore */ `${this.#base}${file.name}`).catch((error: unknown) => {
      throw new EngineError("damaged", file.name, { cause: error });
    });
  }

  /** What a file has inside of gzip, whose own checksum counts where the browser offers no hashes. */
  unpacked(file: EngineFile): Promise<ArrayBuffer> {
    const unpack = (packed: ReadableStream<Bytes>) => new Response(packed.pipeThrough(new DecompressionStream("gzip")));
    return this.#read(file, ({ body }) => unpack(body as ReadableStream<Bytes>).arrayBuffer());
  }

  /** Waits until every file was found to be whole. */
  async checked(): Promise<void> {
    await Promise.all(this.#checks.values());
  }

  /** Gives up nothing any more: everything is here, or nobody waits for it. */
  end(): void {
    clearInterval(this.#looks);
  }

  /** Reads all of a file; where that fails, its check knows whether it came at all. */
  async #read(file: EngineFile, read: (answer: Response) => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
    const answer = await this.open(file);
    try {
      return await read(answer);
    } catch (error) {
      await this.#checks.get(file.name);
      throw new EngineError("damaged", file.name, { cause: error });
    }
  }

  async #check(file: EngineFile, body: ReadableStream<Bytes>): Promise<void> {
    const data = new Uint8Array(file.bytes);
    const reader = body.getReader();
    const next = () =>
      reader.read().catch((error: unknown) => {
        throw new EngineError("missing", file.name, { cause: error });
      });
    let length = 0;
    for (let part = await next(); !part.done; part = await next()) {
      if (length + part.value.length > file.bytes) throw new EngineError("damaged", file.name);
      data.set(part.value, length);
      length += part.value.length;
      this.#came(part.value.length);
    }
    if (length !== file.bytes || !(await matches(data, file.sha256))) throw new EngineError("damaged", file.name);
  }

  #came(bytes: number): void {
    this.#loaded += bytes;
    this.#idle = 0;
    this.#options.onProgress?.({ loaded: this.#loaded, total: this.#total });
    if (this.#loaded === this.#total) this.end();
  }

  #look(): void {
    this.#idle += 1;
    if (this.#idle < MAX_IDLE_LOOKS) return;
    const error = new EngineError("missing", "nothing comes any more");
    this.#fail(error);
    this.#stalled.abort(error);
  }
}

async function matches(data: Bytes, sha256: string): Promise<boolean> {
  // Browsers offer no hashes to pages that come over plain HTTP from another machine.
  if (!("subtle" in crypto)) return true;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === sha256;
}
