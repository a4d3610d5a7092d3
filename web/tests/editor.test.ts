import { type ComponentProps, flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { gamesApi } from "../src/api/games";
import { studyApi } from "../src/api/study";
import type { BoardView, CatalogueView, SetupReportView } from "../src/generated/api";
import { linkTo } from "../src/analysis/link";
import Editor from "../src/editor/Editor.svelte";
import States from "../src/editor/States.svelte";
import { router } from "../src/lib/router.svelte";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/PositionBoard.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

const setup = { variant: "square-4", edition: "original", options: {}, cells: {}, parties: [], order: "", seat: "r", ruler: null, winners: "", quiet: 0, ply: 0 };
const report = { setup, text: "square-4", faults: [], plays: "r", power: null } as unknown as SetupReportView;

beforeEach(() => {
  const variants = ["square-4", "hex-3"].map((name) => ({ name, default_edition: "original" }));
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue({ variants, editions: [{ name: "original", options: {} }], options: [], bots: [] } as unknown as CatalogueView);
  vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
});

it("the list of boards shows the one that is edited where another one could not be fetched", async () => {
  vi.spyOn(studyApi, "readSetup").mockResolvedValueOnce(report).mockRejectedValue(new ApiError("unreachable", null));
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

it("what is written while a set-up is checked stays", async () => {
  let answer: (found: SetupReportView) => void = () => undefined;
  vi.spyOn(studyApi, "readSetup").mockResolvedValueOnce(report).mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const made = mount(Editor, { target: document.body });
  await settled();
  const field = document.querySelector("textarea");
  if (!field) throw new Error("no field");
  const empty = [...document.querySelectorAll("button")].find((one) => one.textContent === "study.empty");
  empty?.click();
  field.value = "hex-3";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  answer({ ...report, text: "square-4 empty" });
  await settled();
  expect(field.value).toBe("hex-3");
  await unmount(made);
});

it("the position that is analysed is the one on the board, not the one before it", async () => {
  let answer: (found: SetupReportView) => void = () => undefined;
  vi.spyOn(studyApi, "readSetup").mockResolvedValue(report);
  vi.spyOn(studyApi, "setup").mockReturnValue(new Promise((resolve) => (answer = resolve)));
  const gone = vi.spyOn(router, "go").mockReturnValue();
  const made = mount(Editor, { target: document.body });
  await settled();
  const list = document.querySelectorAll<HTMLSelectElement>(".rules select")[1];
  list?.dispatchEvent(new Event("change", { bubbles: true }));
  [...document.querySelectorAll("button")].find((one) => one.textContent === "study.analyse")?.click();
  await settled();
  expect(gone).not.toHaveBeenCalled();
  answer({ ...report, text: "square-4 changed" });
  await settled();
  expect(gone.mock.calls).toEqual([[linkTo("/analyse", "square-4 changed")]]);
  await unmount(made);
});

it("what is written in the field is meant, also where nobody pressed the button beside it", async () => {
  let reachable = false;
  vi.spyOn(studyApi, "readSetup").mockImplementation((from) => {
    if (from !== "square-4 written") return Promise.resolve(report);
    return reachable ? Promise.resolve({ ...report, text: from }) : Promise.reject(new ApiError("unreachable", null));
  });
  const gone = vi.spyOn(router, "go").mockReturnValue();
  gone.mockClear();
  const made = mount(Editor, { target: document.body });
  await settled();
  const field = document.querySelector("textarea");
  if (!field) throw new Error("no field");
  field.value = " square-4 written ";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  const analyse = [...document.querySelectorAll("button")].find((one) => one.textContent === "study.analyse");
  analyse?.click();
  await settled();
  expect([document.querySelector(".text [role=alert]")?.textContent, gone.mock.calls]).toEqual(["web.unreachable", []]);
  reachable = true;
  analyse?.click();
  await settled();
  expect(gone.mock.calls).toEqual([[linkTo("/analyse", "square-4 written")]]);
  await unmount(made);
});

it("an order in which a seat stands twice is shown, to be mended", async () => {
  const twice = { ...setup, order: "rrby" } as unknown as ComponentProps<typeof States>["setup"];
  const made = mount(States, { target: document.body, props: { setup: twice, plays: "", power: null, onchange: () => undefined } });
  flushSync();
  expect(document.querySelectorAll(".order button").length).toBe(4);
  await unmount(made);
});

it("says that the text was copied", async () => {
  vi.spyOn(studyApi, "readSetup").mockResolvedValue(report);
  const copy = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const made = mount(Editor, { target: document.body });
  await settled();
  [...document.querySelectorAll("button")].find((one) => one.textContent === "web.copy")?.click();
  await settled();
  expect([copy.mock.calls, document.querySelector(".text [role=status]")?.textContent]).toEqual([[["square-4"]], "web.copied"]);
  await unmount(made);
});
