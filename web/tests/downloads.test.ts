// @vitest-environment node
// The engine's files on their way: counted, checked, and missed where they do not come.

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Downloads, fetchManifest, type EngineFile, type EngineManifest, type EngineProgress } from "../src/engine/downloads";
import { EngineError } from "../src/engine/fault";

const BASE = "https://djambi.example/engine/";

/** What a server sends of each file, part by part; "cut" is the end of the connection, and "wait" of all that comes. */
type Part = Uint8Array | "cut" | "wait";
const server = new Map<string, Part[] | number>();
const asked: { address: string; cache: RequestCache | undefined }[] = [];

const bytes = (...values: number[]): Uint8Array<ArrayBuffer> => Uint8Array.from(values);

function body(parts: readonly Part[], signal: AbortSignal | null | undefined): ReadableStream<Uint8Array> {
  const left = [...parts];
  return new ReadableStream({
    pull(to) {
      const part = left.shift();
      if (part === undefined) to.close();
      else if (part === "cut") to.error(new TypeError("the connection is gone"));
      else if (part !== "wait") to.enqueue(part);
      else return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason as Error)));
      return undefined;
    },
  });
}

async function answer(address: string, { cache, signal }: RequestInit = {}): Promise<Response> {
  asked.push({ address, cache });
  const found = server.get(address.slice(BASE.length));
  if (found === undefined) throw new TypeError("no network");
  if (typeof found === "number") return new Response("no such file", { status: found });
  return new Response(body(found, signal));
}

/** Returns a file of the list, as it was built. */
function file(name: string, contents: Uint8Array): EngineFile {
  return { name, bytes: contents.length, sha256: createHash("sha256").update(contents).digest("hex") };
}

/** Returns the downloads of some files, and how far they have come. */
function downloads(files: readonly EngineFile[], fresh = false): { loads: Downloads; progress: EngineProgress[] } {
  const progress: EngineProgress[] = [];
  const manifest = { build: "b", files: Object.fromEntries(files.map((each) => [each.name, each])) } as unknown as EngineManifest;
  const loads = new Downloads(BASE, manifest, { fresh, onProgress: (now) => progress.push(now) });
  return { loads, progress };
}

/** Returns what is wrong with which file. */
const faultOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "fine",
    (error: unknown) => (error instanceof EngineError ? [error.fault, error.file] : error),
  );

beforeEach(() => {
  server.clear();
  asked.length = 0;
  vi.stubGlobal("fetch", answer);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the list of files", () => {
  const text = (words: string): Uint8Array => new TextEncoder().encode(words);
  const list = (fresh = false): Promise<EngineManifest> => fetchManifest(`${BASE}list.json`, { fresh });

  it("is asked for anew each time, and past what the browser has kept where that was damaged", async () => {
    server.set("list.json", [text('{"build": "b",'), text('"files": {}}')]);
    expect(await list()).toEqual({ build: "b", files: {} });
    await list(true);
    expect(asked.map(({ cache }) => cache)).toEqual(["no-cache", "reload"]);
  });

  it.each([
    ["there is no network", undefined, "missing"],
    ["the server has another build by now", 404, "outdated"],
    ["the server fails", 503, "missing"],
    ["the connection breaks in the middle", [text('{"build": '), "cut" as const], "missing"],
    ["it is no list", [text("<!doctype html>")], "damaged"],
  ])("says what is wrong where %s", async (_, found, fault) => {
    if (found !== undefined) server.set("list.json", found);
    expect(await faultOf(list())).toEqual([fault, `${BASE}list.json`]);
  });

  it("is missing where it does not come in half a minute", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => (expect(ms).toBe(30_000), AbortSignal.abort()));
    vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => signal?.throwIfAborted());
    expect(await faultOf(list())).toEqual(["missing", `${BASE}list.json`]);
    timeout.mockRestore();
  });
});

