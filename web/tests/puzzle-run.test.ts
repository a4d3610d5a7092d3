import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { puzzlesApi } from "../src/api/puzzles";
import type { PuzzleAttemptView, PuzzleHintView, PuzzleSolutionView, PuzzleView } from "../src/generated/api";
import { preferences } from "../src/lib/settings.svelte";
import { PuzzleRun } from "../src/puzzles/puzzle-run.svelte";

const puzzle = { name: "square-4-a", party: "r", moves: 1, hint: null, view: { stages: {} } } as unknown as PuzzleView;
const solution = { turns: [], views: [], words: { en: "", fr: "" } } as unknown as PuzzleSolutionView;

describe("a puzzle whose solution is asked for", () => {
  it("has failed once that is there, not where nobody answers", async () => {
    const decided = vi.fn();
    const asked = vi.spyOn(puzzlesApi, "solution").mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue(solution);
    const run = new PuzzleRun(puzzle, decided);
    await run.solve();
    expect([run.phase, run.revealed, run.practice.notice, decided.mock.calls]).toEqual(["choose", false, { key: "web.unreachable" }, []]);
    const solving = run.solve();
    await vi.waitFor(() => expect(decided.mock.calls).toEqual([["failed"]]));
    run.skip();
    await solving;
    expect([run.phase, asked.mock.calls.length]).toEqual(["shown", 2]);
  });
});

describe("a hint", () => {
  it("leaves what is chosen of a turn, and goes back to the end first where one has looked back", () => {
    const run = new PuzzleRun({ ...puzzle, hint: { piece: "c3", target: "d4" } } as unknown as PuzzleView, vi.fn());
    const shown = vi.spyOn(run.practice, "show");
    run.help();
    expect([run.hints, shown.mock.calls.length]).toEqual([1, 0]);
    run.at = -1;
    run.help();
    expect([run.hints, shown.mock.calls.length, run.at]).toEqual([2, 1, 0]);
  });
});

