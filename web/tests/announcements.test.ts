// What a player has to answer besides their turn.

import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";

import Announcements from "../src/game/Announcements.svelte";
import { Errands } from "../src/game/errands";
import { press, read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

vi.mock("../src/session/table-extras", () => ({ getExtras: () => ({ current: null }) }));

describe("an announcement", () => {
  const game = showing(Announcements);
  const onend = vi.fn();
  let errands: Errands;
  function shown(change: Told = {}): void {
    game.show((session) => ({ session, errands: (errands = new Errands("g")), onend }));
    game.says(change);
  }
  const ways = (): string[] => read(".offer .button");
  const sent = (): unknown => Wire.last.sent.at(-1);

  it("is there only where there is something to say", () => {
    shown();
    expect(document.querySelector(".offer")).toBeNull();
  });

  it.each([["web.draw.yes", true], ["web.draw.no", false]])("asks for an answer to an offered draw: %s", (name, agree) => {
    shown({ mover: "b", state: { draw: "b" } });
    expect([read(".offer p"), ways()]).toEqual([["web.draw.asked"], ["web.draw.yes", "web.draw.no"]]);
    press(name);
    expect(sent()).toMatchObject({ type: "draw", agree });
  });

  it("of a draw is none for those who have agreed", () => {
    shown({ state: { draw: "br" } });
    expect(ways()).toEqual([]);
  });

  it("lets one end a game that is decided, or play it out", () => {
    const decide = (): void => {
      game.session.hints.leader = "b";
      flushSync();
    };
    shown();
    decide();
    expect([read(".offer p"), ways()]).toEqual([["web.decided"], ["web.decided.end", "web.draw.no"]]);
    press("web.decided.end");
    expect(sent()).toMatchObject({ type: "concede", party: "b" });
    press("web.draw.no");
    expect(ways()).toEqual([]);
    decide();
    game.says({ mover: null });
    expect(ways()).toEqual([]);
  });

  it("offers another game to whoever is out of this one, but not at a table", () => {
    const fallen: Told = { mover: "b", parties: { r: { status: "frozen" } } };
    shown(fallen);
    const rematch = vi.spyOn(errands, "rematch").mockResolvedValue();
    expect([ways(), document.querySelector(".offer a")?.getAttribute("href")]).toEqual([["web.rematch", "web.new"], "/new"]);
    press("web.rematch");
    expect(rematch).toHaveBeenCalledOnce();
    game.says({ ...fallen, table: {} });
    expect(ways()).toEqual([]);
  });

  it.each([
    ["web.hint.play", { type: "turn", text: "c3-c5" }],
    ["web.hint.no", undefined],
  ])("proposes a turn that was asked for: %s", (name, expected) => {
    shown();
    game.session.hints.proposal = { text: "c3-c5", from: "c3", to: "c5", words: { en: "Red moves.", fr: "" } } as never;
    flushSync();
    expect([read(".offer p"), ways()]).toEqual([["web.hint.bot Red moves."], ["web.hint.play", "web.hint.no"]]);
    const before = Wire.last.sent.length;
    press(name);
    expect([ways(), Wire.last.sent[before]]).toEqual([[], expected === undefined ? undefined : expect.objectContaining(expected)]);
  });

  it("leads to the paper and on to another game at the end, unless one looks back", () => {
    const over: Told = { mover: null, view: { result: { ranking: [["r"]], words: { en: "", fr: "" }, named: null } } };
    shown(over);
    const rematch = vi.spyOn(errands, "rematch").mockResolvedValue();
    expect([ways(), document.querySelector(".offer .primary")?.textContent]).toEqual([["web.paper", "web.rematch", "web.new"], "web.paper"]);
    press("web.paper");
    press("web.rematch");
    expect([onend.mock.calls.length, rematch.mock.calls.length]).toEqual([1, 1]);
    game.session.feed.past = { lines: 0, view: game.session.feed.view as never };
    flushSync();
    expect(ways()).toEqual([]);
    game.session.feed.past = null;
    // At a table one agrees on the next game, once its parts have come.
    game.says({ ...over, table: {} });
    expect(ways()).toEqual(["web.paper"]);
    // A game that was given up without a result has none.
    game.says({ mover: null });
    expect(ways()).toEqual([]);
  });
});
