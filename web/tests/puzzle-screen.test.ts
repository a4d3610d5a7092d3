// A puzzle as it is seen and solved.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { puzzlesApi } from "../src/api/puzzles";
import type { BoardView, PuzzleAttemptView, PuzzleSolutionView } from "../src/generated/api";
import type { Practice } from "../src/learn/practice.svelte";
import { router } from "../src/lib/router.svelte";
import { preferences } from "../src/lib/settings.svelte";
import { texts } from "../src/lib/texts.svelte";
import Puzzle from "../src/puzzles/Puzzle.svelte";
import { press, read } from "./game-wire";
import { leave, screens, show, wait } from "./lone-screen";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));
const screen = vi.hoisted(() => ({ focus: vi.fn(), practice: null as unknown }));
vi.mock("../src/learn/PracticePosition.svelte", () => ({
  default: (_: unknown, { practice, onready }: { practice: Practice; onready?: (board: object) => void }) => {
    screen.practice = practice;
    onready?.({ focus: screen.focus });
  },
}));
const shared = vi.hoisted(() => ({ puzzleOf: vi.fn(), puzzleIndex: vi.fn(), isDaily: vi.fn() }));
vi.mock("../src/puzzles/puzzle-index", () => ({ ...shared, THEME_PIECES: { maze: ["b", "D"] } }));

const words = (text: string) => ({ en: text, fr: `${text} (fr)` });
const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
const view = (party: string | null = null) => ({ position: "p", pieces: [], corpses: [], parties: [], closed: [], mover: "r", last: party && { party, cells: [], happenings: [] }, ply: 0, stages });
const hint = { piece: "a1", target: "a2", idea: words("An idea."), piece_words: words("That piece."), target_words: words("There.") };
const PUZZLE = { name: "a", title: words("The maze"), goal: words("Take power."), rating: 1200, kind: "maze", party: "r", moves: 1, edition: "original", variant: "hex-3", position: "p", hint, view: view() };
const row = (name: string) => ({ name, former: [], kind: "maze", variant: "hex-3", rating: 1200, moves: 1 });
const attempt = (change: Partial<PuzzleAttemptView>) => ({ right: true, done: true, words: words("Well done."), hint: null, turns: ["pass"], views: [view("r")], ...change }) as unknown as PuzzleAttemptView;

screens();
/** Another puzzle in each test: how the first was solved stays. */
let name = "";
let count = 0;
beforeEach(() => {
  count += 1;
  name = `a${count}`;
  screen.focus.mockReset();
  shared.puzzleOf.mockReset().mockResolvedValue({ puzzle: { ...PUZZLE, name }, geometry: { corners: [], symmetry: 1 } as unknown as BoardView });
  shared.puzzleIndex.mockReset().mockResolvedValue({ day: "2026-02-03", daily: "", themes: [], puzzles: [row(name), row("b")] });
  shared.isDaily.mockReset().mockResolvedValue(false);
});
async function shown(query = ""): Promise<void> {
  router.go(`/puzzles/${name}${query}`);
  show(Puzzle);
  await wait();
}
/** Passes, which is the only turn there is, and lets all that it brings be seen. */
async function pass(brings: PuzzleAttemptView): Promise<void> {
  vi.spyOn(puzzlesApi, "attempt").mockResolvedValueOnce(brings);
  await (screen.practice as Practice).chooser.finish();
  await wait(10_000);
}
const onward = (): string[] => [document.activeElement?.textContent.trim() ?? "", document.activeElement?.getAttribute("href") ?? ""];
const verdict = (): string[] => read(".verdict > *");

