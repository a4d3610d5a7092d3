import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import { ask, read } from "../src/api/http";
import { failureNotice, failureTitle, isMissing } from "../src/lib/failures";
import { noticeText } from "../src/lib/notice";
import { texts } from "../src/lib/texts.svelte";

const WORDS = { en: "There is no such puzzle.", fr: "Ce problème n’existe pas." };

/** Returns how a call fails that is answered so. */
async function failure(answer: () => Promise<Response>): Promise<unknown> {
  vi.stubGlobal("fetch", answer);
  return ask("get", "/api/puzzles/x").then(() => expect.unreachable(), (error: unknown) => error);
}

const answered = (status: number): (() => Promise<Response>) => () => Promise.resolve(Response.json({ code: "no_puzzle", words: WORDS }, { status }));

describe("a screen that could not be fetched", () => {
  beforeAll(() => texts.use("en"));
  afterEach(() => vi.unstubAllGlobals());

  it.each([
    [404, "There is nothing here"],
    [400, "Request refused"],
    [401, "Request refused"],
    [403, "Request refused"],
    [429, "Too many requests"],
    [500, "Server error"],
    [503, "Server error"],
  ])("is told apart by the status %i", async (status, title) => {
    const error = await failure(answered(status));
    expect([failureTitle(error), noticeText(failureNotice(error))]).toEqual([title, WORDS.en]);
  });

  it("is worth another attempt, unless there is no such thing", async () => {
    expect(isMissing(await failure(answered(404)))).toBe(true);
    expect(isMissing(await failure(answered(503)))).toBe(false);
  });

  it.each([
    ["the network is away", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a proxy answers for it", () => Promise.resolve(new Response("<h1>502 Bad Gateway</h1>", { status: 502 }))],
    ["a host knows nothing of the game", () => Promise.resolve(new Response("not found", { status: 404 }))],
  ])("has nobody who answered where %s", async (_, answer) => {
    const error = await failure(answer);
    expect([failureTitle(error), noticeText(failureNotice(error)), isMissing(error)]).toEqual([
      "No answer",
      "The server is not answering. Is djambi still running?",
      false,
    ]);
  });

  it("has nobody who answered where the answer breaks off", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response('{"id": "x", ')));
    const error: unknown = await read("get", "/api/puzzles").catch((found: unknown) => found);
    expect(failureTitle(error)).toBe("No answer");
  });

  it("has nobody who answered where a part of the page did not come", () => {
    const error = new TypeError("Failed to fetch dynamically imported module");
    dispatchEvent(Object.assign(new Event("vite:preloadError"), { payload: error }));
    expect([failureTitle(error), noticeText(failureNotice(error))]).toEqual(["No answer", "The server is not answering. Is djambi still running?"]);
  });

  it("is the page's own fault where no call failed, which the console tells of", () => {
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const error = new TypeError("x is undefined");
    expect([failureTitle(error), noticeText(failureNotice(error))]).toEqual([
      "Something went wrong here",
      "The page made a mistake. Your games are as they were: try again, and reload the page if it happens again.",
    ]);
    expect(logged).toHaveBeenCalledWith(error);
  });
});

/** Their promises never fail. */
const SURE = ["PersonCard.svelte", "Resigning.svelte"];

it("whatever is awaited while a component is drawn says what is shown where it fails", () => {
  const src = join(import.meta.dirname, "..", "src");
  const paths = (readdirSync(src, { recursive: true }) as string[]).filter((path) => path.endsWith(".svelte") && !SURE.some((name) => path.endsWith(name)));
  const count = (path: string, what: RegExp): number => [...readFileSync(join(src, path), "utf8").matchAll(what)].length;
  expect(paths.filter((path) => count(path, /\{#await /g) !== count(path, /\{:catch\b/g))).toEqual([]);
});
