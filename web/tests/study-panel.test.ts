// What stands beside the board of the analysis: the engine, the list of turns, the figures of a game.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import Engine from "../src/analysis/Engine.svelte";
import Figures from "../src/analysis/Figures.svelte";
import Moves from "../src/analysis/Moves.svelte";
import { OpenStudy } from "../src/analysis/study.svelte";
import { main, planted, ROOT } from "../src/analysis/tree";
import { ApiError } from "../src/api/http";
import { studyApi } from "../src/api/study";
import type { GameStatisticsView, LookView, MoveView, StudyView, ThoughtView, TurnReviewView } from "../src/generated/api";
import { preferences } from "../src/lib/settings.svelte";
import { texts } from "../src/lib/texts.svelte";
import { press, read } from "./game-wire";

const move = (text: string, parent: number, party: string, more: Partial<MoveView> = {}): MoveView => ({
  parent,
  kind: "turn",
  party,
  text,
  comments: [],
  before: [],
  seat: party,
  bonus: false,
  long: `${text}!`,
  words: { en: `${text} in words`, fr: `${text} en mots` },
  position: `p-${text}`,
  ...more,
});
/** Two turns, and another one in place of the second. */
const MOVES = [move("a1-a2", 0, "r"), move("b1-b2", 1, "b"), move("b1-b3", 1, "b")];

const words = (text: string) => ({ en: text, fr: `${text} (fr)` });
const turn = (text: string) => ({ text, long: `${text}!`, words: words(`${text} in words`) });
const line = (text: string, shares: Record<string, number>, more: object = {}) => ({ turns: [turn(text), turn(`${text}+`)], shares, proved: false, ...more });
const thought = (more: Partial<ThoughtView> | { lines: object[] } = {}): ThoughtView =>
  ({ depth: 4, nodes: 12_345, shares: { r: 0.6, b: 0.4 }, last: false, proof: null, pact: null, lines: [line("a1-a2", { r: 0.6, b: 0.4 }), line("a1-a3", { r: 0.5, b: 0.5 })], ...more }) as unknown as ThoughtView;
const judged = (more: Partial<TurnReviewView> = {}): TurnReviewView =>
  ({ number: 1, total: 2, shares: { r: 0.5, b: 0.5 }, best: null, loss: 0, mark: null, proof: null, missed: null, ...more }) as unknown as TurnReviewView;

let made: object | null = null;
let study: OpenStudy;

beforeEach(() => {
  vi.restoreAllMocks();
  vi.spyOn(studyApi, "look").mockImplementation(() => Promise.resolve({ view: { stages: {}, mover: "b" }, move: null } as unknown as LookView));
  preferences.kept.notation = "long";
  study = new OpenStudy();
  study.start = "square-4";
  study.tree = planted({ comments: [], moves: MOVES } as unknown as StudyView);
  study.looked = { view: { mover: "r" } } as unknown as LookView;
});
afterEach(async () => {
  if (made) await unmount(made);
  made = null;
  study.close();
});

function show<Props extends object>(part: Component<Props>, props: Props): void {
  made = mount(part, { target: document.body, props });
  flushSync();
}
async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}
const button = (name: string): HTMLElement | null => document.querySelector(`button[aria-label="${name}"]`);

