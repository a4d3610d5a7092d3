import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { gamesApi } from "../src/api/games";
import { studyApi } from "../src/api/study";
import type { BoardView, CatalogueView, SetupReportView } from "../src/generated/api";
import Editor from "../src/editor/Editor.svelte";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/PositionBoard.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

it("the list of boards shows the one that is edited where another one could not be fetched", async () => {
  const variants = ["square-4", "hex-3"].map((name) => ({ name, default_edition: "original" }));
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue({ variants, editions: [{ name: "original", options: {} }], options: [], bots: [] } as unknown as CatalogueView);
  vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
  const setup = { variant: "square-4", edition: "original", options: {}, cells: {}, parties: [], order: "", seat: "r", ruler: null, winners: "", quiet: 0, ply: 0 };
  const report = { setup, text: "square-4", faults: [], plays: "r", power: null };
  vi.spyOn(studyApi, "readSetup").mockResolvedValueOnce(report as unknown as SetupReportView).mockRejectedValue(new ApiError("unreachable", null));
  const made = mount(Editor, { target: document.body });
  await settled();
  const list = document.querySelector<HTMLSelectElement>(".rules select");
  if (!list) throw new Error("no list");
  list.value = "hex-3";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  expect([document.querySelector("[role=alert]")?.textContent, list.value]).toEqual(["web.unreachable", "square-4"]);
  await unmount(made);
});
