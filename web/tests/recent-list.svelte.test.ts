import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import type { GameSummaryView } from "../src/generated/api";
import Recent from "../src/home/Recent.svelte";
import { BoardShapes } from "../src/lib/board-shapes.svelte";

const game = (n: number): GameSummaryView =>
  ({ id: `g${n}`, variant: "square-4", edition: "original", seats: [], ply: 1, over: true, winners: "r", played: "2026-11-27T10:00:00Z", pieces: [], corpses: [] }) as unknown as GameSummaryView;

it("older games are read once those that are known are all shown, and the keyboard goes on at the first of them", async () => {
  vi.spyOn(BoardShapes.prototype, "want").mockReturnValue(undefined);
  const props = $state({ games: [1, 2, 3, 4, 5, 6, 7].map(game), more: true, removable: false, onchange: vi.fn(), onolder: vi.fn() });
  const made = mount(Recent, { target: document.body, props });
  const more = (): HTMLButtonElement | null => document.querySelector("button.more");
  flushSync();
  expect([document.querySelectorAll("li").length, more()?.textContent]).toEqual([6, "web.recent.older"]);
  more()?.click();
  await vi.waitFor(() => expect(document.activeElement?.getAttribute("href")).toMatch(/g7$/));
  expect(props.onolder).not.toHaveBeenCalled();
  props.onolder.mockImplementation(() => Promise.resolve(Object.assign(props, { games: [...props.games, game(8)], more: false })));
  more()?.click();
  await vi.waitFor(() => expect(document.activeElement?.getAttribute("href")).toMatch(/g8$/));
  expect(more()).toBeNull();
  await unmount(made);
});

it("why a game could not be removed is told", async () => {
  vi.spyOn(BoardShapes.prototype, "want").mockReturnValue(undefined);
  vi.spyOn(gamesApi, "remove").mockRejectedValueOnce(new ApiError("busy", { en: "Busy.", fr: "" }));
  const onchange = vi.fn();
  const made = mount(Recent, { target: document.body, props: { games: [game(1)], more: false, removable: true, onchange, onolder: vi.fn() } });
  const problem = (): string | undefined => document.querySelector("[role=alert]")?.textContent;
  document.querySelector<HTMLButtonElement>("li button")?.click();
  await vi.waitFor(() => expect([problem(), onchange.mock.calls.length]).toEqual(["Busy.", 1]));
  await unmount(made);
});