describe("the engine", () => {
  const told = { onswitch: vi.fn(), onpoint: vi.fn() };
  const shown = (on = true): void => {
    for (const heard of Object.values(told)) heard.mockReset();
    show(Engine, { study, on, ...told });
  };
  const status = (): string => read(".head p").join();

  it("is a switch until it is on", () => {
    study.thoughts = new Map([[ROOT, thought()]]);
    shown(false);
    expect([read("li"), read(".head")]).toEqual([[], []]);
    document.querySelector<HTMLInputElement>("[role=switch]")?.click();
    expect(told.onswitch.mock.calls).toEqual([[true]]);
  });

  it("says that it begins, and then how far it is", () => {
    shown();
    expect(status()).toBe("");
    study.thinking = true;
    flushSync();
    expect(status()).toBe("study.engine.begins");
    study.thoughts = new Map([[ROOT, thought()]]);
    flushSync();
    expect(status()).toBe("study.engine.thinking");
    study.thinking = false;
    flushSync();
    expect(status()).toBe("study.engine.done");
  });

  it("lists as many turns as are wanted, with the share of whoever is to move, what follows and what is proved", () => {
    study.thoughts = new Map([[ROOT, thought({ lines: [line("a1-a2", { r: 0.6, b: 0.4 }, { proved: true }), line("a1-a3", { r: 0.5, b: 0.5 }), line("a1-a4", { r: 0.1, b: 0.9 }), line("a1-a5", { b: 1 })] as never })]]);
    shown();
    expect(read("li strong")).toEqual(["a1-a2!", "a1-a3!", "a1-a4!"]);
    expect(read(".share > span[title]:last-child")).toEqual(["60%", "50%", "10%"]);
    expect(read(".more")[0]).toBe("a1-a2+!");
    study.lines = 1;
    flushSync();
    expect(read("li")).toHaveLength(1);
    document.querySelectorAll<HTMLInputElement>("input[type=radio]")[2]?.click();
    flushSync();
    expect([study.lines, read("li").length]).toEqual([5, 4]);
    // A party of which nothing is said has no share.
    expect(read(".share > span[title]:last-child").at(-1)).toBe("");
  });

  it("tells turns in words where somebody wants them", () => {
    preferences.kept.notation = "words";
    study.thoughts = new Map([[ROOT, thought()]]);
    shown();
    expect(read("li strong")[0]).toBe("a1-a2 in words");
  });

  it("plays the turn of a line, and shows on the board which one is pointed at, no longer than there is something to point at", () => {
    study.thoughts = new Map([[ROOT, thought()]]);
    shown();
    const play = vi.spyOn(study, "play").mockResolvedValue(true);
    const second = document.querySelectorAll("li button")[1];
    second?.dispatchEvent(new Event("pointerenter"));
    expect(told.onpoint).toHaveBeenLastCalledWith(1);
    second?.dispatchEvent(new Event("pointerleave"));
    expect(told.onpoint).toHaveBeenLastCalledWith(null);
    second?.dispatchEvent(new Event("pointerenter"));
    (second as HTMLElement).click();
    expect(play.mock.calls).toEqual([["a1-a3"]]);
    // The list of the next position is another one: browsers tell of no pointer that leaves what is taken away.
    study.here = 1;
    flushSync();
    expect([read("li"), told.onpoint.mock.lastCall]).toEqual([[], [null]]);
  });

  it("has no turns where the game is over, and says what a pact has to do with it", () => {
    study.thoughts = new Map([[ROOT, thought({ pact: words("A pact binds Red.") })]]);
    shown();
    expect(read(".pact")).toEqual(["A pact binds Red."]);
    study.looked = { view: { mover: null } } as unknown as LookView;
    flushSync();
    expect([read("li"), read("section > p")]).toEqual([[], ["web.prompt.over"]]);
  });
});

