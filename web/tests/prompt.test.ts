// What a player is told to do, and the buttons that belong to it.

import { flushSync } from "svelte";
import { beforeAll, describe, expect, it, vi } from "vitest";

import Prompt from "../src/game/Prompt.svelte";
import { texts } from "../src/lib/texts.svelte";
import type { TableExtras } from "../src/session/table-extras";
import { choice, CHIEFS, OWN, press, read, showing, stage, type Told } from "./game-wire";
import { Wire } from "./wire";

const extras = vi.hoisted(() => ({ current: null as TableExtras | null }));
vi.mock("../src/session/table-extras", () => ({ getExtras: () => extras }));

const told = { onresign: vi.fn(), onreturn: vi.fn(), onleft: vi.fn() };

describe("the prompt", () => {
  const game = showing(Prompt);
  function shown(change: Told = {}): void {
    extras.current = change.table ? ({} as TableExtras) : null;
    for (const heard of Object.values(told)) heard.mockClear();
    game.show((session) => ({ session, ...told, height: 0 }));
    game.says(change);
  }
  const main = (): string => read(".main").join();
  const more = (): string => read(".more").join();
  const buttons = (): string[] => read(".buttons button");
  const PASS = stage("", "piece", choice("pass", "pass"));

  it.each<[string, Told, string]>([
    ["web.prompt.piece", {}, "web.prompt.piece"],
    ["whose piece, where several sit here", { mine: "rb" }, "web.prompt.piece.named"],
    ["a turn of power", { view: { bonus: true } }, "web.prompt.bonus"],
    ["whose turn of power, where several sit here", { mine: "rb", view: { bonus: true } }, "web.prompt.bonus.named"],
    ["a pass", { stages: [PASS] }, "web.prompt.pass"],
    ["whose pass, where several sit here", { mine: "rb", stages: [PASS] }, "web.prompt.pass.named"],
    ["whom one waits for", { mover: "b" }, "web.prompt.wait"],
    ["that a bot thinks", { mover: "b", seats: { b: { player: "bot", level: "club" } } }, "web.prompt.bot"],
    ["that nobody sits there yet", { mover: "b", seats: { b: { holder: "free" } } }, "web.prompt.free"],
    ["that a draw is to be answered first", { mover: "b", state: { draw: "b" } }, "web.prompt.answer"],
    ["that the clocks stand", { state: { clock: { paused: true, left: {} } } }, "web.clock.stand"],
    ["that it is over", { mover: null }, "web.prompt.over"],
    ["what the end is", { mover: null, view: { result: { ranking: [["r"]], words: { en: "Red wins.", fr: "" }, named: null } } }, "Red wins."],
    ["that a table pauses", { table: { clock: { paused: true } } }, "table.paused"],
    ["that a bot sits in for me", { table: {}, seats: { r: { stand_in: "club" } } }, "table.away.mine"],
    ["that a bot sits in for another", { table: {}, mover: "b", seats: { b: { stand_in: "club" } } }, "table.prompt.stand_in"],
    ["that a bot has the seat", { table: {}, mover: "b", seats: { b: { player: "bot", level: "club", stand_in: null } } }, "web.prompt.bot"],
  ])("says %s", (_, change, expected) => {
    shown(change);
    expect(main()).toBe(expected);
  });

  it("counts for screen readers the cells that may be chosen, at my own turn alone", () => {
    shown();
    expect(document.querySelector(".main .hidden")?.textContent.trim()).toBe("web.choices.one");
    game.says({ mover: "b" });
    expect(document.querySelector(".main .hidden")).toBeNull();
  });

  it("is read out as it comes, unless bots play as fast as they can", () => {
    shown();
    const live = (): string | null => document.querySelector(".main")?.getAttribute("aria-live") ?? null;
    expect(live()).toBe("polite");
    game.session.botPace = "fast";
    flushSync();
    expect(live()).toBe("off");
    game.says({ mover: null });
    expect(live()).toBe("polite");
  });

  it("shows at a glance that it is my turn, and at a table of strangers which colour is mine", () => {
    const mine = (): boolean => document.querySelector(".prompt")?.classList.contains("mine") ?? false;
    shown({ table: {} });
    expect([mine(), more()]).toEqual([true, ""]);
    game.says({ table: {}, mover: "b" });
    expect([mine(), more()]).toEqual([false, "web.prompt.you"]);
    game.says({ table: {}, mover: "b", mine: "ry" });
    expect(more()).toBe("");
    game.says({ mover: "b" });
    expect(more()).toBe("");
    game.says({ table: {}, mover: null });
    expect(more()).toBe("");
  });

  it("asks for where, whom and what, as a turn goes on", async () => {
    shown({
      view: { pieces: [...CHIEFS, { cell: "c3", party: "r", kind: "R", controller: "r" }, { cell: "d4", party: "b", kind: "M", controller: "b" }] },
      stages: [
        OWN,
        stage("c3", "destination", choice("-c4", "splash", "c4"), choice("-d4", "kill", "d4"), choice("-c5", "move", "c5")),
        stage("c3-c4", "victims", choice("*d4", "kill", "d4"), choice("", "spare")),
        stage("c3-c4*d4", "victims", choice("*e4", "kill", "e4"), choice("", "finish")),
        stage("c3-d4", "placement", choice("@h1", "place", "h1")),
      ],
    });
    await game.session.turn.pick("c3");
    flushSync();
    expect([main(), buttons()]).toEqual(["web.prompt.destination", []]);
    await game.session.turn.pick("d4");
    flushSync();
    expect(main()).toBe("web.prompt.placement");
    game.session.back();
    await game.session.turn.pick("c4");
    flushSync();
    expect([main(), buttons()]).toEqual(["web.prompt.victims", ["web.do.spare"]]);
    await game.session.turn.pick("d4");
    flushSync();
    expect([main(), buttons()]).toEqual(["web.prompt.victims.more", ["web.do.finish"]]);
    game.session.back();
    flushSync();
    press("web.do.spare");
    await vi.advanceTimersByTimeAsync(0);
    expect(Wire.last.sent.at(-1)).toMatchObject({ text: "c3-c4" });
  });

  it("lets one choose where a cell stands for several", async () => {
    shown({ stages: [stage("", "piece", choice("c3-c5", "move", "c5"), choice("c3xc5", "kill", "c5"))] });
    await game.session.turn.pick("c5");
    flushSync();
    expect(buttons()).toEqual(["Web.act.move", "Web.act.kill"]);
  });

  it("has a way out for whoever can only pass", () => {
    shown({ stages: [PASS], view: { last: { party: "g", happenings: [] } } });
    expect([more(), buttons()]).toEqual(["web.prompt.pass.why", ["web.do.pass", "web.pass.on", "web.resign"]]);
    press("web.resign");
    expect(told.onresign).toHaveBeenCalledOnce();
    press("web.pass.on");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "turn", text: "pass" });
    game.says({ mover: "b", stages: [] });
    expect([more(), buttons()]).toEqual(["web.prompt.passing", []]);
  });

  it("starts clocks that stand", () => {
    shown({ state: { clock: { paused: true, left: {} } } });
    expect(buttons()).toEqual(["web.clock.start"]);
    press("web.clock.start");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "pause", on: true });
  });

  it("tells whoever has fallen so, and offers to return where that may be", () => {
    const fallen = (may_return: boolean): Told => ({ mover: "b", parties: { r: { status: "frozen", may_return } } });
    shown(fallen(false));
    expect([more(), buttons()]).toEqual(["web.prompt.out", []]);
    game.says(fallen(true));
    expect(buttons()).toEqual(["web.return"]);
    press("web.return");
    expect(told.onreturn).toHaveBeenCalledOnce();
  });

  it("tells what befell parties until something is chosen, and first why something was refused", async () => {
    const words = { en: "Blue falls.", fr: "" };
    const stages = [OWN, stage("c3", "destination", choice("-c5", "move", "c5"))];
    shown({ stages, view: { last: { party: "b", happenings: [{ kind: "vassal", party: "b", words, named: null }] } } });
    expect(more()).toBe("Blue falls.");
    game.session.feed.notice = { key: "web.overtaken" };
    flushSync();
    expect(more()).toBe("web.overtaken");
    await game.session.turn.pick("c3");
    flushSync();
    expect(more()).toBe("");
  });

  it("reads the arrows of threats to those who do not see them", () => {
    shown();
    game.session.hints.threats = [{ act: "kill", by: "b", origin: "a2", cell: "a1" }] as never;
    flushSync();
    expect(document.querySelector(".more .hidden")?.textContent).toBe("Web.threats.kill");
  });

  it("leads through the game where one looks back", async () => {
    shown({ lines: "rb" });
    const look = (lines: number): void => {
      game.session.feed.past = { lines, view: game.session.feed.state?.view as never };
      flushSync();
    };
    look(1);
    expect([main(), buttons(), read(".steps")]).toEqual(["web.prompt.past", ["", "", "web.past.return"], [""]]);
    expect([document.querySelector(".steps span")?.textContent, document.querySelector(".prompt")?.classList.contains("mine")]).toEqual(["1/2", false]);
    const before = (): string | null | undefined => document.querySelector(".steps button")?.getAttribute("aria-disabled");
    expect(before()).toBe("false");
    press("web.look.before");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "look", lines: 0 });
    look(0);
    expect(before()).toBe("true");
    press("web.look.after");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "look", lines: 1 });
    press("web.past.return");
    expect([game.session.feed.past, main()]).toEqual([null, "web.prompt.piece"]);
  });

  describe("with a question before a turn", () => {
    const ask = (dangers: object[] = [], happenings: object[] = []): void => {
      const view = game.session.feed.state?.view;
      game.session.turn.question = { text: "c3-c5", dangers: dangers as never, view: { ...view, last: { happenings } } as never };
      flushSync();
    };

    it("tells what will come of it, and has the focus where it goes on", () => {
      shown();
      ask([], [{ kind: "power", party: "r", words: { en: "Red takes power.", fr: "" }, named: null }]);
      expect([read("#ask-title"), read("#ask-text li"), document.activeElement?.textContent.trim()]).toEqual([["web.prompt.done"], ["Red takes power."], "web.play"]);
      press("web.play");
      expect(Wire.last.sent.at(-1)).toMatchObject({ type: "turn", text: "c3-c5" });
    });

    it("warns of dangers, with the focus where nothing is lost", () => {
      shown();
      ask([{ by: "b", origin: "a2", cell: "a1" }]);
      expect([read("#ask-title"), read("#ask-text li"), document.activeElement?.textContent.trim()]).toEqual([["web.danger"], ["Web.danger.one"], "web.back"]);
      expect(buttons()).toEqual(["web.play_anyway", "web.back"]);
      press("web.back");
      expect([game.session.turn.question, told.onleft.mock.calls.length]).toEqual([null, 1]);
    });

    it("is left with Escape, and gives the focus back to the board", () => {
      shown();
      ask();
      const dialog = document.querySelector("[role=alertdialog]");
      dialog?.dispatchEvent(new KeyboardEvent("keydown", { key: "a", bubbles: true }));
      flushSync();
      expect(game.session.turn.question).not.toBeNull();
      dialog?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
      flushSync();
      expect([game.session.turn.question, told.onleft.mock.calls.length]).toEqual([null, 1]);
    });
  });

  describe("in words", () => {
    beforeAll(() => texts.use("en", ["table"]));
    const pieces = [...CHIEFS, { cell: "d4", party: "b", kind: "M", controller: "b" }];

    it("names who threatens what, and a party where nothing stands there any more", () => {
      shown({ view: { pieces }, seats: { y: { name: "Ana" } } });
      game.session.hints.threats = [
        { act: "kill", by: "b", origin: "d4", cell: "a1" },
        { act: "kill", by: "y", origin: "h8", cell: "a1" },
      ] as never;
      flushSync();
      const sentences = "The blue Militant on d4 can kill the red Chief on a1. Ana (Yellow) on h8 can kill the red Chief on a1.";
      expect(document.querySelector(".more .hidden")?.textContent).toBe(sentences);
      game.session.turn.question = { text: "c3-c5", view: null, dangers: [{ by: "b", origin: "d4", cell: "a1" }, { by: "y", origin: "h8", cell: "a1" }] as never };
      flushSync();
      expect(read("#ask-text li")).toEqual(["The blue Militant on d4 can reach a1.", "Ana (Yellow) on h8 can reach a1."]);
    });

    it("names whose turn it is where several sit here, and whom one waits for", () => {
      const seats = { r: { name: "Ana" }, b: { name: "Bea" } };
      shown({ mine: "ry", view: { bonus: true }, seats });
      expect(main()).toBe("Ana (Red) is in power: an extra turn. Choose a piece.");
      extras.current = {} as TableExtras;
      game.says({ table: {}, mover: "b", seats: { ...seats, b: { name: "Bea", stand_in: "club" } } });
      expect(main()).toBe("A bot is playing for Bea (Blue)…");
    });

    it("tells until when whoever is to move is on holiday", () => {
      const clock = { now: 0, running: "b", until: 3 * 86_400_000 + 60_000, left: { b: 60_000 }, paused: false };
      vi.setSystemTime(new Date(2026, 1, 3, 12));
      shown({ table: { clock, terms: { clock: { kind: "days", time: 86_400, increment: 0 } } }, mover: "b", seats: { b: { name: "Bea" } } });
      expect(main()).toBe("Bea (Blue) is on holiday until February 6.");
      game.says({ table: { clock: { ...clock, until: 60_000 }, terms: { clock: { kind: "days", time: 86_400, increment: 0 } } }, mover: "b", seats: { b: { name: "Bea" } } });
      expect(main()).toContain("Bea (Blue)");
      expect(main()).not.toContain("holiday");
    });
  });
});
