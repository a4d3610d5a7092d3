// What comes late of a study changes nothing any more.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { OpenStudy } from "../src/analysis/study.svelte";
import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { studyApi } from "../src/api/study";
import type { BoardView, LookView, MoveView, StudyView } from "../src/generated/api";

const study = (start: string): StudyView => ({ start, variant: "square-4", edition: "original", rules: "original", tags: {}, comments: [], moves: [] });
const looked = { view: { stages: {}, position: "" }, move: null } as unknown as LookView;

/** Has studies be opened when the test says so, by their texts. */
function opening(): (text: string) => void {
  const waiting = new Map<string, (view: StudyView) => void>();
  vi.spyOn(studyApi, "open").mockImplementation((text) => new Promise((resolve) => waiting.set(text, resolve)));
  vi.spyOn(studyApi, "look").mockResolvedValue(looked);
  vi.spyOn(gamesApi, "board").mockImplementation((variant) => Promise.resolve({ name: variant } as unknown as BoardView));
  return (text) => waiting.get(text)?.(study(text));
}

describe("a study", () => {
  const fetched = vi.fn(() => Promise.reject(new TypeError("no network")));
  beforeEach(() => void vi.stubGlobal("fetch", fetched));
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    // All that is asked of a server is answered by the tests.
    expect(fetched).not.toHaveBeenCalled();
  });

  it("is the one that was opened last, in whatever order they come", async () => {
    const comes = opening();
    const open = new OpenStudy();
    const [one, other] = [open.open("one"), open.open("other")];
    comes("other");
    expect(await other).toBe(true);
    comes("one");
    expect(await one).toBe(false);
    expect([open.start, open.problem]).toEqual(["other", null]);
  });

  it("that nobody waits for any more is not opened", async () => {
    const comes = opening();
    const open = new OpenStudy();
    const one = open.open("one");
    open.close();
    comes("one");
    expect(await one).toBe(false);
    expect([open.start, open.looked]).toEqual(["", null]);
  });

  it("says what is wrong with a text, unless another one was opened meanwhile", async () => {
    const comes = opening();
    const open = new OpenStudy();
    vi.spyOn(studyApi, "open").mockRejectedValueOnce(new Error("unreadable"));
    const [wrong, right] = [open.open("wrong"), open.open("right")];
    comes("right");
    expect([await wrong, await right, open.problem]).toEqual([false, true, null]);
  });

  it("stays what it is until all of the next one is there, and where that cannot be had", async () => {
    const comes = opening();
    const open = new OpenStudy();
    const first = open.open("first");
    comes("first");
    await first;
    const { looked: shown, geometry } = open;
    for (const missing of [vi.mocked(gamesApi.board), vi.mocked(studyApi.look)]) {
      let fails: (error: Error) => void = () => undefined;
      missing.mockReturnValueOnce(new Promise<never>((_, reject) => (fails = reject)));
      const next = open.open("next");
      comes("next");
      await new Promise((done) => setTimeout(done));
      expect([open.start, open.looked, open.geometry, open.problem]).toEqual(["first", shown, geometry, null]);
      fails(new ApiError("unreachable", null));
      expect([await next, open.start, open.looked, open.geometry, open.problem]).toEqual([false, "first", shown, geometry, { key: "web.unreachable" }]);
    }
  });

  it("plays itself until something is chosen in it", async () => {
    const open = new OpenStudy();
    vi.spyOn(studyApi, "open").mockImplementation((start) =>
      Promise.resolve({ ...study(start), moves: ["one", "two"].map((text, parent) => ({ kind: "turn", parent, text, position: text, comments: [], before: [] }) as unknown as MoveView) }));
    vi.spyOn(studyApi, "look").mockResolvedValue(looked);
    vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
    const choices: (() => unknown)[] = [
      () => open.go(2),
      () => open.step(-1),
      () => open.play("a1-a2"),
      () => open.chooser.choose({ text: "a1", act: "move", cells: ["a1"] } as never),
      () => open.open("other"),
    ];
    for (const choose of choices) {
      await open.open("square-4");
      open.chooser.begin({ "": { prefix: "", kind: "piece", choices: [] } as never });
      open.running = true;
      await open.run();
      expect([open.here, open.running]).toEqual([1, true]);
      open.chooser.begin({ "": { prefix: "", kind: "piece", choices: [] } as never });
      void choose();
      await new Promise((done) => setTimeout(done));
      expect(open.running, String(choose)).toBe(false);
    }
  });

  it("shows and keeps nothing that was asked of the one before it", async () => {
    const comes = opening();
    const open = new OpenStudy();
    const first = open.open("first");
    comes("first");
    await first;
    let late: (found: LookView) => void = () => undefined;
    vi.spyOn(studyApi, "look").mockReturnValueOnce(new Promise((resolve) => (late = resolve)));
    const played = open.play("a1-a2");
    const second = open.open("second");
    comes("second");
    await second;
    late({ ...looked, move: { kind: "turn", text: "a1-a2", position: "late" } } as unknown as LookView);
    expect([await played, open.tree.nodes.size, open.changed]).toEqual([false, 1, false]);
  });

  it("does not say that nobody answered why a piece cannot go there, to whoever has gone on", async () => {
    const stage = (prefix: string, kind: string, text: string, cell: string) => ({ prefix, kind, choices: [{ text, act: "move", cells: [cell] }] });
    const stages = { "": stage("", "piece", "c3", "c3"), c3: stage("c3", "destination", "-c5", "c5") };
    const comes = opening();
    vi.spyOn(studyApi, "look").mockResolvedValue({ view: { stages, position: "" }, move: null } as unknown as LookView);
    let fail: (error: Error) => void = () => undefined;
    vi.spyOn(studyApi, "why").mockImplementation(() => new Promise((_, reject) => (fail = reject)));
    const open = new OpenStudy();
    const one = open.open("one");
    comes("one");
    await one;
    await open.chooser.pick("c3");
    await open.chooser.pick("a1");
    open.chooser.back();
    fail(new ApiError("unreachable", null));
    await new Promise((done) => setTimeout(done));
    expect(open.problem).toBeNull();
  });
});
