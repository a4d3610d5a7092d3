import { describe, expect, it } from "vitest";

import { drawing } from "../src/board/geometry";
import { labels } from "../src/board/labels";
import { board } from "./boards";

describe("coordinates around the board", () => {
  it("stand below the files and left of the ranks of the square board", () => {
    const found = labels(drawing(board("square-4"), 0)) ?? [];
    expect(found.map((label) => label.text).join("")).toBe("abcdefghi123456789");
    const lowest = Math.max(...found.map((label) => label.at.y));
    const leftmost = Math.min(...found.map((label) => label.at.x));
    expect(found.filter((label) => label.at.y === lowest)).toHaveLength(9);
    expect(found.filter((label) => Math.abs(label.at.x - leftmost) < 1e-9)).toHaveLength(9);
  });

  it("do not fall together on hexagons, however they are turned", () => {
    for (const turns of [0, 1, 2, 3, 4, 5]) {
      const found = labels(drawing(board("hex-6"), turns)) ?? [];
      expect(found).toHaveLength(26);
      const places = new Set(found.map(({ at }) => `${at.x.toFixed(1)},${at.y.toFixed(1)}`));
      expect(places.size).toBe(26);
    }
  });

  it("keep clear of the cells and of the frame around them, two characters further than one", () => {
    const drawn = drawing(board("hex-6"), 0);
    for (const { text, at } of labels(drawn) ?? []) {
      const away = Math.min(...[...drawn.cells.values()].map(({ centre }) => Math.hypot(centre.x - at.x, centre.y - at.y)));
      expect(away, text).toBeGreaterThan(text.length > 1 ? 0.9 : 0.8);
    }
  });

  it("are left out where the names do not follow lines", () => {
    expect(labels(drawing(board("polygon-5"), 0))).toBeNull();
  });
});