describe("a file of the engine", () => {
  const contents = bytes(1, 2, 3, 4, 5);

  it("is handed on as it comes, counted and found to be whole", async () => {
    server.set("wasm", [contents.slice(0, 2), contents.slice(2)]);
    server.set("other", [bytes(7)]);
    const { loads, progress } = downloads([file("wasm", contents), file("other", bytes(7))]);
    expect(progress).toEqual([{ loaded: 0, total: 6 }]);
    expect(new Uint8Array(await (await loads.open(file("wasm", contents))).arrayBuffer())).toEqual(contents);
    await loads.open(file("other", bytes(7)));
    await loads.checked();
    expect([progress.at(-1), progress.map(({ loaded }) => loaded).toSorted((a, b) => a - b)]).toEqual([{ loaded: 6, total: 6 }, progress.map(({ loaded }) => loaded)]);
    expect(asked.map(({ cache }) => cache)).toEqual(["default", "default"]);
  });

  it("is asked for past what the browser has kept where that was damaged", async () => {
    server.set("wasm", [contents]);
    const { loads } = downloads([file("wasm", contents)], true);
    await loads.open(file("wasm", contents));
    await loads.checked();
    expect(asked).toEqual([{ address: `${BASE}wasm`, cache: "reload" }]);
  });

  it.each([
    ["is shorter", [contents.slice(0, 4)], "damaged"],
    ["is longer", [contents, bytes(6)], "damaged"],
    ["has other contents", [bytes(1, 2, 3, 4, 6)], "damaged"],
    ["breaks off", [contents.slice(0, 4), "cut" as const], "missing"],
  ])("that %s is told at once", async (_, found, fault) => {
    server.set("wasm", found);
    const { loads } = downloads([file("wasm", contents)]);
    await loads.open(file("wasm", contents));
    expect(await faultOf(loads.failure)).toEqual([fault, "wasm"]);
    expect(await faultOf(loads.checked())).toEqual([fault, "wasm"]);
    loads.end();
  });

  it.each([
    ["the server does not have", 404],
    ["cannot be fetched", undefined],
  ])("that %s is missing", async (_, found) => {
    if (found !== undefined) server.set("wasm", found);
    const { loads } = downloads([file("wasm", contents)]);
    expect(await faultOf(loads.open(file("wasm", contents)))).toEqual(["missing", "wasm"]);
    loads.end();
  });

  it("counts as whole where the browser offers no hashes", async () => {
    vi.stubGlobal("crypto", {});
    server.set("wasm", [bytes(9, 9, 9, 9, 9)]);
    const { loads } = downloads([file("wasm", contents)]);
    await loads.open(file("wasm", contents));
    expect(await faultOf(loads.checked())).toBe("fine");
  });

  it("is unpacked", async () => {
    const packed = Uint8Array.from(gzipSync(contents));
    server.set("library", [packed]);
    const { loads } = downloads([file("library", packed)]);
    expect(new Uint8Array(await loads.unpacked(file("library", packed)))).toEqual(contents);
  });

  it.each([
    ["is damaged where it cannot be unpacked", (packed: Uint8Array): Part[] => [bytes(...packed.map(() => 7))], "damaged"],
    ["is missing where it breaks off on its way", (packed: Uint8Array): Part[] => [packed.slice(0, 12), "cut"], "missing"],
  ])("%s", async (_, sent, fault) => {
    const packed = Uint8Array.from(gzipSync(contents));
    server.set("library", sent(packed));
    const { loads } = downloads([file("library", packed)]);
    expect(await faultOf(loads.unpacked(file("library", packed)))).toEqual([fault, "library"]);
    expect(await faultOf(loads.checked())).toEqual([fault, "library"]);
    loads.end();
  });

  it.each([
    ["is damaged where it does not run", (script: Uint8Array): Part[] => [script], "damaged"],
    ["is missing where it breaks off on its way", (script: Uint8Array): Part[] => [script.slice(0, 4), "cut"], "missing"],
  ])("that is a script %s", async (_, sent, fault) => {
    const script = new TextEncoder().encode("what is this");
    server.set("loader", sent(script));
    const { loads } = downloads([file("loader", script)]);
    expect(await faultOf(loads.module(file("loader", script)))).toEqual([fault, "loader"]);
    loads.end();
  });
});

describe("files of which nothing comes any more", () => {
  const contents = bytes(1, 2, 3);

  it("are missing after half a minute, and no longer waited for", async () => {
    vi.useFakeTimers();
    server.set("wasm", [contents.slice(0, 1), "wait"]);
    const { loads } = downloads([file("wasm", contents)]);
    const opened = await loads.open(file("wasm", contents));
    const failure = faultOf(loads.failure);
    const read = opened.arrayBuffer().catch(() => "given up");
    await vi.advanceTimersByTimeAsync(25_000);
    expect(await Promise.race([failure, "waiting"])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(5_000);
    expect([await failure, await read]).toEqual([["missing", "nothing comes any more"], "given up"]);
    loads.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("have all the time where something comes now and then", async () => {
    vi.useFakeTimers();
    let send: (part: Uint8Array) => void = () => undefined;
    vi.stubGlobal("fetch", async () => new Response(new ReadableStream<Uint8Array>({ start: (to) => void (send = (part) => to.enqueue(part)) })));
    const { loads } = downloads([file("wasm", contents)]);
    const opened = loads.open(file("wasm", contents));
    const failure = faultOf(loads.failure);
    await vi.advanceTimersByTimeAsync(0);
    for (const value of contents) {
      await vi.advanceTimersByTimeAsync(25_000);
      send(bytes(value));
      await vi.advanceTimersByTimeAsync(0);
    }
    await opened;
    // All of it is here: starting it may take as long as it likes.
    expect(vi.getTimerCount()).toBe(0);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await Promise.race([failure, "waiting"])).toBe("waiting");
  });
});
