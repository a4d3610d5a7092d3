// A game as an animated GIF, made in the browser: drawings in, frame by frame, so that only one of them is in memory.
// Each frame has only what changed since the one before, in a palette of its own.

import { applyPalette, GIFEncoder, quantize } from "gifenc";

import { themes } from "../../../src/djambi/render/art.json";
import { imageOf } from "./images";

/** A line of the answer about a moving picture: a drawing as SVG, and how long it is shown. */
export interface AnimationFrame {
  number: number;
  total: number;
  svg: string;
  /** Milliseconds. */
  ms: number;
}

/** Colours of a frame: one more is "as before". */
const COLOURS = 255;
/** A frame stays when the next one is drawn over it. */
const STAYS = 1;

/** Returns the animation, which loops; `onprogress` hears the part that is made, from 0 to 1. */
export async function gifOf(
  frames: AsyncIterable<AnimationFrame>,
  theme: "light" | "dark",
  onprogress: (part: number) => void,
): Promise<Blob> {
  const encoder = GIFEncoder();
  const canvas = document.createElement("canvas");
  const brush = canvas.getContext("2d", { willReadFrequently: true });
  if (!brush) throw new Error("no canvas");
  let before: Uint32Array | null = null;
  for await (const { number, total, svg, ms } of frames) {
    const image = await imageOf(new Blob([svg], { type: "image/svg+xml" }));
    if (!before) [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    const { width, height } = canvas;
    brush.fillStyle = themes[theme].tokens.board;
    brush.fillRect(0, 0, width, height);
    brush.drawImage(image, 0, 0, width, height);
    const now = new Uint32Array(brush.getImageData(0, 0, width, height).data.buffer);
    const { palette, index } = changesBetween(before, now);
    encoder.writeFrame(index, width, height, { palette, delay: ms, dispose: STAYS, transparent: before !== null, transparentIndex: palette.length - 1 });
    before = now;
    onprogress((number + 1) / total);
  }
  encoder.finish();
  return new Blob([encoder.bytes()], { type: "image/gif" });
}

type Colour = readonly [red: number, green: number, blue: number];

/** Returns a frame as numbers of colours: those of the pixels that changed, and a last one for all others. */
export function changesBetween(before: Uint32Array | null, now: Uint32Array): { palette: Colour[]; index: Uint8Array } {
  const changed = before === null ? now : now.filter((pixel, place) => pixel !== before[place]);
  // An encoder asks for one colour at least.
  const pixels = new Uint8Array((changed.length > 0 ? changed : now.slice(0, 1)).slice().buffer);
  const palette: Colour[] = quantize(pixels, COLOURS);
  const indexed = applyPalette(pixels, palette);
  if (before === null) return { palette: [...palette, [0, 0, 0]], index: indexed };
  const index = new Uint8Array(now.length).fill(palette.length);
  let next = 0;
  for (const [place, pixel] of now.entries()) if (pixel !== before[place]) index[place] = indexed[next++] ?? 0;
  return { palette: [...palette, [0, 0, 0]], index };
}