describe("a puzzle", () => {
  it("says what is to be done, how hard it is, and where another one is", async () => {
    await shown();
    expect([read("h1"), read(".goal"), read(".facts span")]).toEqual([["The maze"], ["Take power."], ["puzzle.rating"]]);
    expect([...document.querySelectorAll(".foot a")].map((link) => link.getAttribute("href"))).toEqual(["/puzzles", expect.stringContaining("/analyse"), "/puzzles/b"]);
  });

  it("of several turns says which one is due, and that of a day that it is one", async () => {
    shared.puzzleOf.mockResolvedValue({ puzzle: { ...PUZZLE, name, moves: 2 }, geometry: { corners: [], symmetry: 1 } });
    shared.puzzleIndex.mockResolvedValue({ day: "2026-02-03", daily: name, themes: [], puzzles: [row(name)] });
    await shown("?day=2026-02-03");
    expect(read(".facts span")).toEqual(["puzzle.rating", "puzzles.turn_of", "puzzle.daily"]);
    expect(shared.isDaily).not.toHaveBeenCalled();
  });

  it("that does not come can be asked for again", async () => {
    shared.puzzleOf.mockRejectedValueOnce(new ApiError("unreachable", null));
    await shown();
    expect(read("main").join()).toContain("web.unreachable");
    press("web.retry");
    await wait();
    expect(read("h1")).toEqual(["The maze"]);
  });

  it("that is solved leads to the next one of its kind, where the keyboard is", async () => {
    await shown("?kind=maze");
    await pass(attempt({}));
    expect([verdict(), onward()]).toEqual([["puzzles.done", "Well done."], ["puzzles.next", "/puzzles/b?kind=maze"]]);
    expect(preferences.kept.puzzles.results[name]).toMatchObject({ outcome: "clean", rating: 1200 });
  });

  it("leads to all of them where there is no other", async () => {
    shared.puzzleIndex.mockResolvedValue({ day: "2026-02-03", daily: "", themes: [], puzzles: [row(name)] });
    await shown();
    await pass(attempt({}));
    expect(onward()).toEqual(["puzzle.all", "/puzzles"]);
  });

  it("goes back to before a wrong turn, and has failed all the same", async () => {
    await shown();
    await pass(attempt({ right: false, done: false, words: words("Blue escapes.") }));
    expect([verdict(), onward()[0]]).toEqual([["puzzles.wrong", "Blue escapes."], "learn.again"]);
    press("learn.again");
    expect([verdict(), read(".steps"), screen.focus.mock.calls.length > 0]).toEqual([[], [], true]);
    await pass(attempt({}));
    expect(preferences.kept.puzzles.results[name]).toMatchObject({ outcome: "retried" });
  });

  it("helps step by step", async () => {
    await shown();
    for (const [n, said] of [[0, 1], [1, 2], [2, 3]] as const) {
      press(`puzzles.hint.${n}`);
      expect(read(".hint p")).toHaveLength(said);
    }
    expect(preferences.kept.puzzles.results[name]).toMatchObject({ outcome: "failed" });
  });

  it("shows its solution, which can be walked through and tried oneself", async () => {
    vi.spyOn(puzzlesApi, "solution").mockResolvedValue({ turns: ["pass", "pass"], views: [view("r"), view("b")], words: words("So it goes.") } as unknown as PuzzleSolutionView);
    await shown();
    press("puzzles.solution");
    await wait(20_000);
    expect([verdict(), read(".steps li").length, onward()[0]]).toEqual([["puzzles.shown", "So it goes."], 2, "puzzles.next"]);
    const at = (): number => [...document.querySelectorAll(".steps button")].findIndex((one) => one.getAttribute("aria-current") === "step");
    const key = (pressed: string): boolean => !document.body.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
    expect([at(), key("ArrowLeft")]).toEqual([1, true]);
    flushSync();
    expect(at()).toBe(0);
    press("puzzles.after");
    expect(at()).toBe(1);
    press("puzzles.myself");
    expect([verdict(), read(".steps li")]).toEqual([[], []]);
  });

  it("is left as it was where nobody judges the turn, and says so", async () => {
    await shown();
    vi.spyOn(puzzlesApi, "attempt").mockRejectedValueOnce(new ApiError("unreachable", null));
    await (screen.practice as Practice).chooser.finish();
    await wait();
    expect([read(".turn .why"), verdict(), preferences.kept.puzzles.results[name]]).toEqual([["web.unreachable"], [], undefined]);
  });

  it("goes on to what comes next where somebody does not want to wait for the answers", async () => {
    await shown();
    vi.spyOn(puzzlesApi, "attempt").mockResolvedValueOnce(attempt({ right: false, done: false, turns: ["pass", "pass"], views: [view("r"), view("b")] as never }));
    await (screen.practice as Practice).chooser.finish();
    await wait();
    expect([read(".main"), verdict()]).toEqual([["puzzles.skip"], []]);
    for (let i = 0; i < 2; i++) {
      expect(document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true, cancelable: true }))).toBe(false);
      await wait();
    }
    expect(verdict()[0]).toBe("puzzles.wrong");
  });

  it("that was not solved by whoever leaves is not decided", async () => {
    await shown();
    let answer: (found: PuzzleAttemptView) => void = () => undefined;
    vi.spyOn(puzzlesApi, "attempt").mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    await (screen.practice as Practice).chooser.finish();
    await leave();
    answer(attempt({ right: false, done: false }));
    await wait();
    expect(preferences.kept.puzzles.results[name]).toBeUndefined();
  });

  it.each([
    ["en", "The maze", "Take power."],
    ["fr", "The maze (fr)", "Take power. (fr)"],
  ] as const)("is told in the language of its reader: %s", async (lang, title, goal) => {
    await texts.use(lang, ["puzzles", "learn"]);
    await shown();
    expect([read("h1"), read(".goal")]).toEqual([[title], [goal]]);
  });
});
