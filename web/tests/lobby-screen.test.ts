import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import Lobby from "../src/lobby/Lobby.svelte";

const lists = vi.hoisted(() => ({ lobby: {}, mine: [], boards: { known: {} }, problem: null, watch: () => () => undefined, load: () => Promise.resolve() }));
vi.mock("../src/lobby/lists.svelte", () => ({ NONE: {}, Lists: vi.fn(function () { return lists; }) }));
vi.mock("../src/api/games", () => ({ gamesApi: { board: () => new Promise(() => undefined) } }));
vi.mock("../src/ui/TopBar.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/Ways.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/OpeningBoard.svelte", () => ({ default: () => undefined }));
vi.mock("../src/lobby/Welcome.svelte", () => ({ default: () => undefined }));

it.each([
  ["nobody's table waits", 0, [], "online.waiting.none"],
  ["only one's own does", 1, [{ id: "t", mine: "r" }], "online.waiting.own"],
])("says it if %s", async (_, count, waiting, said) => {
  Object.assign(lists, { lobby: { people: 1, waiting_count: count, playing_count: 0, waiting, playing: [] } });
  const made = mount(Lobby, { target: document.body });
  flushSync();
  expect(document.querySelector("p.none")?.textContent).toBe(said);
  await unmount(made);
});
