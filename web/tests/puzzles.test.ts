import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";

import type { PuzzleProgress, PuzzleResult } from "../src/generated/api";
import { dayOf } from "../src/lib/today.svelte";
import { dayAfter, daysOf, freeBefore, longestStreak, monthAfter, streakOf } from "../src/puzzles/calendar";
import { queryOf } from "../src/api/http";
import { dayIn, filterOf, fits, nextPuzzle } from "../src/puzzles/choosing";
import { progress, withDay, withResult } from "../src/puzzles/progress.svelte";
import { ratingsOf } from "../src/puzzles/rating";
import { afterRight, afterWrong, beginStorm, bonusOf, clockOf, leftOf, STORM_MS, towardsBonus, type StormRun } from "../src/puzzles/storm";

const NONE: PuzzleProgress = { results: {}, days: {}, storm: 0 };
const { preferences } = vi.hoisted(() => {
  const kept: Record<string, unknown> = {};
  return { preferences: { kept, set: (change: object) => void Object.assign(kept, change) } };
});
vi.mock("../src/lib/settings.svelte", () => ({ preferences }));

const result = (outcome: PuzzleResult["outcome"], at = 1, rating = 1200): PuzzleResult => ({ at, rating, outcome });

describe("the calendar", () => {
  const { TZ } = process.env;
  afterEach(() => {
    if (TZ === undefined) delete process.env["TZ"];
    else process.env["TZ"] = TZ;
  });

  test("a day is written as the reader's calendar has it", () => {
    expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
  });

  test.each([
    ["Pacific/Kiritimati", "2026-11-23"],
    ["Europe/Paris", "2026-11-22"],
    ["Pacific/Pago_Pago", "2026-11-21"],
  ])("in %s the same moment is %s", (zone, day) => {
    process.env["TZ"] = zone;
    expect(dayOf(new Date("2026-11-22T10:30Z"))).toBe(day);
  });

  test("the day after is another one, where clocks are put forward or back, and at the ends of months and years", () => {
    process.env["TZ"] = "Europe/Paris";
    expect(["2026-03-28", "2026-03-29", "2026-10-25", "2026-12-31", "2028-02-28", "2026-02-28"].map((day) => dayAfter(day))).toEqual([
      "2026-03-29",
      "2026-03-30",
      "2026-10-26",
      "2027-01-01",
      "2028-02-29",
      "2026-03-01",
    ]);
    expect(dayAfter("2026-03-01", -1)).toBe("2026-02-28");
  });

  test("an address asks for a day that there is and that has come, or for none", () => {
    const days = ["2026-11-27", "2024-02-29", "2026-11-28", "hello", "", "2026-13-01", "2026-02-30", "2026-1-1", "-2026-11-20", "2026-11-27 ", "0000-01-01"];
    expect(days.map((day) => dayIn(`?day=${day}`, "2026-11-27"))).toEqual(["2026-11-27", "2024-02-29", ...Array<string>(9).fill("")]);
    expect(dayIn("?kind=maze", "2026-11-27")).toBe("");
  });

  test("months follow each other, and have their days", () => {
    expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
    expect([daysOf("2026-02").length, daysOf("2028-02").length, daysOf("2026-11").at(-1)]).toEqual([28, 29, "2026-11-30"]);
    expect([freeBefore("2026-11"), freeBefore("2026-06")]).toEqual([6, 0]);
  });

  test("a streak goes on over the end of a month, and is not lost before today is over", () => {
    const days = { "2026-10-30": "kept", "2026-10-31": "kept", "2026-11-01": "kept" } as const;
    expect(streakOf(days, "2026-11-01")).toBe(3);
    expect(streakOf(days, "2026-11-02")).toBe(3);
    expect(streakOf(days, "2026-11-03")).toBe(0);
  });

  test("what is solved late fills the calendar, but mends no streak", () => {
    const days = { "2026-11-20": "kept", "2026-11-21": "late", "2026-11-22": "kept" } as const;
    expect([streakOf(days, "2026-11-22"), longestStreak(days)]).toEqual([1, 1]);
    expect(longestStreak({ ...days, "2026-11-23": "kept", "2025-01-01": "kept" })).toBe(2);
    expect(longestStreak({})).toBe(0);
  });

  test("a day is kept on the day itself, and stays so", () => {
    const kept = withDay(NONE, "2026-11-22", "2026-11-22");
    expect(withDay(kept, "2026-11-22", "2026-11-30").days).toEqual({ "2026-11-22": "kept" });
    expect(withDay(NONE, "2026-11-20", "2026-11-22").days).toEqual({ "2026-11-20": "late" });
  });
});

