// The screen of a game, put together from its parts.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { GONE } from "../src/api/close-codes";
import { ApiError } from "../src/api/http";
import Game from "../src/app/Game.svelte";
import type { BoardView, CreatedGameView } from "../src/generated/api";
import { router } from "../src/lib/router.svelte";
import { texts } from "../src/lib/texts.svelte";
import { board } from "./boards";
import { press, read, told, type Told } from "./game-wire";
import { Wire, wired } from "./wire";

const screen = vi.hoisted(() => ({ focus: vi.fn() }));
vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));
vi.mock("../src/ui/ViewButtons.svelte", () => ({ default: () => undefined }));
vi.mock("../src/game/BoardHost.svelte", () => ({ default: (_: unknown, { onready }: { onready: (board: object) => void }) => onready(screen) }));
vi.mock("../src/press/front-page", () => ({ frontPage: () => new Promise(() => undefined) }));
vi.mock("../src/campaign/StageEnd.svelte", () => ({ default: () => undefined }));

const RESULT = { ranking: [["r"], ["b"]], words: { en: "Red wins.", fr: "Les Rouges gagnent." }, named: null };
const OVER: Told = { mover: null, lines: "r", view: { result: RESULT } };

/** Lets what waits come, and so many milliseconds go by. */
async function wait(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  flushSync();
}
const dialog = (): string | undefined => read("dialog h2")[0];

