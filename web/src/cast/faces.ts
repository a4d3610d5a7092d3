// The faces of the cast, drawn from parts. Fetched when the first face is shown.
//
// A part is a list of layers from back to front, in a square of 100: a filled shape (`f`), one with an outline (`o`) or a stroke
// (`s`), drawn once more as in a mirror if its kind begins with `m`. A face is a list of parts from back to front. Around the whole
// figure runs a line of paper, as around a silhouette that was cut out.

import data from "./faces.json";
import { svg } from "../board/svg";

type Layer = readonly [kind: string, colour: string, path: string, width?: number];
/** A part, and where it goes if not to its own place: by how much it is moved and stretched, from the middle. */
type Placed = readonly [part: string, dx: number, dy: number, sx: number, sy: number];

interface FaceData {
  readonly skin: string;
  readonly hair: string;
  readonly parts: readonly (string | Placed)[];
}

const parts = data.parts as unknown as Readonly<Record<string, readonly Layer[]>>;
const faces = data.faces as unknown as Readonly<Record<string, FaceData>>;

const INK = "#1c1a17";
const PAPER = "#fbf4e4";
/** Widths in the square of 100. */
const OUTLINE = 2.2;
const CUT = 5;
/** Thinner strokes are drawn within the figure: nothing is cut out around them. */
const FINE = 2;

const FIXED: Readonly<Record<string, string>> = {
  ink: INK,
  paper: PAPER,
  gold: "#f0bd2c",
  "hair-brown": "#6b4126",
};
/** Every skin, its shade, and the lips that go with it. */
const SKINS: Readonly<Record<string, readonly [string, string, string]>> = {
  cream: ["#fbe9d0", "#eec9a3", "#a8202c"],
  sand: ["#f1cfa4", "#dba873", "#a8202c"],
  tan: ["#d9a56f", "#b97f4c", "#a8202c"],
  brown: ["#a86c42", "#834e2c", "#c8414a"],
  deep: ["#7a4a2d", "#5a331d", "#c8414a"],
};
/** Every colour of hair, and of the lines in it. */
const HAIRS: Readonly<Record<string, readonly [string, string]>> = {
  ink: [INK, PAPER],
  brown: ["#6b4126", INK],
  rust: ["#b3481c", INK],
  blond: ["#e3b04a", INK],
  grey: ["#a59d8f", INK],
  white: [PAPER, INK],
};

/** What shines behind a figure: behind those in government, and behind the Eminences. */
const GROUND: ReadonlySet<unknown> = new Set(["rays", "halo"]);

/** The names of all bots that have a face. */
export const FACES: readonly string[] = Object.keys(faces);

function colours({ skin, hair }: FaceData): Readonly<Record<string, string>> {
  const [plain = PAPER, shade = PAPER, lip = INK] = SKINS[skin] ?? [];
  const [own = INK, line = PAPER] = HAIRS[hair] ?? [];
  return { ...FIXED, skin: plain, "skin-shade": shade, lip, hair: own, "hair-line": line };
}

/** Returns a layer as it is drawn, or the paper that is left around it; nothing where none is. */
function drawn([kind, colour, d, width = 0]: Layer, of: Readonly<Record<string, string>>, cut: boolean): SVGElement[] {
  const stroke = kind.endsWith("s");
  if (cut && stroke && width < FINE) return [];
  const own = stroke ? width : kind.endsWith("o") ? OUTLINE : 0;
  // What is not of a colour of its own is of the party's, which the style sheet knows.
  const party = !cut && !(colour in of);
  const fill = stroke ? "none" : cut ? PAPER : (of[colour] ?? "");
  const ink = cut ? PAPER : stroke ? (of[colour] ?? "") : INK;
  const line = cut ? own + CUT : own;
  const attributes = {
    d,
    ...(party && !stroke ? { class: `f-${colour}` } : { fill }),
    ...(party && stroke ? { class: `s-${colour}` } : line > 0 ? { stroke: ink } : {}),
    ...(line > 0 ? { "stroke-width": line } : {}),
  };
  const mirrored = kind.startsWith("m") ? [svg("path", { ...attributes, transform: "translate(100) scale(-1 1)" })] : [];
  return [svg("path", attributes), ...mirrored];
}

function place(placed: string | Placed, of: Readonly<Record<string, string>>, cut: boolean): SVGElement {
  const [name, dx, dy, sx, sy] = typeof placed === "string" ? ([placed, 0, 0, 1, 1] as const) : placed;
  const moved = dx !== 0 || dy !== 0 || sx !== 1 || sy !== 1;
  const transform = `translate(${50 + dx} ${50 + dy}) scale(${sx} ${sy}) translate(-50 -50)`;
  const layers = (parts[name] ?? []).flatMap((layer) => drawn(layer, of, cut));
  return svg("g", moved ? { transform } : {}, layers);
}

/** Returns the face of a bot: what is behind it, and the figure; null if it has none. */
export function faceOf(bot: string): { ground: SVGElement; figure: SVGElement } | null {
  const face = Object.hasOwn(faces, bot) ? faces[bot] : undefined;
  if (!face) return null;
  const of = colours(face);
  const ends = { "stroke-linecap": "round", "stroke-linejoin": "round", "fill-rule": "evenodd" };
  const figure = face.parts.filter((part) => !GROUND.has(part));
  return {
    ground: svg("g", ends, face.parts.filter((part) => GROUND.has(part)).map((part) => place(part, of, false))),
    figure: svg("g", { ...ends, transform: "translate(50 100) scale(.97) translate(-50 -100)" }, [
      ...figure.map((part) => place(part, of, true)),
      ...figure.map((part) => place(part, of, false)),
    ]),
  };
}
