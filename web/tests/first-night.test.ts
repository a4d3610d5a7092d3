// The guided first game as it is told and played.

import { beforeEach, describe, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { lessonsApi } from "../src/api/lessons";
import type { BoardView, LessonAttemptView, LessonView } from "../src/generated/api";
import type { Practice } from "../src/learn/practice.svelte";
import Tutorial from "../src/learn/Tutorial.svelte";
import { preferences } from "../src/lib/settings.svelte";
import { texts } from "../src/lib/texts.svelte";
import { press, read } from "./game-wire";
import { leave, screens, show, wait } from "./lone-screen";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/learn/PlayFirst.svelte", () => ({ default: () => undefined }));
const screen = vi.hoisted(() => ({ focus: vi.fn(), practice: null as unknown }));
vi.mock("../src/learn/PracticePosition.svelte", () => ({
  default: (_: unknown, { practice, onready }: { practice: Practice; onready?: (board: object) => void }) => {
    screen.practice = practice;
    onready?.({ focus: screen.focus });
  },
}));

const words = (text: string) => ({ en: text, fr: `${text} (fr)` });
const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
const view = (party = "") => ({ position: "p", pieces: [], corpses: [], parties: [], closed: [], mover: "r", last: party && { party, cells: [], happenings: [{ kind: "moved", party, cells: [], words: words(`${party} moves.`), named: null }] }, ply: 0, stages });
const task = (goal: string) => ({ goal: words(goal), hint: words(`Hint to ${goal}`), marks: [], answer: "a1-a2" });
const LESSON = { name: "one-night", number: 1, many: 1, title: words(""), chapter: words(""), edition: "original", variant: "hex-3", why: words("That is Djambi."), pact: [], before: null, after: null, tasks: [task("first"), task("second"), task("third")], view: view() };

screens();
beforeEach(() => {
  screen.focus.mockReset();
  vi.spyOn(gamesApi, "board").mockResolvedValue({ corners: [], symmetry: 1 } as unknown as BoardView);
  vi.spyOn(lessonsApi, "lesson").mockResolvedValue(LESSON as unknown as LessonView);
});
async function shown(): Promise<void> {
  show(Tutorial);
  await wait();
}
/** Passes, which is the only turn there is. */
async function pass(change: Partial<LessonAttemptView>): Promise<void> {
  vi.spyOn(lessonsApi, "attempt").mockResolvedValueOnce({ done: false, missing: [], remark: null, views: [view("r")], ...change } as unknown as LessonAttemptView);
  await (screen.practice as Practice).chooser.finish();
  await wait(5000);
}
const act = (): string[] => read(".act");
const story = (): string => read(".story").join();
const buttons = (): string[] => read(".buttons button");

describe("the first night", () => {
  it("is dark, and begins with its first decision", async () => {
    await shown();
    expect([preferences.theme, act(), story(), read(".hint")]).toEqual(["dark", ["Itutorial.act.1"], "first", ["Hint to first"]]);
    await leave();
    expect(preferences.theme).toBe("light");
  });

  it("that does not come can be asked for again", async () => {
    vi.mocked(lessonsApi.lesson).mockRejectedValueOnce(new ApiError("unreachable", null));
    await shown();
    expect(read("main").join()).toContain("web.unreachable");
    press("web.retry");
    await wait();
    expect(story()).toBe("first");
  });

  it("says what came of a wrong decision, and goes back to before it, at the board", async () => {
    await shown();
    await pass({ missing: [words("Not that.")], remark: words("Blue takes you.") });
    expect([story(), buttons(), document.activeElement?.textContent.trim()]).toEqual(["Blue takes you.", ["tutorial.rewind"], "tutorial.rewind"]);
    press("tutorial.rewind");
    expect([story(), buttons(), screen.focus.mock.calls.length > 0]).toEqual(["first", ["web.do.pass"], true]);
  });

  it("lets the others answer a right one when it is told to, and goes on to the next", async () => {
    await shown();
    await pass({ remark: words("Well struck."), views: [view("r"), view("b")] as never });
    expect([story(), buttons()]).toEqual(["Well struck.", ["tutorial.go_on"]]);
    press("tutorial.go_on");
    await wait();
    expect([story(), buttons()]).toEqual(["tutorial.meanwhile", []]);
    await wait(10_000);
    expect([act(), story()]).toEqual([["IItutorial.act.2"], "second"]);
  });

  it("says why a decision could not be judged, and takes it again", async () => {
    await shown();
    vi.spyOn(lessonsApi, "attempt").mockRejectedValueOnce(new ApiError("unreachable", null));
    await (screen.practice as Practice).chooser.finish();
    await wait();
    expect([read(".cue"), document.querySelectorAll(".cue.why").length, story()]).toEqual([["web.unreachable"], 1, "first"]);
  });

  it("ends at dawn with what it was all about, and can be played once more", async () => {
    await shown();
    await pass({ done: true });
    expect([preferences.theme, preferences.kept.tutorial.state, buttons()]).toEqual(["light", "done", ["tutorial.go_on"]]);
    press("tutorial.go_on");
    expect([read("#act"), story(), read(".more"), buttons()]).toEqual([["tutorial.real"], "That is Djambi.", ["tutorial.real.more"], ["tutorial.again"]]);
    press("tutorial.again");
    expect([preferences.theme, story(), act()]).toEqual(["dark", "first", ["Itutorial.act.1"]]);
  });

  it.each([
    ["en", "first", "Blue takes you."],
    ["fr", "first (fr)", "Blue takes you. (fr)"],
  ] as const)("is told in the language of its reader: %s", async (lang, goal, remark) => {
    await texts.use(lang, ["tutorial", "learn"]);
    await shown();
    const hint = read(".hint").join();
    await pass({ missing: [words("Not that.")], remark: words("Blue takes you.") });
    expect([hint.includes(`Hint to ${goal}`), story()]).toEqual([true, remark]);
  });
});
