// Frames of a moving picture: what changed, in few colours.

import { describe, expect, it } from "vitest";

import { changesBetween } from "../src/api/gif";

/** Pixels as a canvas has them: alpha, blue, green, red. */
const RED = 0xff_00_00_ff;
const BLUE = 0xff_ff_00_00;

const shown = ({ palette, index }: ReturnType<typeof changesBetween>): string[] =>
  [...index].map((number) => (number === palette.length - 1 ? "as before" : (palette[number] ?? []).join()));

describe("a frame", () => {
  it("has all pixels where it is the first", () => {
    expect(shown(changesBetween(null, Uint32Array.of(RED, BLUE, RED)))).toEqual(["255,0,0", "0,0,255", "255,0,0"]);
  });

  it("has the pixels that changed otherwise", () => {
    expect(shown(changesBetween(Uint32Array.of(RED, BLUE, RED), Uint32Array.of(RED, RED, RED)))).toEqual(["as before", "255,0,0", "as before"]);
  });

  it("may have none", () => {
    const pixels = Uint32Array.of(RED, BLUE);
    expect(shown(changesBetween(pixels, pixels))).toEqual(["as before", "as before"]);
  });
});
