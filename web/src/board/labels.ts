// Coordinates around the board: a letter or a number at the end of each line that shares it.

import type { DrawnCell, Drawing, Point } from "./geometry";
import { svg } from "./svg";

export interface Label {
  readonly text: string;
  readonly at: Point;
}

function straight(cells: readonly DrawnCell[]): boolean {
  const a = cells[0]?.centre;
  const b = cells.at(-1)?.centre;
  if (!a || !b) return false;
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return cells.every(
    ({ centre: p }) => Math.abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / far < 0.01,
  );
}

function groups(drawn: Drawing, key: (name: string) => string): Map<string, DrawnCell[]> {
  const found = new Map<string, DrawnCell[]>();
  for (const cell of drawn.cells.values()) {
    const list = found.get(key(cell.name)) ?? [];
    list.push(cell);
    found.set(key(cell.name), list);
  }
  return found;
}

/** Returns labels beyond the ends of lines; null where the letters and numbers do not lie on lines. */
export function labels(drawn: Drawing): Label[] | null {
  const found: Label[] = [];
  for (const { key, side } of [
    { key: (name: string) => name.slice(0, 1), side: 1 },
    { key: (name: string) => name.slice(1), side: -1 },
  ])
    for (const [shared, cells] of groups(drawn, key)) {
      if (cells.length < 2 || !straight(cells)) return null;
      // Letters at the lower end, numbers at the upper one; at the left of a level line.
      const score = ({ centre }: DrawnCell): number => side * (Math.round(centre.y * 20) / 20) - 0.001 * centre.x;
      const sorted = cells.toSorted((p, q) => score(q) - score(p));
      const [end, before] = sorted;
      if (!end || !before) return null;
      const dx = end.centre.x - before.centre.x;
      const dy = end.centre.y - before.centre.y;
      const far = Math.hypot(dx, dy) || 1;
      // Two characters are wider, and at the ends of a hexagon's lines the frame comes from the neighbours, too.
      const reach = shared.length > 1 ? 1.02 : end.outline.length > 4 ? 0.86 : 0.78;
      found.push({ text: shared, at: { x: end.centre.x + (dx / far) * reach, y: end.centre.y + (dy / far) * reach } });
    }
  return found;
}

/** Returns the place in a cell that a piece on it leaves free: in a wide corner, and in the same one wherever it can be. */
function nook({ outline, centre, room }: DrawnCell): Point {
  const corners = outline.map((p) => {
    const far = Math.hypot(p.x - centre.x, p.y - centre.y);
    return { p, far, worth: 0.6 * far + (p.y - centre.y) + 0.6 * (p.x - centre.x) };
  });
  const [widest] = corners.toSorted((a, b) => b.worth - a.worth);
  if (!widest) return centre;
  const k = (0.56 * room + 0.44 * widest.far) / widest.far;
  return { x: centre.x + (widest.p.x - centre.x) * k, y: centre.y + (widest.p.y - centre.y) * k };
}

function text(at: Point, words: string, className: string): SVGTextElement {
  const element = svg("text", { x: at.x, y: at.y, class: className, "aria-hidden": "true" });
  element.textContent = words;
  return element;
}

/** The coordinates as drawn: beyond the ends of lines, or where there are none, in the cells. */
export class Coordinates {
  shown = true;

  /** Returns those that need room around the board. */
  around(drawn: Drawing): readonly Label[] {
    return (this.shown && labels(drawn)) || [];
  }

  draw(drawn: Drawing): SVGTextElement[] {
    if (!this.shown) return [];
    const around = this.around(drawn);
    if (around.length > 0) return around.map((label) => text(label.at, label.text, "coordinate"));
    return [...drawn.cells.values()]
      .filter(({ name }) => name !== drawn.maze)
      .map((cell) => text(nook(cell), cell.name, "coordinate inside"));
  }
}
