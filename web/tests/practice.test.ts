import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { studyApi } from "../src/api/study";
import type { PositionView } from "../src/generated/api";
import { Practice } from "../src/learn/practice.svelte";

const stage = (prefix: string, kind: string, ...cells: string[]) => ({ prefix, kind, choices: cells.map((cell) => ({ text: kind === "piece" ? cell : `-${cell}`, act: "move", cells: [cell] })) });
const view = (position: string): PositionView =>
  ({ position, ply: 0, mover: "r", last: null, pieces: [], corpses: [], stages: { "": stage("", "piece", "c3", "d4"), c3: stage("c3", "destination", "c5") } }) as unknown as PositionView;

describe("a position to practise on", () => {
  afterEach(() => vi.restoreAllMocks());

  it("says why a piece cannot go there, unless one has gone on", async () => {
    let answer: (words: { en: string; fr: string }) => void = () => undefined;
    vi.spyOn(studyApi, "why").mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const practice = new Practice(() => undefined);
    practice.show(view("p"));
    practice.pick("c3");
    await vi.waitFor(() => expect(practice.chooser.started).toBe(true));
    practice.pick("a1");
    answer({ en: "Too far.", fr: "Trop loin." });
    await vi.waitFor(() => expect(practice.notice).toEqual({ words: { en: "Too far.", fr: "Trop loin." } }));
    practice.pick("a1");
    practice.back();
    answer({ en: "Too far.", fr: "Trop loin." });
    await new Promise((done) => setTimeout(done));
    expect(practice.notice).toBeNull();
  });

  it("frames the piece that is spoken of, and leaves a free cell its ring", () => {
    const practice = new Practice(() => undefined);
    practice.show({ ...view("p"), pieces: [{ cell: "c3", party: "r", kind: "M", controller: "r" }] } as unknown as PositionView);
    const { pointed, reach } = practice.marks(["c3", "c5"]);
    expect([pointed, [...reach.keys()]]).toEqual([["c3"], ["c5"]]);
  });

  it("does not say that nobody answered why, to whoever has gone on", async () => {
    let fail: (error: Error) => void = () => undefined;
    vi.spyOn(studyApi, "why").mockImplementation(() => new Promise((_, reject) => (fail = reject)));
    const practice = new Practice(() => undefined);
    practice.show(view("p"));
    practice.pick("c3");
    await vi.waitFor(() => expect(practice.chooser.started).toBe(true));
    practice.pick("a1");
    practice.back();
    fail(new ApiError("unreachable", null));
    await new Promise((done) => setTimeout(done));
    expect(practice.notice).toBeNull();
  });

  it("takes no other turn, and none back, while one is judged", async () => {
    const made: string[] = [];
    vi.spyOn(studyApi, "stage").mockResolvedValue({ prefix: "c3-c5", kind: "done", choices: [] });
    const practice = new Practice((text) => void made.push(text));
    practice.show(view("p"));
    practice.pick("c3");
    await vi.waitFor(() => expect(practice.chooser.started).toBe(true));
    practice.pick("c5");
    await vi.waitFor(() => expect(made).toEqual(["c3-c5"]));
    practice.back();
    expect(practice.lift("d4")).toBe(false);
    practice.pick("d4");
    expect(practice.chooser.hand?.stage.kind).toBe("done");
    practice.show(view("q"));
    expect(practice.lift("d4")).toBe(true);
    expect(made).toHaveLength(1);
  });
});
