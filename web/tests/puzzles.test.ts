import { expect, test } from "vitest";

import { today } from "../src/api/puzzles";

test("a day is written as the reader's calendar has it", () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe("2026-01-05");
});
