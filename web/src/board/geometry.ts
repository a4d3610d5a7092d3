// What a board looks like, and how one walks on it. No rules here: cells, places and angles only.

/** A point in board units (about one cell wide), y downwards as on screen. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface CellShape {
  name: string;
  x: number;
  y: number;
  outline: [number, number][];
  neighbours: string[];
  sides: string[];
}

/** A board as the server describes it: y upwards, the maze at 0,0. */
export interface Geometry {
  cells: CellShape[];
  maze: string;
  fortress: string[];
  corners: { party: string; cell: string }[];
}

/** A cell as drawn: turned, y downwards. */
export interface DrawnCell {
  readonly name: string;
  readonly centre: Point;
  readonly outline: readonly Point[];
  /** Radius of the largest circle about the centre that stays inside the outline. */
  readonly room: number;
  readonly neighbours: readonly string[];
  readonly sides: readonly string[];
  /** Shade: 0 is the maze's; neighbours by a side never share one. */
  readonly shade: number;
  readonly index: number;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Drawing {
  readonly cells: ReadonlyMap<string, DrawnCell>;
  readonly box: Box;
  readonly maze: string;
  readonly fortress: ReadonlySet<string>;
  /** The least `room` of any cell. */
  readonly room: number;
}

const CLOSE = 1e-3;

function turned(x: number, y: number, angle: number): Point {
  const c = Math.cos(angle);
  const s = Math.sin(angle);
  return { x: c * x - s * y, y: s * x + c * y };
}

/** Returns into how many equal sectors the board can be turned so that cells fall on cells. */
export function symmetry(geometry: Geometry): number {
  const has = (p: Point): boolean =>
    geometry.cells.some((c) => Math.abs(c.x - p.x) < CLOSE && Math.abs(c.y - p.y) < CLOSE);
  for (let n = 12; n > 1; n--) {
    const angle = (2 * Math.PI) / n;
    if (geometry.cells.every((c) => has(turned(c.x, c.y, angle)))) return n;
  }
  return 1;
}

/** Returns the number of turns (of 360°/order, counter-clockwise) that brings a cell nearest to the bottom. */
export function turnsToBottom(geometry: Geometry, cell: string, order: number): number {
  const found = geometry.cells.find((c) => c.name === cell);
  if (!found) return 0;
  let best = 0;
  let least = Infinity;
  for (let k = 0; k < order; k++) {
    const p = turned(found.x, found.y, (2 * Math.PI * k) / order);
    // A corner as near on the left as on the right goes to the left, where a1 is.
    const off = Math.abs(Math.atan2(p.x, -p.y) + 0.01);
    if (off < least - CLOSE) {
      least = off;
      best = k;
    }
  }
  return best;
}

/** Returns the number of turns that brings a party's corner to the bottom; 0 for a party without one. */
export function turnsToSeat(geometry: Geometry, party: string): number {
  const corner = geometry.corners.find((one) => one.party === party)?.cell;
  return corner === undefined ? 0 : turnsToBottom(geometry, corner, symmetry(geometry));
}

/**
 * Shades of the cells: two where the sides allow it, else three, as on hexagons.
 *
 * Cells joined by a diagonal then mostly share their shade, so that long lines can be seen.
 */
export function shades(geometry: Geometry): Map<string, number> {
  return paint(geometry, 2) ?? paint(geometry, 3) ?? new Map(geometry.cells.map((c) => [c.name, 0]));
}

function paint(geometry: Geometry, colours: number): Map<string, number> | null {
  const sides = new Map(geometry.cells.map((c) => [c.name, c.sides]));
  const shade = new Map<string, number>([[geometry.maze, 0]]);
  const free = (name: string): number[] => {
    const taken = new Set((sides.get(name) ?? []).map((side) => shade.get(side)));
    return [...Array(colours).keys()].filter((colour) => !taken.has(colour));
  };
  const open = new Set<string>(sides.get(geometry.maze) ?? []);
  while (open.size > 0) {
    // The most constrained cell first: on these boards it then has one shade left.
    let next = "";
    let least = Infinity;
    for (const name of open) {
      const n = free(name).length;
      if (n < least) {
        least = n;
        next = name;
      }
    }
    const colour = free(next)[0];
    if (colour === undefined) return null;
    open.delete(next);
    shade.set(next, colour);
    for (const side of sides.get(next) ?? []) if (!shade.has(side)) open.add(side);
  }
  return shade;
}

function distanceToEdge(p: Point, a: Point, b: Point): number {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / length));
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy);
}

/** Returns the board turned by `turns` of its symmetry, ready to draw. */
export function drawing(geometry: Geometry, turns: number, order = symmetry(geometry)): Drawing {
  const angle = (2 * Math.PI * turns) / order;
  const shade = shades(geometry);
  const flip = (x: number, y: number): Point => {
    const p = turned(x, y, angle);
    return { x: p.x, y: -p.y };
  };
  const cells = new Map<string, DrawnCell>();
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [index, cell] of geometry.cells.entries()) {
    const centre = flip(cell.x, cell.y);
    const outline = cell.outline.map(([x, y]) => flip(x, y));
    let room = Infinity;
    for (const [i, a] of outline.entries()) {
      const b = outline[(i + 1) % outline.length] ?? a;
      room = Math.min(room, distanceToEdge(centre, a, b));
      left = Math.min(left, a.x);
      right = Math.max(right, a.x);
      top = Math.min(top, a.y);
      bottom = Math.max(bottom, a.y);
    }
    cells.set(cell.name, {
      name: cell.name,
      centre,
      outline,
      room,
      neighbours: cell.neighbours,
      sides: cell.sides,
      shade: shade.get(cell.name) ?? 0,
      index,
    });
  }
  return {
    cells,
    box: { x: left, y: top, width: right - left, height: bottom - top },
    maze: geometry.maze,
    fortress: new Set(geometry.fortress),
    room: Math.min(...[...cells.values()].map((c) => c.room)),
  };
}

