// Where the keyboard goes on, beside the boards of lessons, puzzles, the rulebook and the first game.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { lessonsApi } from "../src/api/lessons";
import { puzzlesApi } from "../src/api/puzzles";
import { studyApi } from "../src/api/study";
import type { BoardView, Choice, DiagramView, LessonAttemptView, LessonView, LookView, PuzzleAttemptView, PuzzleIndexView, PuzzleView } from "../src/generated/api";
import Lesson from "../src/learn/Lesson.svelte";
import PracticeBoard from "../src/learn/PracticeBoard.svelte";
import type { Practice } from "../src/learn/practice.svelte";
import Tutorial from "../src/learn/Tutorial.svelte";
import { preferences } from "../src/lib/settings.svelte";
import Puzzle from "../src/puzzles/Puzzle.svelte";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));
/** What is on the screen: the board, and the position on it. */
const screen = vi.hoisted(() => ({ focus: vi.fn(), practice: null as unknown }));
vi.mock("../src/learn/PracticePosition.svelte", () => ({
  default: (_: unknown, { practice, onready }: { practice: Practice; onready?: (board: object) => void }) => {
    screen.practice = practice;
    onready?.({ focus: screen.focus });
  },
}));

const words = { en: "", fr: "" };
const choice = (text: string, act: string, cells: string[]): Choice => ({ text, act, cells }) as Choice;
const view = {
  position: "p",
  pieces: [],
  corpses: [],
  parties: [],
  closed: [],
  mover: "r",
  last: null,
  ply: 0,
  stages: {
    "": { prefix: "", kind: "piece", choices: [choice("a1", "move", ["a1"])] },
    a1: { prefix: "a1", kind: "destination", choices: [choice("-a2", "move", ["a2"])] },
    "a1-a2": { prefix: "a1-a2", kind: "done", choices: [] },
  },
};
const task = { goal: words, hint: words, marks: [], answer: "a1-a2" };
const lesson = { name: "a", number: 1, many: 2, title: words, chapter: words, edition: "original", why: words, variant: "hex-3", pact: [], before: null, after: null, tasks: [task], view };
const hint = { piece: "a1", target: "a2", idea: words, piece_words: words, target_words: words };
const puzzle = { name: "a", title: words, goal: words, rating: 1200, kind: "maze", party: "r", moves: 1, edition: "original", variant: "hex-3", position: "p", hint, view };

beforeEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  screen.focus.mockReset();
  // What is done is stored.
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  vi.spyOn(gamesApi, "board").mockResolvedValue({ corners: [], symmetry: 1 } as unknown as BoardView);
  vi.spyOn(studyApi, "look").mockResolvedValue({ view } as unknown as LookView);
  vi.spyOn(lessonsApi, "lesson").mockResolvedValue(lesson as unknown as LessonView);
  vi.spyOn(puzzlesApi, "puzzle").mockResolvedValue(puzzle as unknown as PuzzleView);
  vi.spyOn(puzzlesApi, "index").mockResolvedValue({ daily: "", themes: [], puzzles: [] } as PuzzleIndexView);
});

const onDisplay: Record<string, unknown>[] = [];
afterEach(() => Promise.all(onDisplay.splice(0).map((made) => unmount(made))));

const SCREENS = {
  "a lesson": () => mount(Lesson, { target: document.body }),
  "the first game": () => mount(Tutorial, { target: document.body }),
  "a puzzle": () => mount(Puzzle, { target: document.body }),
  "a page of the rules": () =>
    mount(PracticeBoard, { target: document.body, props: { shown: { variant: "hex-3", position: "p", caption: words, show: "" } as unknown as DiagramView, label: "" } }),
};

async function shown(name: keyof typeof SCREENS): Promise<Practice> {
  screen.practice = null;
  onDisplay.push(SCREENS[name]());
  await until(() => expect(screen.practice).not.toBeNull());
  return screen.practice as Practice;
}

