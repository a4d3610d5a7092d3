// What is drawn on a board can be told from it, on every board and in both themes; and parties from each other.
import { expect, test } from "vitest";

import { boardLooks, type BoardLook } from "../scripts/art-css.mjs";
import themes from "../src/board/themes.json";
import art from "../../src/djambi/render/art.json";
import shields from "../../src/djambi/render/shields.json";
import signs from "../../src/djambi/render/signs.json";

type Eye = readonly (readonly [number, number, number])[];

const NORMAL: Eye = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
// Viénot's projections for who lacks green or red cones, on linear light.
const DEUTERANOPIA: Eye = [[0.29275, 0.70725, 0], [0.29275, 0.70725, 0], [-0.02234, 0.02234, 1]];
const PROTANOPIA: Eye = [[0.11238, 0.88762, 0], [0.11238, 0.88762, 0], [0.00401, -0.00401, 1]];

const CELLS = ["cell-0", "cell-1", "cell-2"] as const;
const PARTIES = Object.keys(art.themes.light.parties);

const looks = boardLooks(art, themes);
const each = looks.map((look): [string, BoardLook] => [`${look.board} (${look.themes.join(", ")})`, look]);

function colour({ values }: BoardLook, name: string): string {
  const found = values[name];
  if (!found) throw new Error(`no ${name}`);
  return found;
}

/** Linear red, green and blue of `#rrggbb`. */
const light = (hex: string): [number, number, number] => {
  const share = (at: number): number => {
    const s = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  };
  return [share(1), share(3), share(5)];
};

/** The contrast of WCAG 2, from 1 to 21. */
function contrast(one: string, other: string): number {
  const luminance = (hex: string): number => {
    const [r, g, b] = light(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** CIE L*a*b* as this eye sees a colour. */
function lab(hex: string, eye: Eye): [number, number, number] {
  const rgb = light(hex);
  const seen = eye.map((row) => Math.min(1, Math.max(0, row.reduce((sum, part, i) => sum + part * (rgb[i] ?? 0), 0))));
  const [x = 0, y = 0, z = 0] = [
    [0.4339, 0.3762, 0.1899],
    [0.2126, 0.7152, 0.0722],
    [0.0177, 0.1095, 0.8728],
  ].map((row) => {
    const value = row.reduce((sum, part, i) => sum + part * (seen[i] ?? 0), 0);
    return value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116;
  });
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const far = (a: string, b: string, eye: Eye): number => {
  const [p, q] = [lab(a, eye), lab(b, eye)];
  return Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
};

test("there are boards to choose from, each whole", () => {
  expect(Object.keys(themes).length).toBeGreaterThanOrEqual(5);
  const names = new Set(looks.flatMap(({ values }) => Object.keys(values)));
  // The width of its lines is a board's own affair.
  names.delete("cell-line-width");
  for (const { board, values } of looks) for (const name of names) expect(values[name], `${board}: ${name}`).toBeTruthy();
  for (const board of Object.keys(themes))
    expect(looks.filter((look) => look.board === board).flatMap((look) => look.themes).toSorted()).toEqual(["dark", "light"]);
});

test.each(each)("all that is on a board can be seen: %s", (_, look) => {
  const strict = look.board === "contrast";
  for (const cell of [...CELLS, "dj-fortress"].map((name) => colour(look, name))) {
    expect(contrast(colour(look, "sign"), cell)).toBeGreaterThanOrEqual(strict ? 7 : 4.5);
    expect(contrast(colour(look, "threat"), cell)).toBeGreaterThanOrEqual(strict ? 7 : 3);
    for (const party of PARTIES) {
      const [fill, edge] = [colour(look, `${party}-fill`), colour(look, `${party}-edge`)];
      expect(Math.max(contrast(fill, cell), contrast(edge, cell)), party).toBeGreaterThanOrEqual(strict ? 7 : 3);
    }
    const [body, edge] = [colour(look, "dj-corpse-fill"), colour(look, "dj-corpse-edge")];
    expect(Math.max(contrast(body, cell), contrast(edge, cell))).toBeGreaterThanOrEqual(strict ? 7 : 3);
  }
  for (const party of PARTIES) {
    const ink = colour(look, `${party}-ink`);
    expect(contrast(ink, colour(look, `${party}-fill`)), party).toBeGreaterThanOrEqual(strict ? 7 : 3);
    expect(contrast(ink, colour(look, `${party}-shade`)), party).toBeGreaterThanOrEqual(strict ? 7 : 3);
  }
  expect(contrast(colour(look, "dj-corpse-ink"), colour(look, "dj-corpse-fill"))).toBeGreaterThanOrEqual(strict ? 7 : 4);
  expect(contrast(colour(look, "dj-maze-line"), colour(look, "dj-maze"))).toBeGreaterThanOrEqual(strict ? 7 : 4.5);
  expect(contrast(colour(look, "dj-fortress-shut"), colour(look, "dj-fortress"))).toBeGreaterThanOrEqual(2.5);
});

test.each(each)("a board is not flat, and its lines are seen: %s", (_, look) => {
  const [zero, one] = [colour(look, "cell-0"), colour(look, "cell-1")];
  // A printed board has lines for tones.
  if (look.board === "print") expect(contrast(colour(look, "cell-line"), zero)).toBeGreaterThanOrEqual(7);
  else expect(contrast(zero, one)).toBeGreaterThanOrEqual(1.25);
});

test.each(each)("a corpse does not blur with the board: %s", (_, look) => {
  for (const cell of CELLS.slice(0, 2)) {
    const [body, edge] = [colour(look, "dj-corpse-fill"), colour(look, "dj-corpse-edge")];
    expect(contrast(body, colour(look, cell))).toBeGreaterThanOrEqual(1.3);
    expect(contrast(edge, colour(look, cell))).toBeGreaterThanOrEqual(2.4);
  }
});

test("on the board of high contrast nobody confuses two parties by their colour", () => {
  for (const look of looks.filter(({ board }) => board === "contrast"))
    for (const eye of [NORMAL, DEUTERANOPIA, PROTANOPIA])
      for (const [i, one] of PARTIES.entries())
        for (const other of PARTIES.slice(i + 1))
          expect(far(colour(look, `${one}-fill`), colour(look, `${other}-fill`), eye), `${one} ${other}`).toBeGreaterThan(25);
});

test("elsewhere colour or its lightness tells them apart for most, and the shape for everybody", () => {
  for (const look of looks)
    for (const [i, one] of PARTIES.entries())
      for (const other of PARTIES.slice(i + 1)) {
        const name = `${look.board} ${one} ${other}`;
        expect(far(colour(look, `${one}-fill`), colour(look, `${other}-fill`), NORMAL), name).toBeGreaterThan(20);
      }
  const shapes = Object.values(shields.shields).map(({ layers }) => JSON.stringify(layers.map(({ d }) => d)));
  expect(Object.keys(shields.shields).toSorted()).toEqual(PARTIES.toSorted());
  expect(new Set(shapes).size).toBe(PARTIES.length);
});

test("both sets have every piece, in the colours of its party", () => {
  expect(Object.keys(signs.pieces).toSorted()).toEqual(Object.keys(art.pieces).toSorted());
  for (const layers of Object.values(signs.pieces)) for (const { d, fill } of layers) expect([d.startsWith("M"), fill]).toEqual([true, "party-ink"]);
});
