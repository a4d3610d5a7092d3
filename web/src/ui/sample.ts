// A few cells of a square board, to show how boards and pieces look: no board that one plays on.

import type { Geometry } from "../board/geometry";

/** Returns a board of so many columns and rows, whose cells are a1, b1, …, with the maze in this one. */
export function sampleBoard(columns: number, rows: number, maze: string): Geometry {
  const name = (x: number, y: number): string => `${String.fromCodePoint(97 + x)}${y + 1}`;
  const inside = (x: number, y: number): boolean => x >= 0 && x < columns && y >= 0 && y < rows;
  const cells = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [i % columns, Math.floor(i / columns)];
    const sides = [[x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]] as const;
    const names = sides.filter(([p, q]) => inside(p, q)).map(([p, q]) => name(p, q));
    const corners = [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]] as const;
    return {
      name: name(x, y),
      x,
      y,
      outline: corners.map(([p, q]): [number, number] => [x + p, y + q]),
      neighbours: names,
      sides: names,
    };
  });
  return { cells, maze, fortress: [], corners: [] };
}
