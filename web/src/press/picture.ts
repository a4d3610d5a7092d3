// The front page as a picture to send: painted on a canvas, so that every browser can.

import { imageOf, pictureOf, pngOf } from "../api/images";
import type { FrontPageView } from "../generated/api";
import { t, texts } from "../lib/texts.svelte";
import { wrapped } from "./wrapping";

const WIDTH_PX = 1200;
const HEIGHT_PX = 1600;
const MARGIN_PX = 70;
const BOARD_PX = 640;
const GRAPH_PX = 210;
const SERIF = '"Old Standard", "Times New Roman", serif';
const BLACKLETTER = '"Fraktur Cook", "Times New Roman", serif';
/** What is written with, at any size: a canvas waits for none of it. */
const FACES = [`400 30px ${SERIF}`, `italic 400 30px ${SERIF}`, `700 30px ${SERIF}`, `700 30px ${BLACKLETTER}`];

type Theme = "light" | "dark";
const INKS: Readonly<Record<Theme, { paper: string; ink: string; muted: string }>> = {
  light: { paper: "#f4ebd9", ink: "#1f1a14", muted: "#5b4f3f" },
  dark: { paper: "#1b1814", ink: "#f0e6d2", muted: "#b8ab95" },
};

/** What stands in a row each, in a font; a row is a step below the last, and its line this far above the row's end. */
interface Paragraph {
  rows: readonly string[];
  font: string;
  step: number;
  rise: number;
}

/** Returns the picture as PNG; `colour` says in which colour a party is painted. */
export async function frontPagePicture(paper: FrontPageView, theme: Theme, colour: (party: string) => string): Promise<Blob> {
  // One that does not come is replaced by another.
  await Promise.allSettled(FACES.map((face) => document.fonts.load(face)));
  const board = await imageOf(await pictureOf(paper.lead.after, "svg", theme, texts.lang));
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH_PX;
  canvas.height = HEIGHT_PX;
  const brush = canvas.getContext("2d");
  if (!brush) throw new Error("no canvas");
  const { paper: ground, ink, muted } = INKS[theme];
  const inner = WIDTH_PX - 2 * MARGIN_PX;
  let y = MARGIN_PX;

  const rule = (thick: number): void => {
    brush.fillStyle = ink;
    brush.fillRect(MARGIN_PX, y, inner, thick);
  };
  /** Returns a paragraph in rows, as large as fits in so many of them. */
  const fitted = (text: string, font: (size: number) => string, size: number, lines: number, width = inner): Paragraph => {
    for (; ; size *= 0.94) {
      brush.font = font(size);
      const rows = wrapped(text, width, (part) => brush.measureText(part).width);
      if (rows.length <= lines || size < 20) return { rows: rows.slice(0, lines), font: brush.font, step: size * 1.08, rise: size * 0.2 };
    }
  };
  /** Writes a paragraph; returns how low it reaches. */
  const put = ({ rows, font, step, rise }: Paragraph, align: "center" | "left", x: number, top: number): number => {
    brush.font = font;
    brush.textAlign = align;
    for (const [i, row] of rows.entries()) brush.fillText(row, x, top + (i + 1) * step - rise);
    return top + rows.length * step;
  };
  /** Writes a paragraph in the middle of the page. */
  const write = (...of: Parameters<typeof fitted>): number => put(fitted(...of), "center", WIDTH_PX / 2, y);

  brush.fillStyle = ground;
  brush.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  brush.fillStyle = ink;
  y = write(texts.of(paper.paper), (size) => `700 ${size}px ${BLACKLETTER}`, 124, 1) + 16;
  y = write(texts.of(paper.motto), (size) => `italic 400 ${size}px ${SERIF}`, 28, 1) + 14;
  rule(2);
  y += 6;
  const day = new Intl.DateTimeFormat(texts.locale, { dateStyle: "long" }).format(new Date(paper.created));
  brush.fillStyle = muted;
  y = write(`${t("paper.number", { n: paper.lines })}  ·  Porto Cenere, ${day}  ·  ${texts.of(paper.price)}`, (size) => `400 ${size}px ${SERIF}`, 25, 1) + 6;
  rule(6);
  y += 24;
  brush.fillStyle = ink;
  y = write(texts.of(paper.headline), (size) => `700 ${size}px ${SERIF}`, 104, 3) + 20;
  const [deck] = paper.decks;
  if (deck) y = write(texts.of(deck), (size) => `italic 400 ${size}px ${SERIF}`, 36, 2) + 20;
  rule(2);
  y += 24;

  const foot = HEIGHT_PX - MARGIN_PX - GRAPH_PX;
  /** Below it stands what the graph is called. */
  const end = foot - 70;
  const side = Math.min(BOARD_PX, end - y);
  const scale = Math.min(side / image(board).width, side / image(board).height);
  const [width, height] = [image(board).width * scale, image(board).height * scale];
  brush.drawImage(board, MARGIN_PX, y, width, height);
  brush.strokeStyle = ink;
  brush.lineWidth = 2;
  brush.strokeRect(MARGIN_PX, y, width, height);
  brush.fillStyle = ink;
  const column = MARGIN_PX + width + 30;
  let low = y;
  for (const sentence of paper.article) {
    const paragraph = fitted(texts.of(sentence), (size) => `400 ${size}px ${SERIF}`, 29, 7, WIDTH_PX - MARGIN_PX - column);
    if (low + paragraph.rows.length * paragraph.step > end) break;
    low = put(paragraph, "left", column, low) + 12;
  }

  y = foot - 44;
  brush.fillStyle = ink;
  write(t("paper.graph"), (size) => `700 ${size}px ${SERIF}`, 28, 1);
  y = foot;
  const parties = Object.keys(paper.shares);
  const below = Array.from({ length: paper.lines + 1 }, () => 0);
  const at = (line: number, share: number): [number, number] => [MARGIN_PX + (inner * line) / Math.max(1, paper.lines), y + GRAPH_PX * (1 - share)];
  for (const party of parties) {
    const floor = [...below];
    for (const line of below.keys()) below[line] = (below[line] ?? 0) + (paper.shares[party]?.[line] ?? 0);
    brush.beginPath();
    for (const [line, share] of below.entries()) brush.lineTo(...at(line, share));
    for (const [line, share] of [...floor.entries()].toReversed()) brush.lineTo(...at(line, share));
    brush.closePath();
    brush.fillStyle = colour(party);
    brush.fill();
    brush.strokeStyle = ground;
    brush.stroke();
  }
  y = HEIGHT_PX - MARGIN_PX + 6;
  brush.fillStyle = muted;
  write("Djambi", (size) => `italic 400 ${size}px ${SERIF}`, 26, 1);
  return pngOf(canvas);
}

const image = ({ naturalWidth, naturalHeight }: HTMLImageElement) => ({ width: naturalWidth, height: naturalHeight });
