import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { gamesApi } from "../src/api/games";
import { studyApi } from "../src/api/study";
import type { BoardView, LookView, PuzzleIndexRowView, RulebookView } from "../src/generated/api";
import Leaflet from "../src/learn/Leaflet.svelte";
import Browse from "../src/puzzles/Browse.svelte";
import { progress } from "../src/puzzles/progress.svelte";

vi.mock("../src/lib/settings.svelte", () => ({ preferences: { kept: { puzzles: { results: {}, days: {}, storm: 0 }, puzzles_done: [] } } }));
vi.mock("../src/puzzles/Picture.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/MiniBoard.svelte", () => ({ default: () => undefined }));

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

afterEach(() => vi.restoreAllMocks());

it("the rules are printed once their boards are drawn, which is tried again where it failed", async () => {
  vi.spyOn(gamesApi, "board").mockRejectedValueOnce(new ApiError("unreachable", null)).mockResolvedValue({} as BoardView);
  vi.spyOn(studyApi, "look").mockResolvedValue({ view: { pieces: [], corpses: [] } } as unknown as LookView);
  const words = { en: "", fr: "" };
  const board = { name: "a", variant: "square-4", position: "p", caption: words, show: "" };
  const page = { name: "chief", title: words, paragraphs: [], options: [], boards: [board] };
  const view = { edition: "original", title: words, intro: words, pages: [page], table: [], readings: { title: words, intro: words, source: words, groups: [] } };
  const made = mount(Leaflet, { target: document.body, props: { view: view as unknown as RulebookView } });
  await settled();
  const print = document.querySelector<HTMLButtonElement>("button.primary");
  expect([document.querySelector("[role=alert]")?.textContent, print?.disabled]).toEqual(["web.unreachableweb.retry", true]);
  document.querySelector<HTMLButtonElement>("[role=alert] button")?.click();
  await settled();
  expect([document.querySelector("[role=alert]"), print?.disabled]).toEqual([null, false]);
  await unmount(made);
});

it("a theme that a board has no puzzles of says so", async () => {
  const made = mount(Browse, { target: document.body, props: { rows: [], filter: { kind: "maze", variant: "hex-3" }, themes: [] } });
  expect(document.querySelector("section p")?.textContent).toBe("puzzles.none");
  await unmount(made);
});

it("all puzzles open where one's own strength begins, at the end if all are easier", async () => {
  const { rating } = progress.rating;
  const easy = Array.from({ length: 40 }, () => rating - 100);
  const hard = rating + 100;
  const places: [number[], string][] = [
    [[hard, ...easy], "first"],
    [easy.with(13, hard), "between"],
    [easy, "last"],
  ];
  for (const [ratings, place] of places) {
    const rows = ratings.map((each, i) => ({ name: `p${i}`, kind: "win", former: [], rating: each })) as unknown as PuzzleIndexRowView[];
    const made = mount(Browse, { target: document.body, props: { rows, filter: { kind: "", variant: "" }, themes: [] } });
    flushSync();
    const [easier, harder] = document.querySelectorAll<HTMLButtonElement>(".pager button");
    expect([easier, harder].map((one) => one?.getAttribute("aria-disabled") === "true")).toEqual([place === "first", place === "last"]);
    await unmount(made);
  }
});
