// What comes late of a study changes nothing any more.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { OpenStudy } from "../src/analysis/study.svelte";
import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { studyApi } from "../src/api/study";
import type { BoardView, LookView, MoveView, StudyView, ThoughtView, TurnReviewView } from "../src/generated/api";

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

  describe("of a game", () => {
    const move = (kind: string, text: string, parent: number, position: string) => ({ kind, text, party: "r", parent, position, comments: [], before: [] }) as unknown as MoveView;
    const moves = [move("turn", "a1-a2", 0, "p1"), move("turn", "b1-b2", 1, "p2"), move("resigned", "", 2, "p3")];
    let look = vi.spyOn(studyApi, "look");

    async function opened(at: "start" | "end" = "start"): Promise<OpenStudy> {
      const open = new OpenStudy();
      await open.open("game", at);
      return open;
    }
    beforeEach(() => {
      vi.spyOn(studyApi, "open").mockImplementation((text) => Promise.resolve({ ...study("p0"), moves: text === "game" ? moves : [] }));
      vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
      look = vi.spyOn(studyApi, "look").mockImplementation((_, text) =>
        Promise.resolve({ view: { stages: {}, position: "", mover: "r" }, move: text === undefined ? null : move("turn", text, 0, `after ${text}`) } as unknown as LookView));
    });

    it("shows each turn with the position before it, an event by its own, and asks for each once", async () => {
      const open = await opened("end");
      expect([open.here, look.mock.calls]).toEqual([3, [["p3"]]]);
      await open.step(-1);
      await open.step(-1);
      await open.step(-9);
      await open.step(1);
      await open.go(99);
      expect([open.here, look.mock.calls.slice(1)]).toEqual([1, [["p1", "b1-b2"], ["p0", "a1-a2"], ["p0"]]]);
    });

    it("offers no turn of the position before while the next one is on its way", async () => {
      const open = await opened();
      open.chooser.begin({ "": { prefix: "", kind: "piece", choices: [] } });
      look.mockReturnValueOnce(new Promise(() => undefined));
      void open.go(1);
      expect([open.here, open.chooser.hand]).toEqual([1, null]);
    });

    it("is changed by a turn that is not in it, by a comment, by what is taken away, and by no step of its own", async () => {
      const open = await opened();
      await open.play("a1-a2");
      expect([open.here, open.changed]).toEqual([1, false]);
      await open.play("c1-c2");
      expect([open.here, open.changed, open.position, look.mock.lastCall]).toEqual([4, true, "after c1-c2", ["p1", "c1-c2"]]);
      const [commented, without] = [await opened(), await opened()];
      commented.comment(1, "Bold.");
      await without.remove(3);
      expect([commented.changed, commented.body.moves?.[0]?.comments, without.changed, without.here]).toEqual([true, ["Bold."], true, 0]);
    });

    it("forgets all that was found about the one before it", async () => {
      const open = await opened();
      const thought = { shares: { r: 0.7 }, proof: null, lines: [], last: true } as unknown as ThoughtView;
      vi.spyOn(studyApi, "think").mockImplementation(async function* () {
        yield thought;
      });
      vi.spyOn(studyApi, "judge").mockImplementation(async function* () {
        yield { number: 0, total: 3, shares: { r: 0.2 }, proof: null } as unknown as TurnReviewView;
      });
      vi.spyOn(studyApi, "threats").mockResolvedValue([]);
      await open.judge();
      expect([open.shares, open.progress]).toEqual([{ r: 0.2 }, null]);
      await open.think();
      await open.toggleThreats();
      open.comment(1, "Bold.");
      expect([open.shares, open.thinking, open.threats]).toEqual([{ r: 0.7 }, false, []]);
      await open.open("other");
      expect([open.shares, open.thoughts.size, open.judged.size, open.threats, open.changed]).toEqual([null, 0, 0, null, false]);
    });

    it("rests, whatever the engine finds by then", async () => {
      const open = await opened();
      let find = (): void => undefined;
      vi.spyOn(studyApi, "think").mockImplementation(async function* () {
        await new Promise<void>((resolve) => (find = resolve));
        yield { shares: {}, lines: [], last: false } as unknown as ThoughtView;
      });
      const thinking = open.think();
      expect(open.thinking).toBe(true);
      open.rest();
      find();
      await thinking;
      expect([open.thinking, open.thoughts.size]).toEqual([false, 0]);
    });
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
