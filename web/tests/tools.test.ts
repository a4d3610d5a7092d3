// What a player reaches for during a game, and after it.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { Errands } from "../src/game/errands";
import Tools from "../src/game/Tools.svelte";
import { router } from "../src/lib/router.svelte";
import { OpenPanels } from "../src/session/open-panels.svelte";
import type { TableExtras } from "../src/session/table-extras";
import { choice, OWN, press, read, showing, stage, type Told } from "./game-wire";
import { Wire } from "./wire";

const extras = vi.hoisted(() => ({ current: null as TableExtras | null }));
vi.mock("../src/session/table-extras", () => ({ getExtras: () => extras }));

const told = { onask: vi.fn(), onturn: vi.fn(), onfull: vi.fn(), onresign: vi.fn(), onreturn: vi.fn(), ondraw: vi.fn(), onrematch: vi.fn(), onleft: vi.fn() };

describe("the tools", () => {
  const game = showing(Tools);
  let around: OpenPanels | null;
  let errands: Errands;
  const takesBack = vi.fn(() => true);
  const menuItems = vi.fn((): ReturnType<TableExtras["menuItems"]> => [{ key: "table.pause", icon: "pause", act: () => undefined }]);

  beforeEach(() => {
    for (const heard of Object.values(told)) heard.mockClear();
    takesBack.mockReturnValue(true);
  });

  function shown(change: Told = {}, panels = false): void {
    extras.current = change.table ? ({ takesBack, menuItems } as unknown as TableExtras) : null;
    game.show((session) => {
      around = panels ? new OpenPanels(session.talk) : null;
      errands = new Errands("g");
      return { session, errands, around, ...told };
    });
    game.says(change);
  }
  const tools = (): string[] => read(".tools > .button");
  const tool = (name: string): HTMLButtonElement | undefined => [...document.querySelectorAll<HTMLButtonElement>(".tools > .button")].find((one) => one.textContent.trim() === name);
  const sent = (): unknown => Wire.last.sent.at(-1);
  /** Returns what is in the menu, what is off behind a "-"; it stays open. */
  function menu(): string[] {
    if (read(".menu li").length === 0) press("web.menu");
    return [...document.querySelectorAll<HTMLButtonElement>(".menu li button")].map((item) => `${item.disabled ? "-" : ""}${item.textContent.trim()}`);
  }
  function fromMenu(name: string): void {
    menu();
    press(name);
  }

  const UNDO = { state: { can_undo: true } };

  it("are undo, threats and advice", () => {
    shown();
    expect(tools()).toEqual(["web.undo", "web.threats", "web.ask"]);
    press("web.threats");
    expect(sent()).toMatchObject({ type: "threats" });
    press("web.ask");
    expect(told.onask).toHaveBeenCalledOnce();
  });

  it("are the menu alone for whoever looks on, and the analysis after the end", () => {
    shown({ mine: "" });
    expect(tools()).toEqual([]);
    game.says({ mover: null });
    expect(tools()).toEqual(["web.undo", "web.analyse"]);
    game.says({ mine: "", mover: null });
    expect([tools(), document.querySelector(".tools > a")?.getAttribute("href")]).toEqual([["web.analyse"], "/analyse#g=g"]);
  });

  it("give no advice at a table of people, nor at the turn of another", () => {
    shown();
    expect(tool("web.ask")?.disabled).toBe(false);
    game.says({ mover: "b" });
    expect(tool("web.ask")?.disabled).toBe(true);
    game.says({ table: {} });
    expect(tool("web.ask")).toBeUndefined();
  });

  it("show that advice is on its way", () => {
    shown();
    const busy = (): (string | null | undefined)[] => ["aria-busy", "aria-disabled"].map((name) => tool("web.ask")?.getAttribute(name));
    expect(busy()).toEqual(["false", "false"]);
    game.session.hints.asking = true;
    flushSync();
    expect(busy()).toEqual(["true", "true"]);
  });

  it("show threats as pressed while they are seen, and none where nobody of mine is left or one looks back", () => {
    shown();
    const threats = (): unknown[] => [tool("web.threats")?.getAttribute("aria-pressed"), tool("web.threats")?.disabled];
    expect(threats()).toEqual(["false", false]);
    game.session.hints.threats = [];
    flushSync();
    expect(threats()).toEqual(["true", false]);
    game.session.feed.past = { lines: 0, view: game.session.feed.view as never };
    flushSync();
    expect(threats()[1]).toBe(true);
    game.says({ mover: "b", parties: { r: { status: "frozen" } } });
    expect(threats()[1]).toBe(true);
  });

  describe("undo", () => {
    const enabled = (): unknown[] => [tool("web.undo")?.getAttribute("aria-disabled"), tool("web.undo")?.disabled];

    it("takes back the last turn where there is one", () => {
      shown();
      expect(enabled()).toEqual(["true", false]);
      press("web.undo");
      expect(sent()).toBeUndefined();
      game.says(UNDO);
      expect(enabled()).toEqual(["false", false]);
      document.querySelector<HTMLButtonElement>(".tools .own")?.dispatchEvent(Object.defineProperty(new MouseEvent("click", { bubbles: true }), "timeStamp", { value: 5000 }));
      expect(sent()).toMatchObject({ type: "undo" });
    });

    it("is a vote at a table", () => {
      shown({ table: {} });
      document.querySelector<HTMLButtonElement>(".tools .own")?.dispatchEvent(Object.defineProperty(new MouseEvent("click", { bubbles: true }), "timeStamp", { value: 5000 }));
      expect(sent()).toMatchObject({ type: "call", vote: "undo", kept: null });
      takesBack.mockReturnValue(false);
      game.says({ table: {} });
      expect(enabled()).toEqual(["true", false]);
    });

    it("is there for whoever looks on and may take back, and waits where one looks back or is asked", () => {
      shown({ mine: "", ...UNDO });
      expect(tools()).toContain("web.undo");
      game.session.feed.past = { lines: 0, view: game.session.feed.view as never };
      flushSync();
      expect(enabled()[1]).toBe(true);
      game.session.feed.past = null;
      game.session.turn.question = { text: "c3-c5", dangers: [], view: null };
      flushSync();
      expect(enabled()[1]).toBe(true);
    });

    it("is one step back within a turn, and deaf just after that", async () => {
      const stages = [OWN, stage("c3", "destination", choice("-c5", "move", "c5"))];
      shown({ ...UNDO, stages });
      await game.session.turn.pick("c3");
      flushSync();
      expect(tools()[0]).toBe("web.back");
      const click = (name: string, timeStamp: number): boolean | undefined => tool(name)?.dispatchEvent(Object.defineProperty(new MouseEvent("click", { bubbles: true }), "timeStamp", { value: timeStamp }));
      click("web.back", 5000);
      await vi.advanceTimersByTimeAsync(0);
      flushSync();
      expect([tools()[0], sent(), told.onleft.mock.calls.length]).toEqual(["web.undo", undefined, 1]);
      click("web.undo", 5700);
      expect(sent()).toBeUndefined();
      click("web.undo", 5701);
      expect(sent()).toMatchObject({ type: "undo" });
    });
  });

  describe("talk and pacts", () => {
    const wide = (matches: boolean): void => void vi.spyOn(window, "matchMedia").mockImplementation(() => Object.assign(new EventTarget(), { matches }) as unknown as MediaQueryList);

    it("are opened where there is no room for them beside the board, and say how much is new", () => {
      wide(false);
      shown({ table: {} }, true);
      expect(tools().slice(2)).toEqual(["table.talk", "table.pacts"]);
      press("table.talk");
      expect(around?.drawer).toBe("talk");
      press("table.pacts");
      expect(around?.drawer).toBe("pacts");
      const said = (count: number): object[] => Array.from({ length: count }, (_, i) => ({ number: i + 1, at: `2026-02-03T10:00:0${i}Z`, event: 1, kind: "said", room: "", party: "b", name: "", text: "hello", emote: null, pact: null, muted: false }));
      const pact = { id: "p", by: "b", parties: "rb", secret: false, state: "proposed", agreed: "b", counters: null, line: null, denounced: "", promises: [], may: ["accept"] };
      Wire.last.says({ type: "asides", since: 0, number: 2, entries: said(2), pacts: [pact], terms: null });
      flushSync();
      const labels = (): (string | null)[] => [...document.querySelectorAll(".tools > .button")].slice(2).map((one) => one.getAttribute("aria-label"));
      expect([labels(), [...document.querySelectorAll(".sign b")].map(({ textContent }) => textContent)]).toEqual([["table.talk, table.talk.new.other", "table.pacts, table.pacts.new.one"], ["2", "1"]]);
      vi.restoreAllMocks();
    });

    it("stand beside the board where there is room", () => {
      wide(true);
      shown({ table: {} }, true);
      expect(tools()).toEqual(["web.undo", "web.threats"]);
      vi.restoreAllMocks();
    });
  });

  describe("the menu", () => {
    it("has what is rare in a game of one's own", () => {
      shown();
      expect(menu()).toEqual(["web.turn_board", "web.analyse", "web.rules", "web.save", "web.draw.offer", "web.resign", "web.rematch", "web.new"]);
      for (const [name, heard] of [["web.turn_board", told.onturn], ["web.draw.offer", told.ondraw], ["web.resign", told.onresign], ["web.rematch", told.onrematch]] as const) {
        fromMenu(name);
        expect([name, heard.mock.calls.length]).toEqual([name, 1]);
      }
      const save = vi.spyOn(errands, "save").mockResolvedValue();
      fromMenu("web.save");
      expect(save).toHaveBeenCalledOnce();
    });

    it("leads to the analysis, the rules of this game and a new one", () => {
      const go = vi.spyOn(router, "go").mockImplementation(() => undefined);
      shown();
      for (const name of ["web.analyse", "web.rules", "web.new"]) fromMenu(name);
      expect(go.mock.calls.flat()).toEqual(["/analyse#g=g", "/rules?edition=original", "/new"]);
      go.mockRestore();
    });

    it("offers the full screen where the browser has one", () => {
      Object.defineProperty(document, "fullscreenEnabled", { value: true, configurable: true });
      shown();
      fromMenu("web.full");
      expect(told.onfull).toHaveBeenCalledOnce();
      Reflect.deleteProperty(document, "fullscreenEnabled");
    });

    it("offers nothing any more to whoever is out, but to return where that may be", () => {
      shown({ mover: "b", parties: { r: { status: "frozen", may_return: true } } });
      expect(menu()).toEqual(expect.arrayContaining(["-web.draw.offer", "-web.resign", "web.return"]));
      fromMenu("web.return");
      expect(told.onreturn).toHaveBeenCalledOnce();
      game.says({ mover: null });
      expect(menu()).toEqual(["web.turn_board", "web.rules", "web.save", "-web.draw.offer", "-web.resign", "web.rematch", "web.new"]);
    });

    it("has at a table what a table has, and no engine", () => {
      shown({ table: {} }, true);
      expect(menu()).toEqual(["web.turn_board", "web.rules", "web.save", "table.pause", "web.resign"]);
      expect(menuItems).toHaveBeenLastCalledWith(game.session, around);
    });

    it("stops the clocks, until they stand", () => {
      const clock = (paused: boolean) => ({ state: { clock: { paused, left: {} } } });
      shown(clock(false));
      fromMenu("web.clock.stop");
      expect(sent()).toMatchObject({ type: "pause", on: false });
      game.says(clock(true));
      expect(menu()).not.toContain("web.clock.stop");
    });
  });
});
