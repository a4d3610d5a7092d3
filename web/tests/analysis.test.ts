// The analysis board as a screen: what is opened in it, and what becomes of what is added.

import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, it, vi } from "vitest";

import Analysis from "../src/analysis/Analysis.svelte";
import { linkTo, linkToRecord } from "../src/analysis/link";
import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import { studyApi } from "../src/api/study";
import type { BoardView, CatalogueView, LookView, StudyBody, StudyView } from "../src/generated/api";
import { router } from "../src/lib/router.svelte";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/PositionBoard.svelte", () => ({ default: () => undefined }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));

const VARIANTS = ["square-4", "hex-3"];
const looked = { view: { stages: {}, parties: [], closed: [], mover: null, ply: 0, last: null }, move: null, seats: "" } as unknown as LookView;
/** A record of these tests is the study itself. */
const read = (text: string): Partial<StudyBody> => (text.startsWith("{") ? (JSON.parse(text) as StudyBody) : { start: text });

/** Waits until this is so. */
const until = (holds: () => void): Promise<void> =>
  vi.waitFor(() => {
    flushSync();
    holds();
  });

/** Opens the screen at an address, anew or where the browser's history keeps something of it; returns how it is left. */
async function opened(address: string, kept?: unknown): Promise<() => Promise<void>> {
  router.go(address);
  if (kept) history.replaceState(kept, "");
  const made = mount(Analysis, { target: document.body });
  await until(() => expect(comment()).not.toBeNull());
  return () => unmount(made);
}

function type(field: HTMLTextAreaElement | null, text: string): void {
  if (!field) throw new Error("no field");
  field.value = text;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  flushSync();
}

const comment = (): HTMLTextAreaElement | null => document.querySelector(".note textarea");
const button = (text: string): HTMLButtonElement | undefined => [...document.querySelectorAll("button")].find((one) => one.textContent === text);

beforeEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue({ variants: VARIANTS.map((name) => ({ name })) } as unknown as CatalogueView);
  vi.spyOn(gamesApi, "recent").mockResolvedValue({ games: [], more: false });
  vi.spyOn(gamesApi, "board").mockResolvedValue({} as BoardView);
  vi.spyOn(studyApi, "look").mockResolvedValue(looked);
  vi.spyOn(studyApi, "record").mockImplementation((study) => Promise.resolve(JSON.stringify(study)));
  vi.spyOn(studyApi, "open").mockImplementation((text) => {
    const { start = "", comments = [], moves = [] } = read(text);
    return Promise.resolve({ start, variant: VARIANTS.find((name) => start.startsWith(name)) ?? "", edition: "original", rules: "original", tags: {}, comments, moves: moves.map((move) => ({ ...move, position: move.text, words: {} })) } as unknown as StudyView);
  });
});

it.each([
  ["leaves by a link", (leave: () => Promise<void>) => leave()],
  ["loads the page anew", async (leave: () => Promise<void>) => {
    dispatchEvent(new Event("pagehide"));
    // Nothing that comes later is run any more there.
    vi.spyOn(router, "rewrite").mockReturnValue();
    const kept = { ...sessionStorage };
    await leave();
    sessionStorage.clear();
    for (const [name, value] of Object.entries(kept)) sessionStorage.setItem(name, String(value));
    vi.mocked(router.rewrite).mockRestore();
  }],
])("whoever comments and %s finds the comment on coming back", async (_, leaves) => {
  const left = await opened("/analyse#p=square-4");
  const address = router.hash;
  type(comment(), "A plan");
  const { state } = history;
  await leaves(left);
  router.go("/");
  // Who comes to the address anew finds what it says.
  const anew = await opened(`/analyse${address}`);
  expect(comment()?.value).toBe("");
  await anew();
  router.go("/");
  const leave = await opened(`/analyse${address}`, state);
  expect(comment()?.value).toBe("A plan");
  const link = await linkToRecord(await studyApi.record({ start: "square-4", tags: {}, comments: ["A plan"], moves: [] }));
  await until(() => expect(`/analyse${router.hash}`).toBe(link));
  await leave();
  // It is in the address now, and waits for nobody any more.
  router.go("/");
  const another = await opened(`/analyse${address}`, state);
  expect(comment()?.value).toBe("");
  await another();
});

