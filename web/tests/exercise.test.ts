// An exercise of lessons and of the first night: what is tried in it is judged and answered.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { lessonsApi } from "../src/api/lessons";
import type { BoardView, LessonAttemptView, LessonView, PositionView } from "../src/generated/api";
import { Exercise } from "../src/learn/exercise.svelte";

const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
const view = (position: string) => ({ position, stages, last: null }) as unknown as PositionView;
const lesson = { name: "kill", variant: "square-4", tasks: [{ name: "first" }, { name: "second" }], view: view("start") } as unknown as LessonView;
const REASON = { en: "Not that one.", fr: "Pas celui-là." };
const judged = (change: Partial<Record<keyof LessonAttemptView, unknown>>, ...positions: string[]) =>
  ({ done: false, missing: [], remark: null, views: positions.map(view), ...change }) as unknown as LessonAttemptView;

async function opened(patient = false): Promise<{ exercise: Exercise; done: ReturnType<typeof vi.fn> }> {
  const done = vi.fn();
  const exercise = new Exercise("kill", done, patient);
  await exercise.load();
  return { exercise, done };
}

/** Makes a turn, which is judged at once. */
async function play(exercise: Exercise, found: LessonAttemptView): Promise<void> {
  vi.spyOn(lessonsApi, "attempt").mockResolvedValueOnce(found);
  await exercise.practice.chooser.finish();
  await vi.advanceTimersByTimeAsync(0);
}

const shown = ({ practice }: Exercise): string => practice.view?.position ?? "";
const playable = ({ practice }: Exercise): boolean => practice.chooser.hand !== null;

describe("an exercise", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(lessonsApi, "lesson").mockResolvedValue(lesson);
    vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("goes on to the next task once the others have answered, and is done with the last", async () => {
    const { exercise, done } = await opened();
    expect([exercise.now, exercise.phase, shown(exercise), playable(exercise)]).toEqual([{ name: "first" }, "choose", "start", true]);
    await play(exercise, judged({ remark: REASON }, "mine", "blue", "yellow"));
    expect([exercise.phase, shown(exercise), exercise.remark, playable(exercise)]).toEqual(["wait", "mine", null, false]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([exercise.now, exercise.phase, shown(exercise), playable(exercise)]).toEqual([{ name: "second" }, "choose", "yellow", true]);
    expect(exercise.replies.map(({ position }) => position)).toEqual(["blue", "yellow"]);
    await play(exercise, judged({ done: true, remark: REASON }, "won"));
    expect(lessonsApi.attempt).toHaveBeenLastCalledWith("kill", ["pass", "pass"]);
    expect([exercise.phase, shown(exercise), exercise.remark, exercise.replies, playable(exercise), done.mock.calls.length]).toEqual(["done", "won", REASON, [], false, 1]);
    exercise.restart();
    expect([exercise.now, exercise.phase, shown(exercise), exercise.remark, playable(exercise)]).toEqual([{ name: "first" }, "choose", "start", null, true]);
    await play(exercise, judged({}, "mine"));
    expect(lessonsApi.attempt).toHaveBeenLastCalledWith("kill", ["pass"]);
  });

  it("says why a turn was wrong once its answer is seen, and begins the same task again", async () => {
    const { exercise, done } = await opened();
    await play(exercise, judged({}, "mine", "blue"));
    await vi.advanceTimersByTimeAsync(20_000);
    await play(exercise, judged({ missing: [REASON] }, "bad", "punished"));
    expect([exercise.phase, exercise.reasons, shown(exercise)]).toEqual(["wait", [], "bad"]);
    await vi.advanceTimersByTimeAsync(20_000);
    expect([exercise.phase, exercise.reasons, shown(exercise), playable(exercise)]).toEqual(["wrong", [REASON], "punished", false]);
    exercise.again();
    expect([exercise.now, exercise.phase, exercise.reasons, shown(exercise), playable(exercise)]).toEqual([{ name: "second" }, "choose", [], "blue", true]);
    // The wrong turn is none of those that were played.
    await play(exercise, judged({ done: true }, "won"));
    expect(lessonsApi.attempt).toHaveBeenLastCalledWith("kill", ["pass", "pass"]);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it("that is patient waits after each turn until it is told to go on", async () => {
    const { exercise } = await opened(true);
    await play(exercise, judged({ remark: REASON }, "mine", "blue"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([exercise.phase, shown(exercise), exercise.remark]).toEqual(["right", "mine", REASON]);
    void exercise.goOn();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([exercise.now, exercise.phase, shown(exercise), exercise.remark]).toEqual([{ name: "second" }, "choose", "blue", null]);
    // Where nobody answers, the next task begins where this one ended.
    await play(exercise, judged({}, "alone"));
    void exercise.goOn();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([exercise.task, shown(exercise), playable(exercise)]).toEqual([2, "alone", true]);
  });

  it("keeps its task where nobody judges, and says so; without its lesson it says why", async () => {
    const { exercise } = await opened();
    const away = new ApiError("unreachable", null);
    vi.spyOn(lessonsApi, "attempt").mockRejectedValueOnce(away);
    await exercise.practice.chooser.finish();
    await vi.advanceTimersByTimeAsync(0);
    expect([exercise.phase, shown(exercise), exercise.practice.notice, playable(exercise)]).toEqual(["choose", "start", { key: "web.unreachable" }, true]);
    vi.spyOn(lessonsApi, "lesson").mockRejectedValueOnce(away);
    await exercise.load();
    expect(exercise.failed).toBe(away);
    await exercise.load();
    expect(exercise.failed).toBeNull();
  });

  it("shows nothing any more to whoever has left, and is not done for them", async () => {
    const { exercise, done } = await opened();
    let judge: (found: LessonAttemptView) => void = () => undefined;
    vi.spyOn(lessonsApi, "attempt").mockReturnValueOnce(new Promise((resolve) => (judge = resolve)));
    await exercise.practice.chooser.finish();
    exercise.close();
    judge(judged({ done: true }, "won"));
    await vi.advanceTimersByTimeAsync(20_000);
    expect([shown(exercise), done.mock.calls]).toEqual(["start", []]);
    const other = await opened();
    await play(other.exercise, judged({}, "mine", "blue"));
    other.exercise.close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect([shown(other.exercise), other.exercise.task]).toEqual(["mine", 0]);
  });
});
