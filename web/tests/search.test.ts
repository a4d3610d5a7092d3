import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { tablesApi } from "../src/api/tables";
import type { SearchView } from "../src/generated/api";
import Search from "../src/lobby/Search.svelte";

vi.mock("../src/ui/TopBar.svelte", () => ({ default: () => undefined }));

it("a search that fails late says nothing beside what a later one has found", async () => {
  const settled = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done));
    flushSync();
  };
  vi.spyOn(gamesApi, "catalogue").mockReturnValue(new Promise(() => undefined));
  let fail: (error: Error) => void = () => undefined;
  vi.spyOn(tablesApi, "search")
    .mockReturnValueOnce(new Promise((_, reject) => (fail = reject)))
    .mockResolvedValue({ games: [], more: "" } as unknown as SearchView);
  const made = mount(Search, { target: document.body });
  flushSync();
  document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  await settled();
  fail(new ApiError("unreachable", null));
  await settled();
  expect([document.querySelector("[role=alert]"), document.querySelector("p.muted")?.textContent]).toEqual([null, "online.search.none"]);
  await unmount(made);
});
