// Settings that several tabs and devices change at once. The cases are the server's too (tests/server/test_settings.py).

import { describe, expect, it } from "vitest";

import type { DeviceSettings, DeviceSettingsInput } from "../src/generated/api";
import { asStored, changeOf, joined, remaining } from "../src/host/setting-changes";
import found from "./fixtures/settings.json";

interface Case {
  what: string;
  stored: DeviceSettingsInput;
  change: DeviceSettingsInput;
  joined: DeviceSettingsInput;
}

const cases = found as Case[];

describe("settings joined", () => {
  it.each(cases)("$what", (each) => {
    const { changed, ...made } = joined(each.stored, each.change);
    const { changed: times, ...expected } = each.joined;
    expect(made).toEqual(expected);
    expect(changed).toMatchObject(times ?? {});
  });

  it("are as old as they were where another's times come without them", () => {
    expect(joined({ theme: "dark", changed: { theme: 3 } }, { volume: 5, changed: { theme: 9, volume: 1 } }).changed).toEqual({ theme: 3, volume: 1 });
  });

  it("do not change by what they know already", () => {
    for (const each of cases) expect(joined(each.joined, each.change)).toMatchObject(each.joined);
  });
});

describe("a change", () => {
  const kept = { theme: "light", look: { board: "paper", pieces: "figures" }, lessons_done: ["a"], puzzles: { results: {}, days: {}, storm: 2 }, changed: { theme: 50 } } as unknown as DeviceSettings;

  it("names what differs, and is newer than what is known", () => {
    expect(changeOf(kept, { theme: "dark", look: { board: "slate", pieces: "figures" }, lessons_done: ["a", "b"] }, 9)).toEqual({
      theme: "dark",
      look: { board: "slate" },
      lessons_done: ["b"],
      changed: { theme: 51, "look.board": 9, lessons_done: 0 },
    });
    expect(changeOf(kept, { theme: "light", lessons_done: ["a"] }, 9)).toEqual({ changed: {} });
    expect(changeOf(kept, { lessons_done: [] }, 9)).toEqual({ lessons_done: [], changed: { lessons_done: 9 } });
  });

  it("brings of puzzles what is new, however many are solved", () => {
    const result = { at: 1, rating: 900, outcome: "clean" } as const;
    const before = { ...kept, puzzles: { results: { a: result }, days: {}, storm: 2 } };
    const puzzles = { results: { a: result, b: result }, days: { "2026-11-29": "kept" as const }, storm: 2 };
    expect(changeOf(before, { puzzles }, 9).puzzles).toEqual({ results: { b: result }, days: puzzles.days, storm: 2 });
  });

  it("is done where it is stored, or something newer is", () => {
    const change = { theme: "dark", lessons_done: ["a"], look: { board: "slate" }, changed: { theme: 49, lessons_done: 0, "look.board": 9 } } as const;
    expect(remaining({ ...change, lessons_done: ["a"] }, kept)).toEqual({ look: { board: "slate" }, changed: { "look.board": 9 } });
    expect(asStored(kept).changed).toEqual({ theme: 50, "look.board": 0, "look.pieces": 0, lessons_done: 0, puzzles: 0 });
  });
});