it("what was added to one study is not written into the address of the next", async () => {
  vi.useFakeTimers();
  try {
    const leaving = opened("/analyse#p=square-4");
    await vi.runAllTimersAsync();
    const leave = await leaving;
    type(comment(), "A plan");
    router.go("/analyse#p=hex-3");
    await vi.runAllTimersAsync();
    expect([router.hash, comment()?.value]).toEqual(["#p=hex-3", ""]);
    await leave();
  } finally {
    vi.useRealTimers();
  }
});

it("another study takes the place of this one with its board, and the dialog goes once", async () => {
  const leave = await opened("/analyse#p=square-4");
  button("study.open")?.click();
  flushSync();
  const dialog = document.querySelector("dialog");
  type(document.querySelector("dialog textarea"), "hex-3");
  let fails: (error: Error) => void = () => undefined;
  vi.mocked(gamesApi.board).mockReturnValueOnce(new Promise((_, reject) => (fails = reject)));
  button("study.open.do")?.click();
  const screen = document.querySelector("main");
  await until(() => expect(gamesApi.board).toHaveBeenLastCalledWith("hex-3"));
  fails(new ApiError("unreachable", null));
  await until(() => expect(dialog?.querySelector("[role=alert]")?.textContent).toBe("web.unreachable"));
  expect(dialog?.isConnected).toBe(true);
  expect([document.querySelector(".title")?.textContent, router.hash]).toEqual(["variant.square-4 · edition.original", "#p=square-4"]);
  button("study.open.do")?.click();
  await until(() => expect(document.querySelector("dialog")).toBeNull());
  expect(document.querySelector(".title")?.textContent).toBe("variant.hex-3 · edition.original");
  expect([document.querySelector("main"), router.hash]).toEqual([screen, new URL(linkTo("/analyse", "hex-3"), "http://app/").hash]);
  await leave();
});

it("a replay stands still behind a dialog, and a game begins where its dialog was opened, whatever comes behind it", async () => {
  // Blue has resigned, and may return.
  vi.mocked(studyApi.look).mockResolvedValue({ ...looked, view: { ...looked.view, mover: "r" }, seats: "rb" } as unknown as LookView);
  vi.mocked(gamesApi.catalogue).mockResolvedValue({ variants: [], bots: [{ name: "novice" }], characters: [] } as unknown as CatalogueView);
  vi.spyOn(gamesApi, "lan").mockRejectedValue(new Error("none"));
  const create = vi.spyOn(gamesApi, "create").mockResolvedValue({ id: "abc" });
  const move = { kind: "turn", parent: 0, text: "square-4 after", comments: [], before: [] };
  const leave = await opened(await linkToRecord(JSON.stringify({ start: "square-4", moves: [move] })));
  const replay = (): string | null | undefined => document.querySelector(".steps .primary")?.getAttribute("aria-label");
  document.querySelector<HTMLButtonElement>(".steps .primary")?.click();
  flushSync();
  expect(replay()).toBe("study.pause");
  button("study.play.short")?.click();
  await until(() => expect(document.querySelector<HTMLButtonElement>("dialog form > .primary")?.disabled).toBe(false));
  expect(replay()).toBe("study.run");
  router.go("/analyse#p=hex-3");
  await until(() => expect(document.querySelector(".title")?.textContent).toContain("hex-3"));
  document.querySelector<HTMLFormElement>("dialog form")?.requestSubmit();
  await until(() => expect(create).toHaveBeenCalledWith(expect.objectContaining({ variant: "square-4", position: "square-4" })));
  expect(create.mock.calls[0]?.[0].seats?.map(({ party, player }) => [party, player])).toEqual([["r", "me"], ["b", "bot"]]);
  await leave();
});
