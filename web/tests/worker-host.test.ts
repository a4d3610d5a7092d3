import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { EngineState } from "../src/host/engine-process";
import { linesOf } from "../src/host/json-lines";
import { WorkerHost } from "../src/host/worker-host";
import { answer, ScriptedWorker } from "./engine-worker";

function made() {
  const states: EngineState[] = [];
  const waiting: number[] = [];
  const storage = vi.fn();
  const outdated = vi.fn();
  const changed = (state: EngineState, n: number): void => void (states.push(state), waiting.push(n));
  const host = new WorkerHost(() => new ScriptedWorker(), "b1", { changed, storage, outdated });
  return { host, states, waiting, storage, outdated };
}

/** Everything that can be done without waiting is done. */
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe("an engine in a worker as host", () => {
  beforeEach(() => {
    ScriptedWorker.all = [];
    vi.useFakeTimers();
  });
  afterEach(() => vi.useRealTimers());

  it("lets questions wait until the engine is ready, in their order, and tells how far it is", async () => {
    const { host, states, waiting } = made();
    const told = { message: vi.fn(), closed: vi.fn() };
    const first = host.call("POST", "/api/games?id=g", { body: { variant: "square-4" } });
    const connection = host.connect("/api/games/g/socket?after=2", told);
    connection.send("{}");
    expect(connection.state).toBe("open");
    const worker = ScriptedWorker.last;
    expect(worker.sent).toEqual([{ type: "load", build: "b1", fresh: false }]);
    worker.says({ type: "progress", loaded: 5, total: 10 }, { type: "starting" });
    expect(waiting.at(-1)).toBe(3);
    worker.says({ type: "ready" });
    expect(worker.sent.slice(1)).toEqual([
      { type: "request", number: 1, method: "POST", address: "/api/games?id=g", body: '{"variant":"square-4"}' },
      { type: "connect", number: 2, game: "g", query: "after=2" },
      { type: "take", number: 2, text: "{}" },
    ]);
    expect([...new Set(states.map(({ phase }) => phase))]).toEqual(["loading", "starting", "ready"]);
    expect([states.at(-1), waiting.at(-1)]).toEqual([{ phase: "ready" }, 0]);
    worker.says(answer(1, '{"id":"g"}', true, 201), { type: "message", number: 2, text: "hello" });
    const given = await first;
    expect([given.status, given.headers.get("content-type"), await given.json()]).toEqual([201, "application/json", { id: "g" }]);
    expect(told.message).toHaveBeenCalledWith("hello");
  });

  it("ends an answer of which nobody reads the next line", async () => {
    const { host } = made();
    const asked = host.call("POST", "/api/setup");
    const worker = ScriptedWorker.last;
    worker.says({ type: "ready" }, answer(1, '{"n":1}\n', false), answer(1, '{"n":2}\n', false));
    for await (const { n } of linesOf<{ n: number }>(await asked)) if (n === 1) break;
    await settle();
    expect(worker.sent.at(-1)).toEqual({ type: "cancel", number: 1 });
    expect(() => worker.says(answer(1, '{"n":3}\n', false))).not.toThrow();
  });

  it("gives an answer that comes in lines as they come", async () => {
    const { host } = made();
    const asked = host.call("POST", "/api/setup");
    const worker = ScriptedWorker.last;
    worker.says({ type: "ready" }, answer(1, '{"n":1}\n', false), answer(1, '{"n":2}\n', false));
    const lines = linesOf<{ n: number }>(await asked);
    expect([(await lines.next()).value, (await lines.next()).value]).toEqual([{ n: 1 }, { n: 2 }]);
    worker.says(answer(1, "", true));
    expect((await lines.next()).done).toBe(true);
  });

  it("hands over an empty answer and a refusal as a server does", async () => {
    const { host } = made();
    const asked = [host.call("DELETE", "/api/games/g"), host.call("GET", "/api/nothing")];
    ScriptedWorker.last.says({ type: "ready" }, answer(1, "", true, 204), answer(2, '{"code":"no_page"}', true, 404));
    const [empty, refused] = await Promise.all(asked);
    expect([empty?.status, empty?.ok, refused?.status, refused?.ok]).toEqual([204, true, 404, false]);
  });

  it("ends a connection with the engine's code, or quietly when the page closes it", () => {
    const { host } = made();
    const told = { message: vi.fn(), closed: vi.fn() };
    const [one, two] = [host.connect("/api/games/a/socket", told), host.connect("/api/games/b/socket", told)];
    const worker = ScriptedWorker.last;
    worker.says({ type: "ready" }, { type: "closed", number: 1, code: 4404 });
    two.close();
    worker.says({ type: "message", number: 2, text: "late" });
    expect([one.state, two.state, told.closed.mock.calls, told.message.mock.calls]).toEqual(["closed", "closed", [[4404]], []]);
    expect(worker.sent.at(-1)).toEqual({ type: "close", number: 2 });
  });

  it.each([
    ["a message", (worker: ScriptedWorker) => worker.says({ type: "failed", fault: "damaged", detail: "x" }), "damaged"],
    ["a script that is not there", (worker: ScriptedWorker) => worker.breaks(), "missing"],
    ["a script that fails", (worker: ScriptedWorker) => worker.breaks("ReferenceError"), "broken"],
  ])("says why it could not load (%s), and answers what waits when a second try works", async (_, fail, fault) => {
    const { host, states } = made();
    const asked = host.call("GET", "/api/lessons");
    const failed = ScriptedWorker.last;
    fail(failed);
    expect([states.at(-1), failed.ended]).toMatchObject([{ phase: "failed", fault }, true]);
    host.start();
    expect(ScriptedWorker.all).toHaveLength(2);
    // What the browser kept of damaged files is not to be believed.
    expect(ScriptedWorker.last.sent).toEqual([{ type: "load", build: "b1", fresh: fault === "damaged" }]);
    ScriptedWorker.last.says({ type: "ready" }, answer(1, "{}"));
    expect((await asked).ok).toBe(true);
    // What the first one still says is no news.
    failed.says({ type: "failed", fault: "broken", detail: "" });
    expect(host.state.phase).toBe("ready");
  });

  it("tells who asked when an engine that ran is gone; connections come back to the next one", async () => {
    const { host } = made();
    const told = { message: vi.fn(), closed: vi.fn() };
    host.connect("/api/games/g/socket", told);
    const asked = host.call("GET", "/api/lessons");
    const caught = expect(asked).rejects.toThrow("out of memory");
    ScriptedWorker.last.says({ type: "ready" }, { type: "failed", fault: "broken", detail: "out of memory" });
    await caught;
    expect(told.closed).toHaveBeenCalledWith(1006);
    host.connect("/api/games/g/socket?after=4", told);
    host.start();
    ScriptedWorker.last.says({ type: "ready" });
    expect(ScriptedWorker.last.sent.at(-1)).toMatchObject({ type: "connect", query: "after=4" });
  });

  it("tells what is wrong with storing, and that the page is too old", () => {
    const { host, storage, outdated } = made();
    host.start();
    ScriptedWorker.last.says({ type: "storage", saved: false, reason: "full" }, { type: "storage", saved: true, reason: "" }, { type: "outdated" });
    expect([storage.mock.calls, outdated.mock.calls.length]).toEqual([[["full"], [""]], 1]);
  });

  it("no longer hears a signal of which the request is at an end, however it ended", async () => {
    const { host } = made();
    const { signal } = new AbortController();
    const heard = new Set<unknown>();
    vi.spyOn(signal, "addEventListener").mockImplementation((_: string, listener: unknown) => void heard.add(listener));
    vi.spyOn(signal, "removeEventListener").mockImplementation((_: string, listener: unknown) => void heard.delete(listener));
    const asked = [1, 2, 3].map(() => host.call("GET", "/api/lessons", { signal }));
    expect(heard.size).toBe(3);
    const worker = ScriptedWorker.last;
    worker.says({ type: "ready" }, answer(1, "{}"), answer(2, "{}\n", false), answer(2, "", true));
    expect(heard.size).toBe(1);
    worker.says({ type: "failed", fault: "broken", detail: "" });
    expect([heard.size, (await Promise.allSettled(asked)).map(({ status }) => status)]).toEqual([0, ["fulfilled", "fulfilled", "rejected"]]);
  });

  it("takes back what is not asked yet", async () => {
    const { host, waiting } = made();
    const stop = new AbortController();
    const asked = host.call("GET", "/api/lessons", { signal: stop.signal });
    const caught = expect(asked).rejects.toThrow("aborted");
    stop.abort();
    await caught;
    expect(waiting.at(-1)).toBe(0);
    ScriptedWorker.last.says({ type: "ready" });
    expect(ScriptedWorker.last.asked).toEqual(["load"]);
    await expect(host.call("GET", "/api/lessons", { signal: stop.signal })).rejects.toThrow("aborted");
  });

  it("analyses in a worker of its own, which is started when it is first needed", async () => {
    const { host } = made();
    host.start();
    const games = ScriptedWorker.last;
    games.says({ type: "ready" });
    void host.call("POST", "/api/study/think", { body: {} });
    expect(ScriptedWorker.all).toHaveLength(2);
    ScriptedWorker.last.says({ type: "ready" });
    await settle();
    expect([games.asked, ScriptedWorker.last.asked]).toEqual([["load"], ["load", "request"]]);
    void host.call("POST", "/api/study/look", { body: {} });
    expect(games.asked).toEqual(["load", "request"]);
  });

  it("leaves an analysis in peace that ends in time, and ends the worker of one that does not", async () => {
    const { host } = made();
    const [quick, slow] = [new AbortController(), new AbortController()];
    const first = host.call("POST", "/api/study/think", { body: { position: "a" }, signal: quick.signal });
    const worker = ScriptedWorker.last;
    worker.says({ type: "ready" }, answer(1, "{}\n", false));
    await first;
    quick.abort();
    expect(worker.sent.at(-1)).toEqual({ type: "cancel", number: 1 });
    worker.says({ type: "cancelled", number: 1 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(worker.ended).toBe(false);

    const game = host.call("POST", "/api/study/game", { body: {} });
    void host.call("POST", "/api/study/think", { body: { position: "b" }, signal: slow.signal }).catch(() => undefined);
    worker.says(answer(2, '{"n":0}\n', false));
    const lines = linesOf<{ n: number }>(await game);
    expect((await lines.next()).value).toEqual({ n: 0 });
    slow.abort();
    const next = host.call("POST", "/api/study/think", { body: { position: "c" } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect([worker.ended, ScriptedWorker.all.length]).toEqual([true, 2]);
    // The other one's analysis goes on where it can, and what was asked meanwhile is answered.
    ScriptedWorker.last.says({ type: "ready" });
    expect(ScriptedWorker.last.sent.slice(1)).toMatchObject([{ number: 2 }, { number: 4 }]);
    ScriptedWorker.last.says(answer(2, '{"n":1}\n', false), answer(4, "{}"));
    expect([(await lines.next()).value, (await next).ok]).toEqual([{ n: 1 }, true]);
  });

  it("gives back the memory of an analysis that has nothing to do, and never that of the games", async () => {
    const { host } = made();
    const games = host.call("GET", "/api/lessons");
    ScriptedWorker.last.says({ type: "ready" }, answer(1, "{}"));
    await games;
    const asked = host.call("POST", "/api/study/game", { body: {} });
    const analysis = ScriptedWorker.last;
    analysis.says({ type: "ready" }, answer(1, '{"n":0}\n', false));
    await asked;
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(analysis.ended).toBe(false);
    analysis.says(answer(1, "", true));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(ScriptedWorker.all.map(({ ended }) => ended)).toEqual([false, true]);
    void host.call("POST", "/api/study/think", { body: {} });
    expect(ScriptedWorker.all).toHaveLength(3);
  });

  it("tells who wanted an analysis that it cannot be had, and tries anew when asked again", async () => {
    const { host, states } = made();
    host.start();
    ScriptedWorker.last.says({ type: "ready" });
    const asked = host.call("POST", "/api/study/think", { body: {} });
    const caught = expect(asked).rejects.toThrow("gone");
    ScriptedWorker.last.says({ type: "failed", fault: "missing", detail: "gone" });
    await caught;
    expect(states.at(-1)).toEqual({ phase: "ready" });
    const again = host.call("POST", "/api/study/think", { body: {} });
    ScriptedWorker.last.says({ type: "ready" }, answer(2, "{}"));
    expect((await again).ok).toBe(true);
  });
});
