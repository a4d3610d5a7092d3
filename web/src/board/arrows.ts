// Arrows on the board: the way of a piece, a threat, a bot's advice.

import type { Drawing } from "./geometry";
import { points, svg } from "./svg";

export interface Arrow {
  readonly from: string;
  readonly to: string;
  /** Whose it is, for its colour. */
  readonly party?: string;
}

/** An arrow from cell to cell that ends where the piece (half as wide as `size`) begins. */
export function drawArrow(drawn: Drawing, { from, to, party }: Arrow, size: number, className: string): Node[] {
  const a = drawn.cells.get(from)?.centre;
  const b = drawn.cells.get(to)?.centre;
  if (!a || !b) return [];
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [ux, uy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const gap = size * 0.98;
  const tip = { x: b.x - ux * gap, y: b.y - uy * gap };
  const tail = { x: a.x + ux * 0.18, y: a.y + uy * 0.18 };
  const neck = { x: tip.x - ux * 0.24, y: tip.y - uy * 0.24 };
  const head = [
    tip,
    { x: neck.x - uy * 0.13, y: neck.y + ux * 0.13 },
    { x: neck.x + uy * 0.13, y: neck.y - ux * 0.13 },
  ];
  return [
    svg("g", { class: `arrow ${className}${party === undefined ? "" : ` party-${party}`}` }, [
      svg("line", { x1: tail.x, y1: tail.y, x2: neck.x, y2: neck.y }),
      svg("polygon", { points: points(head) }),
    ]),
  ];
}
