import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import type { BoardView, GameSummaryView, RecentGamesView } from "../src/generated/api";
import Home from "../src/home/Home.svelte";

interface List {
  readonly games: readonly GameSummaryView[];
  onchange(): void;
}
let list: List | null = null;
vi.mock("../src/ui/OpeningBoard.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/TopBar.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/Ways.svelte", () => ({ default: () => undefined }));
vi.mock("../src/home/Recent.svelte", () => ({ default: (_: unknown, props: List) => void (list = props) }));

const played = (...ids: string[]): RecentGamesView => ({ games: ids.map((id) => ({ id, ply: 1, over: false, seats: [] }) as unknown as GameSummaryView), more: false });

it("a game that was removed does not come back with an answer that is late", async () => {
  const settled = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done));
    flushSync();
  };
  vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
  vi.spyOn(gamesApi, "lan").mockRejectedValue(new Error("none"));
  const answers: ((games: RecentGamesView) => void)[] = [];
  vi.spyOn(gamesApi, "recent").mockImplementation(() => new Promise((resolve) => void answers.push(resolve)));
  const made = mount(Home, { target: document.body });
  answers[0]?.(played("a", "b", "c"));
  await settled();
  list?.onchange();
  list?.onchange();
  await settled();
  answers[2]?.(played("c"));
  await settled();
  answers[1]?.(played("b", "c"));
  await settled();
  expect(list?.games.map(({ id }) => id)).toEqual(["c"]);
  await unmount(made);
});