/** Where one looks while walking with the arrow keys: keeps a row or a column on slanted boards. */
export interface Course {
  cell: string;
  axis: "x" | "y" | null;
  line: number;
}

export const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the next cell in a direction of the screen; the same one at the edge of the board. */
export function walk(drawn: Drawing, course: Course, way: Point): Course {
  const from = drawn.cells.get(course.cell);
  if (!from) return { cell: drawn.maze, axis: null, line: 0 };
  const axis = way.x === 0 ? "y" : "x";
  const line = course.axis === axis ? course.line : axis === "x" ? from.centre.y : from.centre.x;
  const look = (names: Iterable<string>, least: number, far: number): string | null => {
    let best: string | null = null;
    let cost = Infinity;
    for (const name of names) {
      const to = drawn.cells.get(name);
      if (!to || to === from) continue;
      const dx = to.centre.x - from.centre.x;
      const dy = to.centre.y - from.centre.y;
      const along = dx * way.x + dy * way.y;
      const distance = Math.hypot(dx, dy);
      if (along < least * distance) continue;
      const aside = Math.abs((axis === "x" ? to.centre.y : to.centre.x) - line);
      const value = aside + far * distance;
      if (value < cost - CLOSE) {
        cost = value;
        best = name;
      }
    }
    return best;
  };
  const next = look(from.sides, 0.4, 0.05) ?? look(from.neighbours, 0.4, 0.05) ?? look(drawn.cells.keys(), 0.6, 1);
  return { cell: next ?? course.cell, axis, line };
}

/** Returns cells in reading order: from top to bottom, from left to right. */
export function reading(drawn: Drawing, cells: Iterable<string>): string[] {
  const place = (name: string): number => {
    const centre = drawn.cells.get(name)?.centre ?? { x: 0, y: 0 };
    return Math.round(centre.y * 4) * 1000 + centre.x;
  };
  return [...cells].toSorted((a, b) => place(a) - place(b));
}

/** Returns the cell after one of these (by = 1) or before it (-1); null if there is none. */
export function another(drawn: Drawing, cells: Iterable<string>, from: string, by: 1 | -1): string | null {
  const order = reading(drawn, cells);
  const here = order.indexOf(from);
  if (here < 0) return order.at(by > 0 ? 0 : -1) ?? null;
  return order[(here + by + order.length) % order.length] ?? null;
}

/** Returns the middle of some cells; the maze's where there are none. */
export function middle(drawn: Drawing, cells: Iterable<string>): Point {
  const places = [...cells].flatMap((name) => drawn.cells.get(name)?.centre ?? []);
  if (places.length === 0) return drawn.cells.get(drawn.maze)?.centre ?? { x: 0, y: 0 };
  const sum = places.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }));
  return { x: sum.x / places.length, y: sum.y / places.length };
}

/**
 * The cells beyond `b`, a cell of four sides, for who comes from `a`: through the side across, or the corner across.
 *
 * Elsewhere lines are straight (hexagons), or there is no one way across (the maze of a polygon): none.
 */
function beyond(drawn: Drawing, a: DrawnCell, b: DrawnCell): DrawnCell[] {
  if (b.outline.length !== 4) return [];
  const cells = (names: readonly string[]): DrawnCell[] => names.flatMap((name) => drawn.cells.get(name) ?? []);
  const apart = (c: DrawnCell): boolean => c.name !== a.name && !a.neighbours.includes(c.name);
  if (a.sides.includes(b.name)) return cells(b.sides).filter(apart);
  return cells(b.neighbours).filter((c) => !b.sides.includes(c.name) && apart(c) && !c.sides.some((side) => a.sides.includes(side)));
}

/** Returns the cells from one to another along a line of the board, both included; just these two where none joins them. */
export function wayOf(drawn: Drawing, from: string, to: string): DrawnCell[] {
  const [start, end] = [drawn.cells.get(from), drawn.cells.get(to)];
  if (!start || !end) return [];
  let open = start.neighbours.flatMap((name) => (drawn.cells.has(name) ? [[start, drawn.cells.get(name) ?? start]] : []));
  // Every line at the same pace: the first that comes there is the shortest.
  for (let steps = 0; open.length > 0 && steps < drawn.cells.size; steps++) {
    const found = open.find((way) => way.at(-1) === end);
    if (found) return found;
    open = open.flatMap((way) => {
      const [a, b] = way.slice(-2);
      if (!a || !b) return [];
      const next = beyond(drawn, a, b);
      // Where an odd number of cells meets, there is no corner across.
      const [only] = next;
      return next.length === 1 && only && !way.includes(only) ? [[...way, only]] : [];
    });
  }
  return [start, end];
}
