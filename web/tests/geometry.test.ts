import { describe, expect, it } from "vitest";

import { another, ARROWS, drawing, middle, shades, symmetry, turnsToBottom, walk, wayOf, type Drawing } from "../src/board/geometry";
import { bends } from "../src/board/arrows";
import { Tokens } from "../src/board/tokens";
import { board, BOARDS } from "./boards";

describe("symmetry", () => {
  it.each([
    ["square-4", 4],
    ["hex-3", 6],
    ["hex-6", 6],
    ["polygon-3", 3],
    ["polygon-5", 5],
    ["polygon-8", 8],
  ])("of %s is %i", (name, order) => {
    expect(symmetry(board(name))).toBe(order);
  });
});

describe("turning my seat to the bottom", () => {
  it.each(BOARDS)("puts every party's corner in the lower part of %s", (name) => {
    const geometry = board(name);
    const order = symmetry(geometry);
    for (const { cell } of geometry.corners) {
      const drawn = drawing(geometry, turnsToBottom(geometry, cell, order), order);
      const centre = drawn.cells.get(cell)?.centre;
      const lowest = Math.max(...[...drawn.cells.values()].map((c) => c.centre.y));
      expect(centre?.y).toBeGreaterThan(lowest * 0.7);
    }
  });

  it("puts red's corner of the square at the lower left, as a1 is", () => {
    const geometry = board("square-4");
    const drawn = drawing(geometry, turnsToBottom(geometry, "a1", 4), 4);
    const { x, y } = drawn.cells.get("a1")?.centre ?? { x: 0, y: 0 };
    expect([Math.sign(x), Math.sign(y)]).toEqual([-1, 1]);
  });

  it("keeps every cell on a cell's place", () => {
    const geometry = board("polygon-5");
    const places = (drawn: Drawing): string[] =>
      [...drawn.cells.values()].map((c) => `${Math.round(c.centre.x * 50)},${Math.round(c.centre.y * 50)}`);
    const plain = new Set(places(drawing(geometry, 0, 5)));
    const moved = places(drawing(geometry, 2, 5));
    expect(moved.filter((place) => plain.has(place)).length).toBeGreaterThan(moved.length * 0.9);
  });
});

describe("a board that is drawn", () => {
  it.each(BOARDS)("fits into its box, and each cell has room for the largest circle in it: %s", (name) => {
    const geometry = board(name);
    const order = symmetry(geometry);
    for (const turns of [0, 1]) {
      const { cells, box, room } = drawing(geometry, turns, order);
      const points = [...cells.values()].flatMap(({ outline }) => outline);
      const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
      expect([box.x, box.y, box.x + box.width, box.y + box.height]).toEqual([Math.min(...xs), Math.min(...ys), expect.closeTo(Math.max(...xs)), expect.closeTo(Math.max(...ys))]);
      for (const { centre, outline, room: circle } of cells.values()) {
        // Along the edges, by twenty steps each.
        const edges = outline.flatMap((a, i) => {
          const b = outline[(i + 1) % outline.length] ?? a;
          return Array.from({ length: 20 }, (_, k) => Math.hypot(a.x + ((b.x - a.x) * k) / 20 - centre.x, a.y + ((b.y - a.y) * k) / 20 - centre.y));
        });
        expect(Math.min(...edges)).toBeCloseTo(circle, 2);
        expect(circle).toBeGreaterThanOrEqual(room);
      }
    }
  });
});

describe("shades", () => {
  it.each(BOARDS)("differ across every side of %s", (name) => {
    const geometry = board(name);
    const shade = shades(geometry);
    for (const cell of geometry.cells)
      for (const side of cell.sides) expect(shade.get(side)).not.toBe(shade.get(cell.name));
    const used = new Set(shade.values()).size;
    expect(used).toBe(name.startsWith("hex") ? 3 : 2);
  });
});

describe("room", () => {
  it("is half the pitch on the square board", () => {
    expect(drawing(board("square-4"), 0).room).toBeCloseTo(0.5, 2);
  });

  it.each(BOARDS)("leaves space for a piece on every cell of %s", (name) => {
    expect(drawing(board(name), 0).room).toBeGreaterThan(0.15);
  });
});