describe("a puzzle of two turns", () => {
  const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
  const after = (party: string) => ({ stages, last: { party } });
  const [first, second] = ["c3", "e5"].map((piece) => ({ piece, target: "d4" }) as PuzzleHintView);
  const answer = (right: boolean, done: boolean, parties: string, hint: PuzzleHintView | null = null) =>
    ({ right, done, hint, words: { en: "", fr: "" }, turns: [...parties].map((party) => `by ${party}`), views: [...parties].map(after) }) as unknown as PuzzleAttemptView;
  const GOES_ON = answer(true, false, "rb", second);
  const DONE = answer(true, true, "r");
  const WRONG = answer(false, false, "rb");
  const begun = () => {
    const decided = vi.fn();
    return { decided, run: new PuzzleRun({ ...puzzle, moves: 2, hint: first, view: { stages } } as unknown as PuzzleView, decided) };
  };
  /** Makes a turn, and waits until all that it brings is shown. */
  async function play(run: PuzzleRun, brings: PuzzleAttemptView): Promise<void> {
    vi.spyOn(puzzlesApi, "attempt").mockResolvedValueOnce(brings);
    await run.practice.chooser.finish();
    await vi.advanceTimersByTimeAsync(5000);
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("shows one's turn at once and its answer after a pause, and goes on from there with the next hint", async () => {
    const { run, decided } = begun();
    vi.spyOn(puzzlesApi, "attempt").mockResolvedValueOnce(GOES_ON);
    run.help();
    await run.practice.chooser.finish();
    await vi.advanceTimersByTimeAsync(preferences.pace + 700);
    expect([run.phase, run.steps.map(({ text }) => text), run.number]).toEqual(["answers", ["by r"], 1]);
    await vi.advanceTimersByTimeAsync(preferences.pace + 100);
    expect([run.phase, run.steps.map(({ text }) => text), run.number]).toEqual(["choose", ["by r", "by b"], 2]);
    expect([run.hint, run.hints, run.practice.chooser.hand === null, decided.mock.calls]).toEqual([second, 0, false, []]);
    // Whoever was helped once was helped.
    await play(run, DONE);
    expect([run.phase, run.number, decided.mock.calls]).toEqual(["done", 2, [["hinted"]]]);
  });

  it("asks about a turn with those before it", async () => {
    const { run, decided } = begun();
    await play(run, GOES_ON);
    const asked = vi.spyOn(puzzlesApi, "attempt").mockResolvedValueOnce(DONE);
    await run.practice.chooser.finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toHaveBeenLastCalledWith("square-4-a", ["by r", "by b", "pass"]);
    expect(decided.mock.calls).toEqual([["clean"]]);
  });

  it("has failed with a wrong turn, goes back to before that one, and is done again in the end", async () => {
    const { run, decided } = begun();
    await play(run, GOES_ON);
    await play(run, WRONG);
    expect([run.phase, run.steps.length, run.practice.chooser.hand, decided.mock.calls]).toEqual(["wrong", 4, null, [["failed"]]]);
    run.again();
    expect([run.phase, run.steps.length, run.at, run.number, run.words, run.hint]).toEqual(["choose", 2, 2, 2, null, second]);
    await play(run, WRONG);
    run.again();
    await play(run, DONE);
    expect([run.phase, decided.mock.calls]).toEqual(["done", [["failed"], ["retried"]]]);
  });

  it("begins anew after its solution, which leaves nothing to be decided", async () => {
    const { run, decided } = begun();
    await play(run, GOES_ON);
    vi.spyOn(puzzlesApi, "solution").mockResolvedValue({ ...solution, turns: ["by r", "by b", "by r"], views: ["r", "b", "r"].map(after) } as unknown as PuzzleSolutionView);
    const solved = run.solve();
    await vi.advanceTimersByTimeAsync(20_000);
    await solved;
    expect([run.phase, run.steps.length, run.practice.chooser.hand]).toEqual(["shown", 3, null]);
    run.again();
    expect([run.phase, run.steps.length, run.number, run.hint]).toEqual(["choose", 0, 1, first]);
    await play(run, GOES_ON);
    await play(run, DONE);
    expect([run.phase, decided.mock.calls]).toEqual(["done", [["failed"]]]);
  });

  it("keeps what was right where nobody answers", async () => {
    const { run, decided } = begun();
    await play(run, GOES_ON);
    vi.spyOn(puzzlesApi, "attempt").mockRejectedValueOnce(new ApiError("unreachable", null));
    await run.practice.chooser.finish();
    await vi.advanceTimersByTimeAsync(0);
    expect([run.phase, run.steps.length, run.practice.notice, decided.mock.calls]).toEqual(["choose", 2, { key: "web.unreachable" }, []]);
    await play(run, DONE);
    expect([run.phase, decided.mock.calls]).toEqual(["done", [["clean"]]]);
  });

  it("shows nothing any more to whoever has left, and is solved where that was during the last answers", async () => {
    const { run, decided } = begun();
    let judge: (found: PuzzleAttemptView) => void = () => undefined;
    vi.spyOn(puzzlesApi, "attempt").mockReturnValueOnce(new Promise((resolve) => (judge = resolve)));
    await run.practice.chooser.finish();
    run.leave();
    judge(DONE);
    await vi.advanceTimersByTimeAsync(5000);
    expect([run.steps, decided.mock.calls]).toEqual([[], []]);
    const other = begun();
    vi.spyOn(puzzlesApi, "attempt").mockResolvedValueOnce(answer(true, true, "rb"));
    await other.run.practice.chooser.finish();
    await vi.advanceTimersByTimeAsync(0);
    other.run.leave();
    await vi.advanceTimersByTimeAsync(5000);
    expect([other.run.steps.length, other.decided.mock.calls]).toEqual([1, [["clean"]]]);
  });
});