describe("the list of turns", () => {
  const shown = (): void => show(Moves, { study });
  const below = (): string[] => read(".better");
  const note = (): HTMLTextAreaElement => document.querySelector("textarea") as HTMLTextAreaElement;

  it("says how it is filled where there are none", () => {
    study.tree = planted({ comments: [], moves: [] } as unknown as StudyView);
    shown();
    expect([read(".moves > p"), button("study.remove")?.getAttribute("aria-disabled")]).toEqual([["study.moves.none"], "true"]);
    button("study.remove")?.click();
    expect(study.changed).toBe(false);
  });

  it("makes a variation the game, and takes turns out", async () => {
    study.here = 2;
    shown();
    const promote = (): string | null | undefined => button("study.promote")?.getAttribute("aria-disabled");
    expect(promote()).toBe("true");
    press("study.promote");
    expect([main(study.tree), study.changed]).toEqual([[0, 1, 2], false]);
    study.here = 3;
    flushSync();
    expect(promote()).toBe("false");
    press("study.promote");
    expect([main(study.tree), promote()]).toEqual([[0, 1, 3], "true"]);
    press("study.remove");
    await settled();
    expect([[...study.tree.nodes.keys()], study.here]).toEqual([[0, 1, 2], 1]);
  });

  it("marks what a turn cost, tells and shows the better one where one is", async () => {
    study.judged = new Map([
      [1, judged({ mark: "blunder", loss: 0.256, best: turn("a1-a9") })],
      [2, judged({ mark: "inexact", loss: 0.05, best: turn("b1-b9") })],
    ]);
    shown();
    expect([...document.querySelectorAll("b")].map((one) => [one.className.split(" ")[0], one.querySelector("[aria-hidden]")?.textContent])).toEqual([["blunder", "??"], ["inexact", "?!"]]);
    expect(below()).toEqual([]);
    study.here = 1;
    flushSync();
    expect(below()).toHaveLength(1);
    const play = vi.spyOn(study, "play").mockResolvedValue(true);
    press("study.better.show");
    await settled();
    expect([study.here, play.mock.calls]).toEqual([ROOT, [["a1-a9"]]]);
  });

  it("tells once what becomes certain, and every win that was let slip", () => {
    const proof = { winner: "r", own_turns: 2, drawn: false } as never;
    study.judged = new Map([[1, judged({ proof })], [2, judged({ number: 2, proof, missed: proof })]]);
    study.here = 2;
    shown();
    expect([document.querySelectorAll("b.proved").length, read("b.blunder"), below()]).toEqual([1, ["study.proof.missed.short"], ["study.proof.missed.other"]]);
  });

  it("has a comment for each turn, and for the game at its start; it stays that turn's while one writes", () => {
    shown();
    expect(read("label .muted").at(-1)).toBe("study.comment.start");
    study.here = 1;
    flushSync();
    expect(read("label .muted").at(-1)).toBe("study.comment");
    const field = note();
    field.dispatchEvent(new FocusEvent("focus"));
    field.value = "A plan";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // The game goes on by itself meanwhile.
    study.here = 2;
    flushSync();
    expect([note() === field, study.tree.nodes.get(1)?.comments]).toEqual([true, ["A plan"]]);
    field.value = "A plan of two";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.dispatchEvent(new FocusEvent("blur"));
    flushSync();
    expect([note() === field, note().value, study.tree.nodes.get(1)?.comments]).toEqual([false, "", ["A plan of two"]]);
  });
});

