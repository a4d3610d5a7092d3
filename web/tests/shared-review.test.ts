import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { TurnReviewView } from "../src/generated/api";
import { ALONE_MS, PIECE, REVIEW } from "../src/host/shared-review";
import { linesOf } from "../src/host/json-lines";
import { reviewers, WorkerHost } from "../src/host/worker-host";
import { answer, ScriptedWorker } from "./engine-worker";

/** Positions of the game: two whole pieces and a part of one. */
const TOTAL = 2 * PIECE + 5;

/** What a worker was asked last, as a piece of a review. */
function asked(worker: ScriptedWorker): { number: number; first: number } {
  const said = worker.sent.at(-1);
  if (said?.type !== "request") throw new Error(`asked for nothing: ${said?.type}`);
  const [, first] = new RegExp(`^${REVIEW}\\?first=(\\d+)&count=${PIECE}$`).exec(said.address) ?? [];
  return { number: said.number, first: Number(first) };
}

/** A worker answers a piece, or only so many lines of it. */
function does(worker: ScriptedWorker, lines = PIECE): void {
  const { number, first } = asked(worker);
  const numbers = Array.from({ length: PIECE }, (_, i) => first + i).filter((n) => n < TOTAL);
  for (const n of numbers.slice(0, lines)) worker.says(answer(number, `${JSON.stringify({ number: n, total: TOTAL - 1 })}\n`, false));
  if (lines >= numbers.length) worker.says(answer(number, "", true));
}

/** A review with so many processors; `numbers` are the positions whose lines have come. */
function reviewed(processors: number, signal?: AbortSignal) {
  const host = new WorkerHost(() => new ScriptedWorker(), "b1", {}, { hardwareConcurrency: processors });
  const numbers: number[] = [];
  async function read(): Promise<void> {
    const found = await host.call("POST", REVIEW, { body: { start: "p" }, ...(signal ? { signal } : {}) });
    for await (const line of linesOf<TurnReviewView>(found)) numbers.push(line.number);
  }
  return { numbers, done: read() };
}

const settle = (milliseconds = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
const worker = (number: number): ScriptedWorker => ScriptedWorker.all[number] as ScriptedWorker;
const all = Array.from({ length: TOTAL }, (_, n) => n);

/** A helper is there: it has said that it lives. */
async function comes(helper: ScriptedWorker): Promise<void> {
  helper.says({ type: "ready" });
  const said = helper.sent.at(-1);
  expect(said).toMatchObject({ type: "request", method: "GET", address: "/api/alive" });
  helper.says(answer(said?.type === "request" ? said.number : 0, "page"));
  await settle();
}

describe("a review by several engines", () => {
  beforeEach(() => {
    ScriptedWorker.all = [];
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it("comes in order, whoever is done first, and its helpers are given back", async () => {
    const { numbers, done } = reviewed(2);
    worker(0).says({ type: "ready" });
    does(worker(0), 3);
    await settle(ALONE_MS);
    expect([numbers, ScriptedWorker.all.length]).toEqual([[0, 1, 2], 2]);
    await comes(worker(1));
    expect(asked(worker(1)).first).toBe(PIECE);
    does(worker(1));
    await settle();
    expect(numbers).toEqual([0, 1, 2]);
    does(worker(0));
    await settle();
    expect(numbers).toEqual(all.slice(0, 2 * PIECE));
    expect(asked(worker(1)).first).toBe(2 * PIECE);
    does(worker(1));
    await done;
    expect(numbers).toEqual(all);
    await settle(60_000);
    expect(ScriptedWorker.all.map(({ ended }) => ended)).toEqual([false, true]);
  });

  it("needs no helper where it is done soon, nor waits for one that is still coming up", async () => {
    const soon = reviewed(4);
    worker(0).says({ type: "ready" });
    for (let piece = 0; piece < 3; piece++) {
      does(worker(0));
      await settle();
    }
    await soon.done;
    await settle(60_000);
    expect(ScriptedWorker.all).toHaveLength(1);

    const later = reviewed(2);
    worker(1).says({ type: "ready" });
    does(worker(1), 1);
    await settle(ALONE_MS);
    for (let piece = 0; piece < 3; piece++) {
      does(worker(1));
      await settle();
    }
    await later.done;
    expect([later.numbers, ScriptedWorker.all.length]).toEqual([all, 3]);
  });

  it("is the lead's alone where no helper can be had, or one fails in the middle", async () => {
    const { numbers, done } = reviewed(4);
    worker(0).says({ type: "ready" });
    does(worker(0), 1);
    await settle(ALONE_MS);
    worker(1).says({ type: "failed", fault: "broken", detail: "out of memory" });
    await comes(worker(2));
    does(worker(2), 4);
    does(worker(0));
    await settle();
    worker(2).says({ type: "failed", fault: "broken", detail: "out of memory" });
    does(worker(0));
    await settle();
    // What the helper did not finish is done again from its beginning.
    expect(asked(worker(0)).first).toBe(PIECE);
    does(worker(0));
    await done;
    expect(numbers).toEqual(all);
  });

  it("fails as one engine does, and nobody goes on", async () => {
    const { done } = reviewed(2);
    const caught = expect(done).rejects.toThrow("gone");
    worker(0).says({ type: "ready" });
    does(worker(0), 1);
    await settle(ALONE_MS);
    await comes(worker(1));
    const { number } = asked(worker(1));
    worker(0).says({ type: "failed", fault: "broken", detail: "gone" });
    await caught;
    expect(worker(1).sent.at(-1)).toEqual({ type: "cancel", number });
  });

  it("hands on a refusal, and ends when nobody reads it any more", async () => {
    const host = new WorkerHost(() => new ScriptedWorker(), "b1", {}, { hardwareConcurrency: 2 });
    const refused = host.call("POST", REVIEW, { body: {} });
    worker(0).says({ type: "ready" }, answer(1, '{"code":"thinking"}', true, 429));
    expect([(await refused).status, await (await refused).json()]).toEqual([429, { code: "thinking" }]);

    const stop = new AbortController();
    const { done } = reviewed(2, stop.signal);
    const caught = expect(done).rejects.toThrow("aborted");
    worker(1).says({ type: "ready" });
    does(worker(1), 1);
    await settle(ALONE_MS);
    await comes(worker(2));
    const numbers = [asked(worker(1)).number, asked(worker(2)).number];
    stop.abort();
    await caught;
    expect([worker(1), worker(2)].map(({ sent }) => sent.at(-1))).toEqual(numbers.map((number) => ({ type: "cancel", number })));
  });

  it("says so where pieces have holes", async () => {
    const { done } = reviewed(2);
    const caught = expect(done).rejects.toThrow("a review from 0 on ended after 2");
    worker(0).says({ type: "ready" });
    does(worker(0), 3);
    worker(0).says(answer(asked(worker(0)).number, "", true));
    await caught;
  });

  it("takes the processors of the device, but for one, and less where there is little memory", () => {
    expect([1, 2, 3, 4, 5, 64].map((hardwareConcurrency) => reviewers({ hardwareConcurrency }))).toEqual([1, 2, 2, 3, 4, 4]);
    expect([1, 2, 4, 8].map((deviceMemory) => reviewers({ hardwareConcurrency: 8, deviceMemory }))).toEqual([1, 1, 2, 4]);
  });
});
