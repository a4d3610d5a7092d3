// Whose day a puzzle is.

import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { puzzlesApi } from "../src/api/puzzles";
import type { PuzzleIndexView, PuzzleMonthView } from "../src/generated/api";
import { router } from "../src/lib/router.svelte";
import { today } from "../src/lib/today.svelte";
import Calendar from "../src/puzzles/Calendar.svelte";
import Puzzle from "../src/puzzles/Puzzle.svelte";
import type { PuzzleOutcome } from "../src/puzzles/progress.svelte";
import { progress } from "../src/puzzles/progress.svelte";
import type * as PuzzleIndex from "../src/puzzles/puzzle-index";
import Today from "../src/puzzles/Today.svelte";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/learn/Desk.svelte", () => ({ default: () => undefined }));
vi.mock("../src/puzzles/Picture.svelte", () => ({ default: () => undefined }));
const { runs } = vi.hoisted(() => ({ runs: [] as ((outcome: PuzzleOutcome) => void)[] }));
vi.mock("../src/puzzles/puzzle-run.svelte", () => ({
  HINTS: 3,
  PuzzleRun: class {
    readonly phase = "choose";
    readonly steps = [];
    readonly at = 0;
    readonly busy = false;
    readonly marked = { cells: [], arrow: null };
    readonly practice = { marks: () => ({}) };
    constructor(
      readonly puzzle: object,
      decided: (outcome: PuzzleOutcome) => void,
    ) {
      runs.push(decided);
    }
    leave = (): void => undefined;
  },
}));
vi.mock("../src/puzzles/puzzle-index", async (actual) => ({
  ...(await actual<typeof PuzzleIndex>()),
  puzzleOf: (name: string) => Promise.resolve({ puzzle: { name, title: { en: name, fr: name }, goal: { en: "", fr: "" }, rating: 1200, kind: "maze" }, geometry: {} }),
}));

beforeEach(() => {
  vi.restoreAllMocks();
  vi.useFakeTimers({ now: new Date(2026, 10, 21, 23, 58), toFake: ["Date", "setInterval", "clearInterval"] });
  vi.spyOn(puzzlesApi, "index").mockImplementation((day) => Promise.resolve({ daily: day === "2026-11-21" ? "present" : "next", themes: [], puzzles: [] } as PuzzleIndexView));
  vi.spyOn(puzzlesApi, "calendar").mockResolvedValue({ month: "2026-11", days: [{ day: "2026-11-07", name: "past" }] } as PuzzleMonthView);
});

/** Returns the days of which a puzzle counts as solved that is opened so. */
async function recorded(name: string, day: string): Promise<readonly string[]> {
  router.go(`/puzzles/${name}?day=${day}`);
  const record = vi.spyOn(progress, "record").mockReturnValue(0);
  runs.length = 0;
  const made = mount(Puzzle, { target: document.body });
  await vi.waitFor(() => {
    flushSync();
    expect(runs).toHaveLength(1);
  });
  runs[0]?.("clean");
  await unmount(made);
  return [...new Set(record.mock.calls[0]?.[2])];
}

it("a puzzle is solved for the days whose puzzle it is, whatever its address says", async () => {
  expect(await recorded("past", "2026-11-07")).toEqual(["2026-11-07"]);
  expect(await recorded("past", "2026-11-08")).toEqual([]);
  expect(await recorded("past", "2026-11-21")).toEqual([]);
  expect(await recorded("present", "2026-11-21")).toEqual(["2026-11-21"]);
  expect(await recorded("present", "2026-11-07")).toEqual(["2026-11-21"]);
});

it("today's puzzle keeps its date at midnight, until the next one is there", async () => {
  const made = mount(Today, { target: document.body, props: { name: "present", day: today.day, solved: false } });
  flushSync();
  const link = (): string | null | undefined => document.querySelector("a.today")?.getAttribute("href");
  const date = document.querySelector(".date")?.textContent;
  vi.advanceTimersByTime(180_000);
  flushSync();
  expect([link(), document.querySelector(".date")?.textContent]).toEqual(["/puzzles/present?day=2026-11-21", date]);
  await unmount(made);
});

it("that the month could not be read is told to those who do not see it, too", async () => {
  vi.spyOn(puzzlesApi, "calendar").mockRejectedValue(new ApiError("unreachable", null));
  const made = mount(Calendar, { target: document.body });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector(".calendar [role=alert]")?.textContent).toContain("web.unreachable");
  });
  await unmount(made);
});
