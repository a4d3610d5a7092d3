// The storm as it is seen: before, while it runs, and how it went.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { puzzlesApi } from "../src/api/puzzles";
import type { BoardView, PuzzleStormView } from "../src/generated/api";
import type { Practice } from "../src/learn/practice.svelte";
import { preferences } from "../src/lib/settings.svelte";
import { texts } from "../src/lib/texts.svelte";
import Storm from "../src/puzzles/Storm.svelte";
import { press, read } from "./game-wire";
import { screens, show, wait } from "./lone-screen";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));
interface Position {
  practice: Practice;
  onready?: (board: object) => void;
}
const screen = vi.hoisted(() => ({ focus: vi.fn(), position: null as unknown }));
vi.mock("../src/learn/PracticePosition.svelte", () => ({
  default: (_: unknown, position: Position) => {
    screen.position = position;
    position.onready?.({ focus: screen.focus });
  },
}));
const { puzzleOf } = vi.hoisted(() => ({ puzzleOf: vi.fn() }));
vi.mock("../src/puzzles/puzzle-index", () => ({ puzzleOf }));

const words = (text: string) => ({ en: text, fr: `${text} (fr)` });
const stages = { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] }, pass: { prefix: "pass", kind: "done", choices: [] } };
const pictured = (name: string) => ({
  puzzle: { name, party: "r", goal: words(`goal of ${name}`), view: { stages, pieces: [], corpses: [], parties: [], closed: [], mover: "r", last: null, ply: 0 } },
  geometry: { corners: [], symmetry: 1, cells: [], lines: [] } as unknown as BoardView,
});
const rows = (...solutions: string[]) => solutions.map((solution, i) => ({ name: "abc"[i] ?? "", rating: 1000 + 100 * i, solutions: [solution] }));

screens();
beforeEach(() => {
  sessionStorage.clear();
  puzzleOf.mockReset().mockImplementation((name: string) => Promise.resolve(pictured(name)));
});
function shown(): void {
  show(Storm);
}
async function begun(...solutions: string[]): Promise<void> {
  vi.spyOn(puzzlesApi, "storm").mockResolvedValue({ puzzles: rows(...solutions) } as unknown as PuzzleStormView);
  shown();
  press("puzzles.storm.begin");
  await wait();
}
/** Passes: the only turn there is. */
async function pass(): Promise<void> {
  await (screen.position as Position).practice.chooser.finish();
  await wait();
}
const time = (): string => read(".clock .time").join();
const figures = (): string[] => read("dd");

describe("a storm", () => {
  it("says why it cannot begin, and begins when it is asked again", async () => {
    vi.spyOn(puzzlesApi, "storm").mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue({ puzzles: rows("pass") } as unknown as PuzzleStormView);
    shown();
    press("puzzles.storm.begin");
    expect(read(".ways button")).toEqual(["web.loading"]);
    await wait();
    expect([read("[role=alert]"), read(".ways button")]).toEqual([["web.unreachable"], ["puzzles.storm.begin"]]);
    press("puzzles.storm.begin");
    await wait();
    expect(read(".goal")).toEqual(["goal of a"]);
  });

  it("goes from puzzle to puzzle against the clock, says how each went, and what it brought", async () => {
    await begun("pass", "other", "pass");
    expect([time(), read(".so-far strong"), read(".marks li")]).toEqual(["3:00", ["0"], []]);
    await pass();
    expect([read(".gain"), read(".goal"), document.querySelectorAll(".marks .right").length]).toEqual([["puzzles.storm.right"], ["goal of b"], 1]);
    await pass();
    expect([document.querySelector(".gain")?.classList.contains("wrong"), read(".gain"), time()]).toEqual([true, ["puzzles.storm.wrong"], "2:50"]);
    await wait(160_000);
    expect([time(), document.querySelectorAll(".time.hurry").length]).toEqual(["0:10", 2]);
    await wait(11_000);
    expect([read("h1"), figures()]).toEqual([["1puzzles.storm.solved.one"], ["1", "1000", "1", "1"]]);
  });

  it("is over with its last puzzle, tells of a record, and what to look at again", async () => {
    await begun("pass", "pass", "other");
    for (let i = 0; i < 3; i++) await pass();
    expect([read("section > p"), read("section li")]).toEqual([["puzzles.storm.record"], ["puzzles.storm.try"]]);
    expect(document.querySelector("section li a")?.getAttribute("href")).toBe("/puzzles/c");
    expect(document.activeElement?.tagName).toBe("H1");
    press("puzzles.storm.again");
    await wait();
    expect([read(".marks li"), read(".so-far .muted")]).toEqual([[], ["puzzles.storm.best"]]);
  });

  it("that is stopped has solved nothing, which is no record", async () => {
    await begun("pass");
    press("puzzles.storm.stop");
    expect([read("section > p"), figures().slice(0, 3)]).toEqual([["puzzles.storm.over"], ["0", "–", "0"]]);
  });

  it("says that the clock went on while nobody saw it, and goes on", async () => {
    await begun("pass");
    vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
    document.dispatchEvent(new Event("visibilitychange"));
    flushSync();
    expect(read("[role=status]")).toContain("puzzles.storm.away");
  });

  it("ends with a word about why where its next puzzle does not come", async () => {
    puzzleOf.mockImplementation((name: string) => (name === "b" ? Promise.reject(new ApiError("unreachable", null)) : Promise.resolve(pictured(name))));
    await begun("pass", "pass");
    await pass();
    expect([read("[role=alert]"), figures()[0]]).toEqual([["web.unreachable"], "1"]);
  });

  it("that a reload broke off says so", () => {
    sessionStorage.setItem("djambi.storm", JSON.stringify({ solved: 3, bestCombo: 2, hardest: 1400, mistakes: ["c"] }));
    shown();
    expect([read("section > p"), figures()]).toEqual([["puzzles.storm.broken"], ["2", "1400", "1", "3"]]);
  });

  it("tells its rules, and the best so far where there is one", async () => {
    shown();
    expect(read("h1")).toEqual(["puzzles.storm"]);
    preferences.set({ puzzles: { results: {}, days: {}, storm: 7 } });
    flushSync();
    expect(read(".intro strong")).toEqual(["puzzles.storm.best"]);
  });

  it.each([
    ["en", "9.9"],
    ["fr", "9,9"],
  ] as const)("writes its last seconds as the language does: %s", async (lang, last) => {
    await texts.use(lang, ["puzzles", "learn"]);
    vi.spyOn(puzzlesApi, "storm").mockResolvedValue({ puzzles: rows("pass") } as unknown as PuzzleStormView);
    shown();
    document.querySelector<HTMLElement>(".ways button")?.click();
    await wait();
    await wait(170_150);
    expect(time()).toBe(last);
  });
});
