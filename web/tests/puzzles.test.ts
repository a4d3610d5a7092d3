import { today } from "../src/puzzles/solved";
import { expect, test } from "vitest";


test("a day is written as the reader's calendar has it", () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