/** Waits until this is so. */
const until = (holds: () => void): Promise<void> =>
  vi.waitFor(() => {
    flushSync();
    holds();
  });

/** Presses a button with the keyboard. */
async function press(text: string): Promise<void> {
  const button = (): HTMLElement | undefined => [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === text);
  await until(() => expect(button()).toBeDefined());
  button()?.focus();
  button()?.click();
  flushSync();
}

it.each(["a lesson", "the first game", "a puzzle", "a page of the rules"] as const)("from a step back in %s the keyboard goes on at the board", async (name) => {
  const practice = await shown(name);
  await practice.chooser.pick("a1");
  await press("web.back");
  await until(() => expect(screen.focus).toHaveBeenCalledOnce());
});

it("after the last hint of a lesson the keyboard goes on at the board", async () => {
  await shown("a lesson");
  await press("learn.hint");
  expect(screen.focus).not.toHaveBeenCalled();
  await press("learn.hint.more");
  await until(() => expect(screen.focus).toHaveBeenCalledOnce());
});

it("stays on a button of a puzzle that does nothing any more, and pressing that changes nothing", async () => {
  preferences.kept.animation = "none";
  const attempt = { right: false, done: false, words, hint: null, turns: ["a1-a2"], views: [view] };
  vi.spyOn(puzzlesApi, "attempt").mockResolvedValue(attempt as unknown as PuzzleAttemptView);
  const practice = await shown("a puzzle");
  for (const n of [0, 1, 2, 2]) await press(`puzzles.hint.${n}`);
  const { activeElement: last } = document;
  expect([last?.textContent.trim(), last?.getAttribute("aria-disabled"), document.querySelectorAll(".hint p").length]).toEqual(["puzzles.hint.2", "true", 3]);
  await practice.chooser.pick("a1");
  await practice.chooser.pick("a2");
  const button = (name: string): HTMLElement | null => document.querySelector(`[aria-label="${name}"]`);
  const step = (): string | undefined => document.querySelector("[aria-current=step]")?.textContent;
  await until(() => expect(button("web.look.before")).not.toBeNull());
  for (const name of ["web.look.before", "puzzles.after"]) {
    for (let i = 0; i < 2; i++) {
      button(name)?.focus();
      button(name)?.click();
      flushSync();
    }
    expect([document.activeElement, button(name)?.getAttribute("aria-disabled")]).toEqual([button(name), "true"]);
    expect(step() === undefined).toBe(name === "web.look.before");
  }
});

it("a lesson that is begun once more is gone on with at the board", async () => {
  preferences.kept.animation = "none";
  vi.spyOn(lessonsApi, "attempt").mockResolvedValue({ done: true, missing: [], remark: null, views: [view] } as unknown as LessonAttemptView);
  const practice = await shown("a lesson");
  await practice.chooser.pick("a1");
  await practice.chooser.pick("a2");
  await press("learn.repeat");
  expect(screen.focus).toHaveBeenCalled();
});

it("a new task of a lesson comes without the help that was asked for in the last one", async () => {
  preferences.kept.animation = "none";
  vi.spyOn(lessonsApi, "lesson").mockResolvedValue({ ...lesson, tasks: [task, task] } as unknown as LessonView);
  const attempt = vi.spyOn(lessonsApi, "attempt").mockResolvedValue({ done: false, missing: [words], remark: null, views: [view] } as unknown as LessonAttemptView);
  const practice = await shown("a lesson");
  const play = async (): Promise<void> => {
    await practice.chooser.pick("a1");
    await practice.chooser.pick("a2");
  };
  const hints = (): number => document.querySelectorAll(".hint").length;
  await press("learn.hint");
  await play();
  // The same task again keeps it.
  await press("learn.again");
  expect(hints()).toBe(1);
  attempt.mockResolvedValue({ done: false, missing: [], remark: null, views: [view, view] } as unknown as LessonAttemptView);
  await play();
  await until(() => expect([attempt.mock.calls.length, hints()]).toEqual([2, 0]));
  await press("learn.hint");
});