describe("walking with the arrow keys", () => {
  const step = (drawn: Drawing, cell: string, ...keys: string[]): string => {
    let course = { cell, axis: null as "x" | "y" | null, line: 0 };
    for (const key of keys) course = walk(drawn, course, ARROWS[key] ?? { x: 0, y: 0 });
    return course.cell;
  };

  it("goes along files and ranks on the square board and stops at the edge", () => {
    const drawn = drawing(board("square-4"), 0);
    expect(step(drawn, "a1", "ArrowRight")).toBe("b1");
    expect(step(drawn, "a1", "ArrowUp", "ArrowUp")).toBe("a3");
    expect(step(drawn, "a1", "ArrowLeft")).toBe("a1");
    expect(step(drawn, "e5", "ArrowDown")).toBe("e4");
  });

  it("keeps its row on hexagons although cells lie in zigzag", () => {
    const drawn = drawing(board("hex-6"), 0);
    const keys = Array.from({ length: 6 }, () => "ArrowRight");
    const end = drawn.cells.get(step(drawn, "g7", ...keys));
    expect(Math.abs(end?.centre.y ?? 9)).toBeLessThan(0.6);
  });

  it.each(BOARDS)("reaches every cell of %s from every other", (name) => {
    const geometry = board(name);
    const order = symmetry(geometry);
    for (const turns of [0, 1]) {
      const drawn = drawing(geometry, turns, order);
      const next = new Map<string, Set<string>>();
      const back = new Map<string, Set<string>>();
      for (const cell of drawn.cells.keys())
        for (const way of Object.values(ARROWS)) {
          const to = walk(drawn, { cell, axis: null, line: 0 }, way).cell;
          next.set(cell, (next.get(cell) ?? new Set()).add(to));
          back.set(to, (back.get(to) ?? new Set()).add(cell));
        }
      for (const graph of [next, back]) {
        const seen = new Set([drawn.maze]);
        const open = [drawn.maze];
        for (let cell = open.pop(); cell !== undefined; cell = open.pop())
          for (const to of graph.get(cell) ?? [])
            if (!seen.has(to)) {
              seen.add(to);
              open.push(to);
            }
        expect([...drawn.cells.keys()].filter((cell) => !seen.has(cell))).toEqual([]);
      }
    }
  });
});

describe("going from one possible cell to the next", () => {
  const drawn = drawing(board("square-4"), 0);
  const cells = ["c3", "a9", "i9", "e1"];

  it("goes as one reads, and round", () => {
    const round = ["a9", "i9", "c3", "e1", "a9"];
    for (const [i, cell] of round.slice(0, -1).entries()) {
      expect(another(drawn, cells, cell, 1)).toBe(round[i + 1]);
      expect(another(drawn, cells, round[i + 1] ?? "", -1)).toBe(cell);
    }
  });

  it("begins at either end from elsewhere, and finds nothing in nothing", () => {
    expect(another(drawn, cells, "e5", 1)).toBe("a9");
    expect(another(drawn, cells, "e5", -1)).toBe("e1");
    expect(another(drawn, [], "e5", 1)).toBeNull();
  });
});

describe("the middle of some cells", () => {
  it("is between them, or in the maze", () => {
    const drawn = drawing(board("square-4"), 0);
    expect(middle(drawn, ["a1", "c1"])).toEqual(drawn.cells.get("b1")?.centre);
    expect(middle(drawn, [])).toEqual(drawn.cells.get("e5")?.centre);
  });
});

describe("the way along a line", () => {
  const way = (name: string, from: string, to: string): string[] => wayOf(drawing(board(name), 0), from, to).map((cell) => cell.name);

  it("bends where sectors meet", () => {
    expect(way("polygon-8", "a33", "b31")).toEqual(["a33", "a23", "a13", "b30", "b31"]);
    expect(way("polygon-8", "a43", "g12")).toEqual(["a43", "a32", "a21", "a10", "h10", "g12"]);
  });

  it("is made of its ends alone where no line joins them, and on hexagons, where lines are straight", () => {
    expect(way("square-4", "a1", "b3")).toEqual(["a1", "b3"]);
    expect(way("hex-3", "e1", "i1")).toEqual(["e1", "i1"]);
  });

  it("is drawn straight where it is, and from cell to cell where it bends", () => {
    expect(bends(drawing(board("square-4"), 0), "a1", "a7")).toHaveLength(2);
    expect(bends(drawing(board("polygon-8"), 0), "a43", "g12").length).toBeGreaterThan(2);
  });
});

describe("the size of pieces", () => {
  it.each(BOARDS)("differs little between the cells of %s, and stays within each", (name) => {
    const drawn = drawing(board(name), 0);
    const tokens = new Tokens(drawn);
    const sizes = [...drawn.cells.values()].map((cell) => ({ size: tokens.size(cell.name), room: cell.room }));
    for (const { size, room } of sizes) expect(size).toBeLessThan(room);
    const all = sizes.map(({ size }) => size);
    expect(Math.max(...all) / Math.min(...all)).toBeLessThan(1.35);
  });
});
