// The editor's board: what is put there, moved and taken away, with the pointer and the keyboard, and taken back.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { studyApi } from "../src/api/study";
import Editor from "../src/editor/Editor.svelte";
import type { BoardView, CatalogueView, EditedSetupView, SetupReportView } from "../src/generated/api";
import { router } from "../src/lib/router.svelte";
import { texts } from "../src/lib/texts.svelte";
import { press, read } from "./game-wire";

interface Board {
  pick: (cell: string) => void;
  lift: (cell: string) => boolean;
  back: () => void;
  onkey: (key: string, cell: string) => boolean;
  marks: { chosen: readonly string[] };
}
const screen = vi.hoisted(() => ({ board: null as unknown }));
vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/PositionBoard.svelte", () => ({ default: (_: unknown, props: object) => void (screen.board = props) }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));

const parties = [..."rb"].map((party) => ({ party, status: "active" }));
const SETUP = { variant: "square-4", edition: "original", options: {}, cells: { a1: "rC", b2: "bC" }, parties, order: "rb", seat: "r", ruler: null, winners: "", quiet: 0, ply: 0 } as unknown as EditedSetupView;
const reported = (setup: EditedSetupView, more: Partial<SetupReportView> = {}): SetupReportView => ({ setup, text: JSON.stringify(setup.cells), faults: [], plays: "r", power: null, ...more }) as unknown as SetupReportView;

let made: object | null = null;
/** What was checked last. */
let checked: EditedSetupView | null;

beforeEach(() => {
  vi.restoreAllMocks();
  checked = null;
  const variants = ["square-4", "hex-3"].map((name) => ({ name, default_edition: "original" }));
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue({ variants, editions: [{ name: "original", options: {} }], options: [], bots: [] } as unknown as CatalogueView);
  vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
  // A browser tells nobody of an address that the page itself rewrites.
  vi.spyOn(router, "rewrite").mockReturnValue();
  vi.spyOn(studyApi, "readSetup").mockImplementation((from) => Promise.resolve(reported(from.startsWith("hex-3") ? { ...SETUP, variant: "hex-3", cells: {} } : SETUP)));
  vi.spyOn(studyApi, "setup").mockImplementation((setup) => {
    checked = setup as EditedSetupView;
    return Promise.resolve(reported(checked));
  });
});
afterEach(async () => {
  if (made) await unmount(made);
  made = null;
});

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}
async function shown(address = "/edit"): Promise<void> {
  router.go(address);
  // That one came here is heard by nobody.
  await settled();
  made = mount(Editor, { target: document.body });
  await settled();
}
const board = (): Board => screen.board as Board;
const cells = (): Record<string, string> => checked?.cells ?? {};
async function pick(...names: string[]): Promise<void> {
  for (const name of names) {
    board().pick(name);
    await settled();
  }
}
const choose = (name: string): void => {
  document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)?.click();
  flushSync();
};
function key(target: Element, name: string, init: KeyboardEventInit = { ctrlKey: true }): boolean {
  return !target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true, ...init }));
}

it("a piece is moved from cell to cell, and let go again", async () => {
  await shown();
  await pick("c3");
  expect([board().marks.chosen, checked]).toEqual([[], null]);
  await pick("a1");
  expect(board().marks.chosen).toEqual(["a1"]);
  await pick("a1");
  expect(board().marks.chosen).toEqual([]);
  await pick("a1");
  board().back();
  flushSync();
  expect(board().marks.chosen).toEqual([]);
  await pick("a1", "c3");
  expect(cells()).toEqual({ c3: "rC", b2: "bC" });
});

it("a piece is dragged, and what is no piece is not", async () => {
  await shown();
  expect(board().lift("c3")).toBe(false);
  expect(board().lift("b2")).toBe(true);
  await pick("c3");
  expect(cells()).toEqual({ a1: "rC", c3: "bC" });
});

it("pieces of the chosen party are put, taken away by the same, and changed with the party", async () => {
  await shown();
  choose("Piece.of.A");
  await pick("c3");
  expect(cells()).toMatchObject({ c3: "rA" });
  choose("party.b");
  await pick("c4");
  expect(cells()).toMatchObject({ c3: "rA", c4: "bA" });
  await pick("c4");
  expect(cells()["c4"]).toBeUndefined();
  choose("piece.corpse");
  choose("party.r");
  await pick("c5");
  expect(cells()).toMatchObject({ c5: "x" });
  choose("study.palette.erase");
  await pick("c5", "c3");
  expect(cells()).toEqual({ a1: "rC", b2: "bC" });
});

it("keys put pieces of the chosen party where the focus is, corpses, and nothing; others are the board's", async () => {
  await shown();
  choose("party.b");
  expect(["c", "x", "Delete", "m", "Backspace", "q"].map((name) => board().onkey(name, "d4"))).toEqual([true, true, true, true, true, false]);
  await settled();
  expect(board().onkey("D", "d4")).toBe(true);
  await settled();
  expect(cells()).toMatchObject({ d4: "bD" });
});