describe("the figures of a game", () => {
  const FIGURES: GameStatisticsView = {
    parties: "rb",
    kills: { r: { b: 2 } },
    purged: {},
    reigns: [],
    corpses: [0, 1, 2],
    turns: { r: 1, b: 2 },
    distances: { r: 3 },
    story: [],
    end: null,
  };
  const shown = (): void => show(Figures, { study });
  const sections = (): string[] => read("section h2");

  it("are nothing until they come, and say why where they do not", async () => {
    let answer: (figures: GameStatisticsView) => void = () => undefined;
    const asked = vi.spyOn(studyApi, "figures").mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
    shown();
    expect(document.body.textContent.trim()).toBe("");
    asked.mockRejectedValue(new ApiError("unreachable", null));
    study.tree = planted({ comments: [], moves: MOVES.slice(0, 1) } as unknown as StudyView);
    await settled();
    expect([read("[role=alert]"), sections()]).toEqual([["web.unreachableweb.retry"], []]);
    // What was asked about the game before is of no account.
    answer(FIGURES);
    await settled();
    expect(sections()).toEqual([]);
    asked.mockResolvedValue(FIGURES);
    press("web.retry");
    await settled();
    expect([read("[role=alert]"), sections().length]).toEqual([[], 5]);
    study.tree = planted({ comments: [], moves: MOVES } as unknown as StudyView);
    await settled();
    expect([read("[role=alert]"), sections()]).toEqual([[], ["web.end.story", "study.kills", "study.distances", "study.reigns", "study.corpses"]]);
  });

  it("say of a game without events that there were none", async () => {
    vi.spyOn(studyApi, "figures").mockResolvedValue({ ...FIGURES, kills: {}, corpses: [0], turns: {}, distances: {} });
    shown();
    await settled();
    expect(read("section > p.muted")).toEqual(["study.story.none", "study.reigns.none", "study.corpses.none"]);
    expect(read("td.none")).toHaveLength(6);
  });

  it("count who killed whom, how far all went, and the corpses", async () => {
    vi.spyOn(studyApi, "figures").mockResolvedValue(FIGURES);
    shown();
    await settled();
    expect([...document.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent))).toEqual([["0", "2", "2"], ["0", "0", "0"]]);
    expect(read("dd")).toEqual(["web.turns.one", "study.cells.other", "web.turns.other", "study.cells.other"]);
    expect(document.querySelector("polyline")?.getAttribute("points")).toBe("0,40 1,21 2,2");
  });

  it("lead to what they tell of, where the game still has it", async () => {
    vi.spyOn(studyApi, "figures").mockResolvedValue({ ...FIGURES, story: [{ lines: 2, words: words("Blue falls.") }, { lines: 9, words: words("Nobody knows.") }], reigns: [{ party: "b", first: 1, last: 2 }], end: words("Red wins.") } as unknown as GameStatisticsView);
    shown();
    await settled();
    expect(read(".end")).toEqual(["Red wins."]);
    const go = vi.spyOn(study, "go").mockResolvedValue();
    for (const each of document.querySelectorAll<HTMLElement>(".story button")) each.click();
    expect(go.mock.calls).toEqual([[2], [1]]);
  });

  it("count what turns cost whoever played them, a mark each", async () => {
    vi.spyOn(studyApi, "figures").mockResolvedValue(FIGURES);
    study.judged = new Map([[1, judged({ mark: "mistake", loss: 0.2 })], [2, judged({ number: 2, loss: 0 })]]);
    shown();
    await settled();
    const rows = [...(document.querySelector("tbody")?.querySelectorAll("tr") ?? [])].map((row) => [...row.querySelectorAll("td")].map(({ textContent }) => textContent));
    expect(rows).toEqual([["0", "1", "0", "20%"], ["0", "0", "0", "0%"]]);
  });
});

describe("in words", () => {
  it.each([
    ["en", "Depth 4, 12,345 turns searched", "Share of Red", "60%", "Chances: Red 60%, Blue 40%"],
    ["fr", "Profondeur 4, 12 345 coups essayés", "Part du parti Rouge", "60 %", "Chances : Rouge 60 %, Bleu 40 %"],
  ] as const)("the engine tells numbers as they are written in the language: %s", async (lang, done, title, share, chances) => {
    await texts.use(lang, ["study"]);
    study.thoughts = new Map([[ROOT, thought()]]);
    show(Engine, { study, on: true, onswitch: () => undefined, onpoint: () => undefined });
    const plain = (text: string | null | undefined): string | undefined => text?.replaceAll(/\s/g, " ");
    const first = document.querySelector("li .share span");
    expect([plain(read(".head p")[0]), plain(first?.getAttribute("title")), plain(first?.textContent), plain(document.querySelector("li [role=img]")?.getAttribute("aria-label"))]).toEqual([done, title, share, chances]);
  });

  it.each([
    ["en", "Blunder: cost 26% of the game", "Better: a1-a9!", "Red wins by force, within 2 turns of its own."],
    ["fr", "Gaffe : 26 % de la partie perdus", "Mieux : a1-a9!", "Rouge force le gain, en 2 de ses coups au plus."],
  ] as const)("the list of turns says what a mark means: %s", async (lang, cost, better, proved) => {
    await texts.use(lang, ["study"]);
    const proof = { winner: "r", own_turns: 2, drawn: false } as never;
    study.judged = new Map([[1, judged({ mark: "blunder", loss: 0.256, best: turn("a1-a9"), proof })]]);
    study.here = 1;
    show(Moves, { study });
    const plain = (text: string | null | undefined): string | undefined => text?.replaceAll(/\s/g, " ");
    expect(plain(document.querySelector("b.blunder")?.getAttribute("title"))).toBe(cost);
    expect(plain(read(".better")[0])).toContain(better);
    expect(plain(document.querySelector("b.proved")?.getAttribute("title"))).toBe(proved);
  });
});
