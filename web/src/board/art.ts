// The drawings of the project (src/djambi/render/art.md), made into SVG. Colours are CSS variables.

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

const WHOLE: Slot = [0, 0, 100];

/** Where the lord's shield stands: larger than the badge, for it is told from others by its shape. */
const LARGE_LORD: Slot = [62, -6, 44];

/** A piece in the shape of its party's emblem, and where in it the silhouette goes. */
interface Shield {
  slot: Slot;
  layers: readonly Layer[];
}

type Pieces = Readonly<Record<string, readonly Layer[]>>;
type Shields = Readonly<Record<string, Shield>>;

const figures: Pieces = art.pieces;
const emblems: Readonly<Record<string, { d: string }>> = art.emblems;

/** What pieces are drawn with: `name` tells whether a drawing is still as it would be now. */
export interface PieceSet {
  readonly name: string;
  readonly pieces: Pieces;
  readonly shields: Shields | null;
}

let pieceSet: PieceSet = { name: "figures", pieces: figures, shields: null };

/** Returns a piece set; what the first load lacks is fetched. Rejects if that fails. */
export async function pieceSetOf(set: "figures" | "signs", large: boolean): Promise<PieceSet> {
  const [pieces, shields] = await Promise.all([
    set === "signs" ? import("../../../src/djambi/render/signs.json").then((found): Pieces => found.pieces) : figures,
    large ? import("../../../src/djambi/render/shields.json").then((found): Shields => found.shields) : null,
  ]);
  return { name: large ? `${set} large` : set, pieces, shields };
}

/** Draws all pieces with this set from now on; what has been drawn stays as it is. */
export function setPieceSet(next: PieceSet): void {
  pieceSet = next;
}

/** Returns the name of the set that is in use. */
export const pieceSetName = (): string => pieceSet.name;

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

const ofLord = ({ d, fill, stroke, width }: Layer): Layer => ({
  d,
  ...(fill && { fill: fill.replace("party", "lord") }),
  ...(stroke && { stroke: stroke.replace("party", "lord"), width: 2 * (width ?? 1) }),
});

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
  const shield = pieceSet.shields?.[token.party];
  const figure = paint(pieceSet.pieces[token.kind] ?? []);
  const veil = standing.idle ? paint(art.marks.veil) : [];
  if (shield) {
    const shape = [...paint(shield.layers), ...veil, slot(shield.slot, figure)];
    inner.append(slot(lord ? art.slots.vassal : WHOLE, shape));
  } else {
    inner.append(...paint(art.base), ...veil, ...figure, slot(art.slots.emblem, emblem(token.party, "party-ink")));
  }
  if (lord) {
    const over = pieceSet.shields?.[lord];
    inner.append(...paint(art.marks.ring));
    inner.append(
      over
        ? slot(LARGE_LORD, paint(over.layers.map(ofLord)))
        : slot(art.slots.lord, [...paint(art.marks.lord), slot(art.slots.glyph, emblem(lord, "lord-ink"))]),
    );
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
  return (pieceSet.pieces[kind] ?? []).map(({ d }) => svg("path", { d, fill: "currentColor" }));
}

/** Returns the crown alone, in the art's box (it reaches above it). */
export const crown = (): SVGPathElement[] => paint(art.marks.crown);