it("what was done is taken back and done again, with buttons and with Ctrl+Z", async () => {
  await shown();
  const steps = (): (string | null | undefined)[] => ["study.undo", "study.redo"].map((name) => document.querySelector(`[aria-label="${name}"]`)?.getAttribute("aria-disabled"));
  expect(steps()).toEqual(["true", "true"]);
  press("study.undo");
  await pick("a1", "c3");
  await pick("c3", "c4");
  expect(steps()).toEqual(["false", "true"]);
  press("study.undo");
  await settled();
  expect([cells(), steps()]).toEqual([{ c3: "rC", b2: "bC" }, ["false", "false"]]);
  expect(key(document.body, "Z", { ctrlKey: true, shiftKey: true })).toBe(true);
  await settled();
  expect([cells()["c4"], steps()]).toEqual(["rC", ["false", "true"]]);
  for (let i = 0; i < 2; i++) {
    key(document.body, "z", { metaKey: true });
    await settled();
  }
  expect([cells(), steps()]).toEqual([SETUP.cells, ["true", "false"]]);
  await pick("b2", "c5");
  expect(steps()).toEqual(["false", "true"]);
});

it("Ctrl+Z in a field takes back what was written there, and after a piece was chosen what was done on the board", async () => {
  await shown();
  await pick("a1", "c3");
  expect(key(document.querySelector("textarea") as Element, "z")).toBe(false);
  expect(key(document.querySelector("input[type=number]") as Element, "z")).toBe(false);
  await settled();
  expect(cells()["c3"]).toBe("rC");
  expect(key(document.querySelector("input[type=radio]") as Element, "z")).toBe(true);
  await settled();
  expect(cells()).toEqual(SETUP.cells);
});

it("a board is taken back, too, and stays where the one before does not come", async () => {
  await shown();
  const list = document.querySelector<HTMLSelectElement>(".rules select") as HTMLSelectElement;
  list.value = "hex-3";
  list.dispatchEvent(new Event("change", { bubbles: true }));
  await settled();
  expect(list.value).toBe("hex-3");
  vi.mocked(gamesApi.board).mockRejectedValueOnce(new ApiError("unreachable", null));
  press("study.undo");
  await settled();
  expect([read("[role=alert]"), checked]).toEqual([["web.unreachable"], null]);
  press("study.undo");
  await settled();
  expect([(checked as EditedSetupView | null)?.variant, read("[role=alert]")]).toEqual(["square-4", []]);
});

it("an answer about what stood there before is of no account, and a failure says so until the next answer", async () => {
  await shown();
  const answers: ((report: SetupReportView) => void)[] = [];
  vi.mocked(studyApi.setup).mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
  board().onkey("m", "c3");
  board().onkey("m", "c4");
  answers[1]?.(reported(SETUP, { text: "second" }));
  await settled();
  answers[0]?.(reported(SETUP, { text: "first" }));
  await settled();
  expect(document.querySelector("textarea")?.value).toBe("second");
  vi.mocked(studyApi.setup).mockRejectedValueOnce(new ApiError("unreachable", null));
  board().onkey("m", "c5");
  await settled();
  expect(read(".faults [role=alert]")).toEqual(["web.unreachable"]);
});

it("a position that is over can be looked into, not played", async () => {
  vi.mocked(studyApi.readSetup).mockResolvedValue(reported({ ...SETUP, winners: "r" }));
  await shown();
  const ways = (): boolean[] => [...document.querySelectorAll<HTMLButtonElement>(".bar button")].map(({ disabled }) => disabled);
  expect([read(".faults p"), ways()]).toEqual([["study.fine.over"], [true, false]]);
});

it("a link that cannot be read leaves a board to go on with, and nothing at all a way to try again", async () => {
  vi.mocked(studyApi.readSetup).mockRejectedValueOnce(new ApiError("bad_position", { en: "Invalid position.", fr: "" }));
  await shown("/edit#p=nonsense");
  expect([read(".faults [role=alert]"), screen.board !== null]).toEqual([["Invalid position."], true]);
  await unmount(made as object);
  vi.mocked(gamesApi.catalogue).mockRejectedValueOnce(new ApiError("unreachable", null));
  await shown();
  expect(document.querySelector(".desk")).toBeNull();
  press("web.retry");
  await settled();
  expect(document.querySelector(".desk")).not.toBeNull();
});

it.each([
  ["en", "2 things are wrong", "No Chief."],
  ["fr", "2 choses ne vont pas", "Pas de Chef."],
] as const)("what is wrong is told: %s", async (lang, count, first) => {
  await texts.use(lang, ["study"]);
  const faults = [{ words: { en: "No Chief.", fr: "Pas de Chef." } }, { words: { en: "Two in the maze.", fr: "Deux dans le labyrinthe." } }];
  vi.mocked(studyApi.readSetup).mockResolvedValue(reported(SETUP, { faults } as unknown as Partial<SetupReportView>));
  await shown();
  expect([read(".faults h2"), read(".faults li")[0], document.querySelector<HTMLButtonElement>(".bar button")?.disabled]).toEqual([[count], first, true]);
});