describe("the screen of a game", () => {
  let made: object | null = null;
  wired();
  beforeEach(() => {
    vi.restoreAllMocks();
    screen.focus.mockReset();
    HTMLDialogElement.prototype.showModal = HTMLDialogElement.prototype.show;
    // Nothing is stored.
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    vi.spyOn(gamesApi, "board").mockResolvedValue(board("square-4") as unknown as BoardView);
    router.go("/g/g");
  });
  afterEach(async () => {
    if (made) await unmount(made);
    made = null;
    router.go("/");
  });

  async function shown(change: Told = {}): Promise<void> {
    made = mount(Game, { target: document.body });
    flushSync();
    Wire.last.says(told(change));
    await wait();
  }
  /** Tells of what has happened since, of this kind. */
  async function happens(kind: string, change: Told = {}): Promise<void> {
    const now = told(change);
    Wire.last.says({ ...now, type: "update", since: Number(now["number"]) - 1, kept: 0, events: [{ kind, party: "r", text: null }] });
    await wait();
  }

  it("tells the end once the last turn was seen, and the next end in its own time, when the first was taken back", async () => {
    await shown();
    await happens("turn", OVER);
    await wait(400);
    expect(dialog()).toBeUndefined();
    await wait(2000);
    expect(dialog()).toBe("web.end.won");
    await happens("undone");
    expect(dialog()).toBeUndefined();
    await happens("turn", OVER);
    expect(dialog()).toBeUndefined();
    await wait(2000);
    expect(dialog()).toBe("web.end.won");
  });

  it("tells of no end that was taken back before it was told", async () => {
    await shown();
    await happens("turn", OVER);
    await wait(100);
    await happens("undone");
    await wait(2000);
    await happens("turn", OVER);
    expect(dialog()).toBeUndefined();
  });

  it("does not tell of an end that was there when it was opened, until that is asked for", async () => {
    await shown(OVER);
    await wait(2000);
    expect(dialog()).toBeUndefined();
    press("web.paper");
    expect(dialog()).toBe("web.end.won");
    press("web.end.look");
    expect(dialog()).toBeUndefined();
  });

  it("says that there is no such game", async () => {
    made = mount(Game, { target: document.body });
    flushSync();
    Wire.last.breaks(GONE);
    await wait();
    expect(read("main h1, main p")).toEqual(["web.missing", "web.missing.more"]);
  });

  it("says so where its board does not come", async () => {
    vi.mocked(gamesApi.board).mockRejectedValue(new ApiError("unreachable", null));
    await shown();
    expect(read("main").join()).toContain("web.unreachable");
  });

  it("names the page by whose turn it is, and what is new of the talk", async () => {
    await shown();
    expect(document.title).toBe("web.title.turn");
    await happens("turn", { mover: "b" });
    expect(document.title).toBe("web.title");
    const said = { number: 1, at: "2026-02-03T10:00:00Z", event: 1, kind: "said", room: "", party: "b", name: "", text: "hello", emote: null, pact: null, muted: false };
    Wire.last.says({ type: "asides", since: 0, number: 1, entries: [said], pacts: [], terms: null });
    await wait();
    expect(document.title).toBe("(1) web.title");
  });

  it("reads out what is played, and the same sentence anew", async () => {
    const turn: Told = { view: { last: { party: "b", cells: [], happenings: [{ kind: "power", party: "b", words: { en: "Blue takes power.", fr: "" }, named: null }] } } };
    await shown();
    const heard = (): Element | null | undefined => document.querySelector("p[role=log] > span");
    await happens("turn", { ...turn, lines: "r" });
    const before = heard();
    expect(before?.textContent).toBe("Blue takes power.");
    await happens("turn", { ...turn, lines: "rb" });
    expect([heard()?.textContent, heard() === before]).toEqual(["Blue takes power.", false]);
  });

  it("is stepped through with the arrow keys, not beyond its ends, nor while a turn is in question", async () => {
    await shown({ lines: "rb" });
    const key = (name: string): boolean => !document.body.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
    expect([key("ArrowRight"), key("ArrowLeft")]).toEqual([false, true]);
    expect(Wire.last.sent.filter(({ type }) => type === "look").map(({ lines }) => lines)).toEqual([1]);
  });

  describe("has in its menu", () => {
    const choose = async (name: string): Promise<void> => {
      press("web.menu");
      press(name);
      await vi.dynamicImportSettled();
      await wait();
    };
    const sent = (): unknown => Wire.last.sent.at(-1);

    it("a resignation, which asks first", async () => {
      await shown();
      await choose("web.resign");
      expect([dialog(), Wire.last.sent.some(({ type }) => type === "resign")]).toEqual(["web.resign.title", false]);
    });

    it("an offer of a draw: sent to the others, asked here of those who are all at this screen", async () => {
      await shown();
      await choose("web.draw.offer");
      expect([sent(), dialog()]).toMatchObject([{ type: "draw", agree: true }, undefined]);
      await happens("seated", { mine: "rbyg" });
      await choose("web.draw.offer");
      expect(dialog()).toBeDefined();
    });

    it("a rematch, which asks first while the game goes on", async () => {
      const rematch = vi.spyOn(gamesApi, "rematch").mockResolvedValue({ game: "h" } as unknown as CreatedGameView);
      await shown();
      await choose("web.rematch");
      expect([dialog(), rematch.mock.calls.length]).toEqual(["web.rematch.title", 0]);
      press("web.resign.no");
      expect(dialog()).toBeUndefined();
      await choose("web.rematch");
      press("web.rematch.yes");
      expect(rematch).toHaveBeenCalledTimes(1);
    });

    it("a rematch at once where the game is over", async () => {
      const rematch = vi.spyOn(gamesApi, "rematch").mockRejectedValue(new ApiError("unreachable", null));
      await shown(OVER);
      await choose("web.rematch");
      expect([dialog(), rematch.mock.calls.length]).toEqual([undefined, 1]);
      expect(read("[role=alert]")).toEqual(["web.unreachable"]);
    });
  });

  it.each([
    ["en", "The paper", "You have won!", "You have lost"],
    ["fr", "Le journal", "Vous avez gagné", "Vous avez perdu"],
  ] as const)("says who has won as it is for me: %s", async (lang, paper, won, lost) => {
    await texts.use(lang);
    await shown(OVER);
    press(paper);
    expect(dialog()).toContain(won);
    await unmount(made as object);
    made = null;
    await shown({ ...OVER, mine: "b" });
    press(paper);
    expect(dialog()).toContain(lost);
  });
});
