// The front page as a picture: what stands on it, and that nothing covers anything else.

import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";

import type { FrontPageView, Words } from "../src/generated/api";
import { imageOf, pictureOf, pngOf } from "../src/api/images";
import { texts as language } from "../src/lib/texts.svelte";
import { frontPagePicture } from "../src/press/picture";

vi.mock("../src/api/images");

interface Box {
  text: string;
  left: number;
  right: number;
  top: number;
  bottom: number;
}
/** What is painted, in the order in which it is. */
let written: Box[];
let bands: { colour: string; corners: [number, number][] }[];
let board: Box | null;
let ink: string[];
let faces: Set<string>;

/** A letter is half as wide as it is high here. */
const LETTER = 0.5;
const sizeOf = (font: string): number => Number(/([\d.]+)px/.exec(font)?.[1]);

const faceOf = (font: string): string => font.replace(/[\d.]+px/, "");

class Brush {
  font = "";
  textAlign = "left";
  fillStyle = "";
  strokeStyle = "";
  lineWidth = 1;
  #corners: [number, number][] = [];
  measureText = (text: string): { width: number } => ({ width: text.length * sizeOf(this.font) * LETTER });
  fillText(text: string, x: number, y: number): void {
    const [size, { width }] = [sizeOf(this.font), this.measureText(text)];
    const left = this.textAlign === "center" ? x - width / 2 : x;
    ink.push(this.fillStyle);
    faces.add(faceOf(this.font));
    written.push({ text, left, right: left + width, top: y - size * 0.75, bottom: y + size * 0.2 });
  }
  drawImage(_: unknown, left: number, top: number, width: number, height: number): void {
    board = { text: "board", left, right: left + width, top, bottom: top + height };
  }
  beginPath = (): void => void (this.#corners = []);
  lineTo = (x: number, y: number): void => void this.#corners.push([x, y]);
  closePath = (): void => undefined;
  fill = (): void => void bands.push({ colour: this.fillStyle, corners: this.#corners });
  stroke = (): void => undefined;
  strokeRect = (): void => undefined;
  fillRect = (x: number, y: number): void => {
    if (x === 0 && y === 0) ink.push(this.fillStyle);
  };
}

const both = (text: string): Words => ({ en: text, fr: text }) as unknown as Words;
const sentence = (words: number, word = "intrigue"): string => Array.from({ length: words }, () => word).join(" ");

function paper(change: Partial<Record<"headline" | "paper", string>> & { deck?: string; article?: string[]; shares?: Record<string, number[]> } = {}): FrontPageView {
  const { headline = "Green wins", paper: name = "The Green Light", deck, article = ["It is over."], shares = { r: [0.25, 0.5, 0], g: [0.75, 0.5, 1] } } = change;
  const page = { paper: both(name), motto: both("All that is fit"), price: both("1 florin"), headline: both(headline), decks: deck === undefined ? [] : [both(deck)], article: article.map(both) };
  return { ...page, created: "2026-02-03T10:00:00Z", lines: 2, lead: { after: "P" }, shares } as unknown as FrontPageView;
}

const painted = (page: FrontPageView, theme: "light" | "dark" = "light"): Promise<Blob> => frontPagePicture(page, theme, (party) => `colour of ${party}`);
const texts = (): string[] => written.map(({ text }) => text);

beforeAll(() => language.more("paper"));
beforeEach(() => {
  [written, bands, board, ink, faces] = [[], [], null, [], new Set()];
  Object.assign(document, { fonts: { load: vi.fn(async () => []) } });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(new Brush() as unknown as null);
  vi.mocked(pictureOf).mockResolvedValue(new Blob(["<svg>"]));
  vi.mocked(imageOf).mockResolvedValue({ naturalWidth: 100, naturalHeight: 100 } as HTMLImageElement);
  vi.mocked(pngOf).mockResolvedValue(new Blob(["png"]));
});
afterEach(() => vi.restoreAllMocks());

it("has the name of the paper, its head, the headline, the report and the graph, from top to bottom", async () => {
  const made = await painted(paper({ deck: "By a hair", article: ["It is over.", "Nobody mourns."] }));
  expect(await made.text()).toBe("png");
  const found = texts();
  const at = ["The Green Light", "All that is fit", "Green wins", "By a hair", "It is over.", "Nobody mourns.", "The exchange of power", "Djambi"].map((text) => found.indexOf(text));
  expect(at).not.toContain(-1);
  expect(at.toSorted((a, b) => a - b)).toEqual(at);
  expect(found.find((text) => text.includes("Porto Cenere"))).toMatch(/February 3, 2026.*1 florin/);
});

it("shows the board in the theme of the page, and writes in ink that can be read on it", async () => {
  await painted(paper());
  const light = [...ink];
  ink = [];
  await painted(paper(), "dark");
  expect(vi.mocked(pictureOf).mock.calls.map(([position, form, theme]) => [position, form, theme])).toEqual([["P", "svg", "light"], ["P", "svg", "dark"]]);
  for (const [ground, ...inks] of [light, ink]) expect(inks).not.toContain(ground);
  expect(light.filter((colour) => ink.includes(colour))).toEqual([]);
});

it("waits for all that it is written with, and for nothing that does not come", async () => {
  const load = vi.mocked(document.fonts.load).mockRejectedValueOnce(new Error("no network"));
  await painted(paper({ deck: "By a hair" }));
  expect([...faces].toSorted()).toEqual(load.mock.calls.map(([font]) => faceOf(font)).toSorted());
});

it("fills the graph with everybody's shares, one above the other, from the first turn to the last", async () => {
  await painted(paper());
  expect(bands.map(({ colour }) => colour)).toEqual(["colour of r", "colour of g"]);
  const [red, green] = bands.map(({ corners }) => corners);
  const ys = (red ?? []).map(([, y]) => y);
  const [top, bottom] = [Math.min(...(green ?? []).map(([, y]) => y)), Math.max(...ys)];
  const heights = (corners: [number, number][] | undefined): number[] => (corners ?? []).map(([, y]) => (bottom - y) / (bottom - top));
  expect(heights(red)).toEqual([0.25, 0.5, 0, 0, 0, 0]);
  // Green's floor is what Red has, from the end back to the beginning.
  expect(heights(green)).toEqual([1, 1, 1, 0, 0.5, 0.25]);
  const xs = (red ?? []).map(([x]) => x);
  expect([xs[0], (xs[1] ?? 0) - (xs[0] ?? 0)]).toEqual([xs[5], (xs[2] ?? 0) - (xs[1] ?? 0)]);
});

it("has a graph also of a game without a turn", async () => {
  await painted({ ...paper({ shares: { r: [0.5], g: [0.5] } }), lines: 0 });
  for (const [x, y] of bands.flatMap(({ corners }) => corners)) expect([Number.isFinite(x), Number.isFinite(y)]).toEqual([true, true]);
});

it.each<[string, FrontPageView]>([
  ["short", paper()],
  ["a long headline", paper({ headline: sentence(14), deck: sentence(12) })],
  ["a long name", paper({ paper: sentence(6) })],
  ["a long report", paper({ article: [sentence(18), sentence(17), sentence(20), sentence(19), sentence(18), sentence(16)] })],
  ...[3, 6, 9, 12, 15, 18, 21, 25, 30].flatMap((words): [string, FrontPageView][] => {
    const article = Array.from({ length: 12 }, () => sentence(words));
    return [
      [`sentences of ${words} words`, paper({ article })],
      [`a long headline, and sentences of ${words} words`, paper({ headline: sentence(14), deck: sentence(12), article })],
    ];
  }),
  ["all of it long", paper({ headline: sentence(14), deck: sentence(14), article: [sentence(18), sentence(23), sentence(23), sentence(18)] })],
])("covers nothing and leaves nothing off its edges: %s", async (_, page) => {
  await painted(page);
  const graph = { text: "graph", left: 70, right: 1130, top: 1320, bottom: 1530 };
  const all = [...written, ...(board ? [board] : []), graph];
  for (const [i, one] of all.entries()) {
    expect([one.text, one.left >= 0, one.right <= 1200, one.top >= 0, one.bottom <= 1600]).toEqual([one.text, true, true, true, true]);
    for (const other of all.slice(i + 1)) {
      const apart = one.right <= other.left || other.right <= one.left || one.bottom <= other.top || other.bottom <= one.top;
      expect([one.text, other.text, apart]).toEqual([one.text, other.text, true]);
    }
  }
});

it("ends the report with a whole sentence where it has no room for all", async () => {
  const article = Array.from({ length: 9 }, (_, i) => sentence(18, `word${i}`));
  await painted(paper({ article }));
  const told = texts().filter((text) => text.startsWith("word")).join(" ");
  expect(told.length).toBeGreaterThan(0);
  expect(article.join(" ").startsWith(told)).toBe(true);
  expect(article.map((_, i) => article.slice(0, i + 1).join(" "))).toContain(told);
});

it("says that there is no picture where the browser paints none", async () => {
  vi.mocked(HTMLCanvasElement.prototype.getContext).mockReturnValue(null);
  await expect(painted(paper())).rejects.toThrow("no canvas");
});
