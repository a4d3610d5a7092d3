// The drawings of the project (src/djambi/render/art.json), made into SVG. Colours are CSS variables.

import art from "../../../src/djambi/render/art.json";

import { isCorpse, type Token } from "./scene";
import { svg } from "./svg";

interface Layer {
  d: string;
  fill?: string;
  stroke?: string;
  width?: number;
}

type Slot = readonly number[];

const pieces: Readonly<Record<string, readonly Layer[]>> = art.pieces;
const emblems: Readonly<Record<string, { d: string }>> = art.emblems;

/** What is special about a living piece now. */
export interface Standing {
  /** The party that controls it, where that is not its own. */
  readonly lord?: string | null;
  readonly state?: "frozen" | "sleeping" | "hostage" | null;
  /** Nobody may move it. */
  readonly idle?: boolean;
  readonly crowned?: boolean;
}

function paint(layers: readonly Layer[]): SVGPathElement[] {
  return layers.map(({ d, fill, stroke, width }) => {
    const classes = [fill ? `f-${fill}` : "f-none", stroke ? `s-${stroke}` : ""];
    const path = svg("path", { d, class: classes.filter(Boolean).join(" ") });
    if (width !== undefined) path.setAttribute("stroke-width", String(width));
    return path;
  });
}

function slot(place: Slot, children: readonly Node[]): SVGGElement {
  const [x = 0, y = 0, side = 100] = place;
  return svg("g", { transform: `translate(${x} ${y}) scale(${side / 100})` }, children);
}

function emblem(party: string, fill: string): SVGPathElement[] {
  const found = emblems[party];
  return found ? paint([{ d: found.d, fill }]) : [];
}

/** Returns a party's emblem alone, in a 100 × 100 box. */
export function emblemOf(party: string): SVGGElement {
  return svg("g", { class: `party-${party}` }, emblem(party, "party-ink"));
}

/** Returns a piece or a corpse in a 100 × 100 box whose middle is 0,0. */
export function drawToken(token: Token, standing: Standing = {}): SVGGElement {
  const inner = svg("g", { transform: "translate(-50 -50)" });
  if (isCorpse(token)) {
    inner.append(...paint(art.corpse));
    return svg("g", { class: "token corpse" }, [inner]);
  }
  const lord = standing.lord ?? null;
  inner.append(...paint(art.base));
  if (standing.idle) inner.append(...paint(art.marks.veil));
  inner.append(...paint(pieces[token.kind] ?? []));
  inner.append(slot(art.slots.emblem, [svg("g", { class: "own" }, emblem(token.party, "party-ink"))]));
  if (lord) {
    inner.append(...paint(art.marks.ring));
    inner.append(slot(art.slots.lord, [...paint(art.marks.lord), slot(art.slots.glyph, emblem(lord, "lord-ink"))]));
  }
  if (standing.state)
    inner.append(
      slot(art.slots.state, [...paint(art.marks.badge), slot(art.slots.glyph, paint(art.marks[standing.state]))]),
    );
  if (standing.crowned) inner.append(...paint(art.marks.crown));
  return svg("g", { class: `token party-${token.party}${lord ? ` lord-${lord}` : ""}` }, [inner]);
}

/** Returns what is drawn on the maze or on a cell of the fortress, about 0,0. */
export function drawCell(what: "maze" | "fortress"): SVGGElement {
  return svg("g", { class: `cell-art ${what}` }, [svg("g", { transform: "translate(-50 -50)" }, paint(art.cells[what]))]);
}

/** Returns the silhouette alone, in a 100 × 100 box, in the colour of the text. */
export function silhouette(kind: string): SVGPathElement[] {
  return (pieces[kind] ?? []).map(({ d }) => svg("path", { d, fill: "currentColor" }));
}

/** Returns the crown alone, in the art's box (it reaches above it). */
export const crown = (): SVGPathElement[] => paint(art.marks.crown);
