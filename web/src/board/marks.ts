// The signs on cells: what would happen there, each told by its shape first and its colour second.

import type { Act } from "./turn";
import { svg, type Attributes } from "./svg";

const ring = (r: number): string => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const rays = (from: number, to: number, count: number): string =>
  Array.from({ length: count }, (_, i) => {
    const angle = (2 * Math.PI * (i + 0.5)) / count;
    const at = (r: number): string => `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
    return `M${at(from)}L${at(to)}`;
  }).join("");

const CROWN = "M-24 16L-30 -14L-13 -3L0 -20L13 -3L30 -14L24 16Z";

/** Per act: paths about 0,0 in a box of 100, the class that colours them. */
const SIGNS: Readonly<Record<Act, readonly { d: string; solid: boolean }[]>> = {
  select: [],
  pass: [],
  spare: [],
  finish: [],
  move: [{ d: ring(13), solid: true }],
  place: [{ d: ring(9), solid: false }],
  splash: [
    { d: ring(11), solid: true },
    { d: rays(19, 31, 8), solid: false },
  ],
  // A sight: ring and four ticks.
  kill: [
    { d: ring(44), solid: false },
    { d: "M0 -54V-34M0 54V34M-54 0H-34M54 0H34", solid: false },
  ],
  // Four arrows outwards.
  displace: [
    { d: ring(40), solid: false },
    { d: "M-8 -45L0 -54L8 -45M-8 45L0 54L8 45M-45 -8L-54 0L-45 8M45 -8L54 0L45 8", solid: false },
  ],
  // A ring, and an arrow upwards out of it.
  exhume: [
    { d: "M-18 -38A42 42 0 1 0 18 -38", solid: false },
    { d: "M0 -30V-54M-10 -45L0 -55L10 -45", solid: false },
  ],
  power: [{ d: CROWN, solid: true }],
  enthrone: [{ d: CROWN, solid: false }],
};

/** Returns the sign of an act about 0,0 in a box of 100; empty where the act needs none. */
export function sign(act: Act): SVGGElement {
  const paths = SIGNS[act];
  const draw = (extra: Attributes): SVGPathElement[] =>
    paths.map(({ d, solid }) => svg("path", { d, class: solid ? "solid" : "line", ...extra }));
  return svg("g", { class: `sign act-${act}` }, [
    svg("g", { class: "halo" }, draw({})),
    svg("g", { class: "ink" }, draw({})),
  ]);
}
