// Small helpers to make SVG elements. Classes and attributes only: a strict policy forbids inline style.

import type { Point } from "./geometry";

const SPACE = "http://www.w3.org/2000/svg";

export type Attributes = Readonly<Record<string, string | number>>;

export function svg<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  children: readonly Node[] = [],
): SVGElementTagNameMap[K] {
  const element = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

const short = (n: number): string => String(Math.round(n * 1000) / 1000);

/** Returns a polygon's `points`, drawn in towards its centre by `inset`. */
export function points(outline: readonly Point[], centre?: Point, inset = 0): string {
  return outline
    .map((p) => {
      if (!centre || inset === 0) return `${short(p.x)},${short(p.y)}`;
      const far = Math.hypot(p.x - centre.x, p.y - centre.y) || 1;
      const k = (far - inset) / far;
      return `${short(centre.x + (p.x - centre.x) * k)},${short(centre.y + (p.y - centre.y) * k)}`;
    })
    .join(" ");
}

export const move = (p: Point, scale = 1): string =>
  `translate(${short(p.x)} ${short(p.y)})${scale === 1 ? "" : ` scale(${short(scale)})`}`;
