import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import type { PuzzleIndexRowView } from "../src/generated/api";
import Browse from "../src/puzzles/Browse.svelte";
import { progress } from "../src/puzzles/progress.svelte";

vi.mock("../src/puzzles/Picture.svelte", () => ({ default: () => undefined }));

it("other puzzles than those whose pages were turned open where one's own strength begins", async () => {
  const { rating } = progress.rating;
  const rows = Array.from({ length: 40 }, (_, i) => ({ name: `p${i}`, kind: "win", former: [], rating: rating + i })) as unknown as PuzzleIndexRowView[];
  const props = $state({ rows, filter: { kind: "", variant: "" }, themes: [] });
  const made = mount(Browse, { target: document.body, props });
  const first = (): string | null | undefined => document.querySelector("li a")?.getAttribute("href");
  const turn = (name: string): void => {
    document.querySelector<HTMLButtonElement>(`[aria-label="puzzles.${name}"]`)?.click();
    flushSync();
  };
  flushSync();
  expect(first()).toBe("/puzzles/p0");
  for (let i = 0; i < 5; i++) turn("harder");
  expect([first(), document.querySelectorAll("li").length]).toEqual(["/puzzles/p36", 4]);
  turn("easier");
  expect(first()).toBe("/puzzles/p24");
  props.filter = { kind: "win", variant: "" };
  flushSync();
  expect(first()).toBe("/puzzles/p0?kind=win");
  await unmount(made);
});