describe("what is kept of puzzles", () => {
  beforeEach(() => {
    Object.assign(preferences.kept, { puzzles: NONE, puzzles_done: ["old"] });
  });

  it("tells what came of one under its name or an earlier one", () => {
    preferences.set({ puzzles: { ...NONE, results: { a: result("hinted"), b: result("failed"), old: result("failed") } } });
    const outcome = (name: string, ...former: string[]) => progress.outcome({ name, former });
    expect([outcome("a"), outcome("c", "a"), outcome("b"), outcome("c")]).toEqual(["hinted", "hinted", "failed", null]);
    // Whoever solved it before results were kept has solved it.
    expect([outcome("c", "old"), outcome("old")]).toEqual(["clean", "clean"]);
    // Whoever fails at it under its new name has solved it all the same.
    expect([outcome("b", "a"), outcome("b", "c")]).toEqual(["hinted", "failed"]);
  });

  it("keeps the day of a puzzle only once it is solved", () => {
    progress.record({ name: "a", rating: 1200 }, "failed", ["2026-11-21"]);
    expect(progress.days).toEqual({});
    progress.record({ name: "a", rating: 1200 }, "clean", ["2026-11-21"]);
    expect(progress.days).toEqual({ "2026-11-21": "late" });
  });

  it("knows a storm that is better than all before it", () => {
    expect([5, 5, 4, 6].map((score) => progress.recordStorm(score))).toEqual([true, false, false, true]);
    expect(progress.storm).toBe(6);
  });
});

describe("results and ratings", () => {
  it("count the first time", () => {
    const failed = withResult(NONE, "a", result("failed", 1));
    expect(withResult(failed, "a", result("clean", 2)).results["a"]).toEqual(result("retried", 1));
    const clean = withResult(NONE, "a", result("clean", 1));
    expect(withResult(clean, "a", result("failed", 2)).results["a"]).toEqual(result("clean", 1));
  });

  it("raise and lower it, less and less", () => {
    const [start, up] = ratingsOf({ a: result("clean") });
    const [, down] = ratingsOf({ a: result("failed") });
    const [, half] = ratingsOf({ a: result("hinted") });
    expect(start?.rating).toBe(1200);
    expect(up?.rating).toBeGreaterThan(1200);
    expect(down?.rating).toBeLessThan(1200);
    expect(half?.rating).toBeCloseTo(1200, 0);
    expect(up?.deviation).toBeLessThan(start?.deviation ?? 0);
  });

  it("come out the same in whatever order they were joined", () => {
    const a = result("clean", 1, 1300);
    const b = result("failed", 2, 1250);
    expect(ratingsOf({ a, b })).toEqual(ratingsOf({ b, a }));
    const atOnce = { ...b, at: a.at };
    expect(ratingsOf({ a, b: atOnce })).toEqual(ratingsOf({ b: atOnce, a }));
  });

  it("leave out what was solved before there were ratings", () => {
    expect(ratingsOf({ a: result("clean", 1, 0) })).toHaveLength(1);
  });
});

describe("the next puzzle", () => {
  const rows = [800, 1200, 1290, 1900].map((rating, i) => ({ name: `p${i}`, rating, kind: i % 2 ? "maze" : "win", variant: "square-4" }));
  const first = (): number => 0;

  it("is a little harder than the reader is strong, and new", () => {
    expect(nextPuzzle(rows, 1220, () => null, "", first)?.name).toBe("p2");
    expect(nextPuzzle(rows, 1220, ({ name }) => (name === "p2" ? "clean" : null), "", first)?.name).toBe("p1");
  });

  it("comes back if it is not solved, after all others", () => {
    expect(nextPuzzle(rows, 1220, ({ name }) => (name === "p3" ? "failed" : "clean"), "", first)?.name).toBe("p3");
    expect(nextPuzzle(rows, 1220, () => "clean", "", first)).toBeNull();
    expect(nextPuzzle(rows.slice(0, 1), 1220, () => null, "p0")).toBeNull();
  });

  it("keeps to a theme and a board, which the address says", () => {
    expect(rows.filter((row) => fits(filterOf("?kind=maze"), row))).toHaveLength(2);
    expect(filterOf(queryOf({ kind: "maze", variant: "hex-3" }))).toEqual({ kind: "maze", variant: "hex-3" });
    expect(queryOf({ kind: "", variant: "" })).toBe("");
  });
});

describe("the storm", () => {
  const rights = (run: StormRun, n: number): StormRun => (n === 0 ? run : rights(afterRight(run, 1000 + n), n - 1));

  it("gives three minutes, and more for series", () => {
    const run = beginStorm(5000);
    expect(leftOf(run, 5000)).toBe(STORM_MS);
    expect(leftOf(rights(run, 4), 5000)).toBe(STORM_MS);
    expect(leftOf(rights(run, 5), 5000)).toBe(STORM_MS + 3000);
    expect(leftOf(rights(run, 30), 5000)).toBe(STORM_MS + 25_000);
    expect([bonusOf(40), bonusOf(50), bonusOf(41)]).toEqual([10, 10, 0]);
  });

  it("takes ten seconds for a mistake, and the series", () => {
    const run = afterWrong(rights(beginStorm(0), 3), "a");
    expect(run).toMatchObject({ solved: 3, combo: 0, bestCombo: 3, mistakes: ["a"], hardest: 1003 });
    expect(leftOf(run, 0)).toBe(STORM_MS - 10_000);
    expect(leftOf(run, STORM_MS)).toBe(0);
  });

  it("shows how far the next bonus is", () => {
    expect([0, 1, 5, 12, 30, 35].map(towardsBonus)).toEqual([0, 0.2, 0, 0, 0, 0.5]);
  });

  it("shows the time as clocks do, and tenths at the end", () => {
    expect([180_000, 179_999, 61_000, 10_000, 9950, 0].map((ms) => clockOf(ms, "en"))).toEqual(["3:00", "3:00", "1:01", "0:10", "9.9", "0.0"]);
    expect(clockOf(9950, "fr")).toBe("9,9");
  });
});
