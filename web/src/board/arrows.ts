// Arrows on the board: the way of a piece, a threat, a bot's advice.

import { wayOf, type Drawing, type Point } from "./geometry";
import { points, svg } from "./svg";

export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Whose it is, for its colour. */
  readonly party?: string;
}

/** How far a way may stray from a straight line and still be drawn as one. */
const STRAIGHT = 0.08;

/** Returns the corners of a way from cell to cell: its two ends, and between them all its cells where it bends. */
export function bends(drawn: Drawing, from: string, to: string): Point[] {
  const way = wayOf(drawn, from, to).map(({ centre }) => centre);
  const [a, b] = [way[0], way.at(-1)];
  if (!a || !b) return [];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const strays = (p: Point): boolean =>
    Math.abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / far > STRAIGHT;
  return way.some(strays) ? way : [a, b];
}

/** Returns an arrow from cell to cell that ends `gap` before the middle: where the piece there begins. */
export function drawArrow(drawn: Drawing, { from, to, party }: Arrow, gap: number, className: string): Node[] {
  const way = bends(drawn, from, to);
  const [a, second] = way;
  const [before, b] = way.slice(-2);
  if (!a || !second || !before || !b) return [];
  const towards = (p: Point, q: Point): Point => {
    const far = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    return { x: (q.x - p.x) / far, y: (q.y - p.y) / far };
  };
  const out = towards(a, second);
  const u = towards(before, b);
  const tip = { x: b.x - u.x * gap, y: b.y - u.y * gap };
  const tail = { x: a.x + out.x * 0.18, y: a.y + out.y * 0.18 };
  const neck = { x: tip.x - u.x * 0.24, y: tip.y - u.y * 0.24 };
  const head = [
    tip,
    { x: neck.x - u.y * 0.13, y: neck.y + u.x * 0.13 },
    { x: neck.x + u.y * 0.13, y: neck.y - u.x * 0.13 },
  ];
  return [
    svg("g", { class: `arrow ${className}${party === undefined ? "" : ` party-${party}`}` }, [
      svg("polyline", { points: points([tail, ...way.slice(1, -1), neck]) }),
      svg("polygon", { points: points(head) }),
    ]),
  ];
}
