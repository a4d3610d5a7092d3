import { describe, expect, it } from "vitest";

import { ApiError } from "../src/api/http";
import { linesOfCall } from "../src/api/lines";

const encoder = new TextEncoder();

/** Returns an answer of these pieces, which then ends or breaks off. */
const answer = (pieces: string[], broken?: Error): Response =>
  new Response(
    new ReadableStream({
      pull(controller) {
        const piece = pieces.shift();
        if (piece !== undefined) controller.enqueue(encoder.encode(piece));
        else if (broken) controller.error(broken);
        else controller.close();
      },
    }),
  );

/** Returns the lines that came, and how the answer ended. */
async function read(found: Response, signal?: AbortSignal): Promise<[unknown[], unknown]> {
  const lines: unknown[] = [];
  try {
    for await (const line of linesOfCall(found, signal)) lines.push(line);
    return [lines, null];
  } catch (error) {
    return [lines, error];
  }
}

describe("an answer in lines", () => {
  it("comes whole, however it is cut", async () => {
    expect(await read(answer(["1\n2", "\n", "3\n"]))).toEqual([[1, 2, 3], null]);
  });

  it("that breaks off is one of a server that cannot be reached", async () => {
    for (const found of [answer(["1\n"], new Error("reset")), answer(["1\n", '{"code":'])]) {
      const [lines, error] = await read(found);
      expect([lines, error instanceof ApiError && error.code]).toEqual([[1], "unreachable"]);
    }
  });

  it("that was given up tells that", async () => {
    const stop = new AbortController();
    stop.abort();
    const error = new Error("aborted");
    expect(await read(answer([], error), stop.signal)).toEqual([[], error]);
  });
});
