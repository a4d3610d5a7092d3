// A pact as a player sees it: how it stands, and what can be done about it.

import { flushSync } from "svelte";
import { describe, expect, it, vi } from "vitest";

import type { PactView, PromiseView } from "../src/generated/api";
import Pact from "../src/pacts/Pact.svelte";
import { press, read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

const words = (text: string) => ({ en: text, fr: "" });
const promise = (change: Partial<PromiseView> = {}): PromiseView =>
  ({ by: "r", kind: "peace", rounds: 3, other: "b", piece: null, words: words("Red keeps peace."), verdict: "proposed", left: null, line: null, reason: null, why: null, remark: null, named: null, ...change });
const pact = (change: Partial<PactView> = {}): PactView =>
  ({ id: "p", by: "b", parties: "rb", secret: false, state: "proposed", agreed: "b", counters: null, line: null, denounced: "", promises: [promise()], may: [], ...change });

describe("a pact", () => {
  const game = showing(Pact);
  const oncounter = vi.fn();
  function shown(change: Partial<PactView>, { brief = false, ...more }: Told & { brief?: boolean } = {}): void {
    oncounter.mockClear();
    game.show((session) => ({ session, pact: pact(change), brief, oncounter }));
    game.says({ table: {}, ...more });
  }
  const ways = (): string[] => read(".ways button");
  const small = (): string[] => read(".small");
  const verdict = (): string => read(".state").join();
  /** Answers the last request. */
  async function answered(message: object): Promise<void> {
    Wire.last.says({ id: Wire.last.sent.at(-1)?.["id"], ...message });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }

  it.each<[string, Partial<PactView>]>([
    ["proposed", {}],
    ["declined", { state: "declined" }],
    ["running", { state: "concluded", promises: [promise({ verdict: "running", left: 2 })] }],
    ["broken", { state: "concluded", promises: [promise({ verdict: "running" }), promise({ verdict: "broken" })] }],
    ["kept", { state: "concluded", promises: [promise({ verdict: "kept" }), promise({ verdict: "void" })] }],
    ["void", { state: "concluded", promises: [promise({ verdict: "void" })] }],
  ])("that is %s says so", (state, change) => {
    shown(change);
    expect([verdict(), document.querySelector("section")?.classList.contains(state)]).toEqual([`pact.verdict.${state}`, true]);
  });

  it("names who proposes it first, and me as what I am", () => {
    shown({ parties: "rby", by: "b" }, { seats: { b: { name: "Bea" }, y: { player: "bot", level: "club" } } });
    expect(read("header strong")).toEqual(["Bea, table.talk.me, and Irma Fascicolo"]);
    // Where several people sit at this device, none of them is simply "you".
    game.says({ table: {}, mine: "ry", seats: { r: { name: "Ana" } } });
    expect(read("header strong")).toEqual(["Party.b, Ana, and party.y"]);
  });

  it("tells of each promise how it stands, and why it came to its end", () => {
    shown({
      state: "concluded",
      promises: [
        promise({ verdict: "running", left: 2 }),
        promise({ verdict: "broken", line: 4, why: words("Red killed.") }),
        promise({ verdict: "void", why: words("Blue fell.") }),
        promise({ verdict: "kept" }),
      ],
    }, { lines: "rbygrbyg" });
    expect([...document.querySelectorAll("li .mark")].map((mark) => mark.getAttribute("title"))).toEqual(["running", "broken", "void", "kept"].map((one) => `pact.verdict.${one}`));
    expect(read("li > span:last-child")).toEqual(["Red keeps peace. table.pact.left.other", "Red keeps peace. Table.pact.became web.end.turn", "Red keeps peace. Table.pact.became", "Red keeps peace."]);
    press("web.end.turn");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "look", lines: 5 });
  });

  it("that is secret says so, and another does not", () => {
    shown({ secret: true });
    expect(read("header .hidden").length).toBe(1);
    expect(document.querySelector("header .hidden")?.textContent).toContain("table.pact.secret");
  });

  it("says whom it waits for, unless that is me", () => {
    shown({ parties: "rby", agreed: "b" });
    expect(small()).toEqual(["table.pact.waits"]);
  });

  it("waits for nobody whom all have answered, nor for me", () => {
    shown({ may: ["accept", "counter", "decline"] });
    expect([small(), ways()]).toEqual([[], ["table.pact.accept", "table.pact.counter", "table.pact.decline"]]);
  });

  it("of which a party has fallen meanwhile is void", () => {
    shown({ parties: "rby" }, { parties: { y: { status: "frozen" } } });
    expect([verdict(), small()]).toEqual(["pact.verdict.void", ["table.pact.gone"]]);
  });

  it("that was concluded before a party fell stands as it was", () => {
    shown({ parties: "rby", state: "concluded", promises: [promise({ verdict: "running" })] }, { parties: { y: { status: "frozen" } } });
    expect([verdict(), small()]).toEqual(["pact.verdict.running", []]);
  });

  it("is accepted, one click counts, and why it was not is told", async () => {
    shown({ may: ["accept", "counter", "decline"] });
    press("table.pact.accept");
    const count = Wire.last.sent.length;
    expect([Wire.last.sent.at(-1), [...document.querySelectorAll(".ways button")].map((one) => one.getAttribute("aria-disabled"))]).toMatchObject([{ type: "accept", pact: "p" }, ["true", "true", "true"]]);
    press("table.pact.decline");
    press("table.pact.counter");
    expect([Wire.last.sent.length, oncounter.mock.calls.length]).toEqual([count, 0]);
    await answered({ type: "failed", code: "late", words: words("Too late."), message: "" });
    expect(read("[role=alert]")).toEqual(["Too late."]);
    expect(document.querySelector(".ways button")?.getAttribute("aria-disabled")).toBe("false");
    press("table.pact.counter");
    expect(oncounter).toHaveBeenCalledWith("p");
  });

  it.each([["b", "table.pact.decline"], ["r", "table.pact.withdraw"]])("by %s is refused: %s", (by, name) => {
    shown({ by, may: ["decline"] });
    expect(ways()).toEqual([name]);
    press(name);
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "decline", pact: "p" });
  });

  describe("in force", () => {
    const running: Partial<PactView> = { state: "concluded", promises: [promise({ verdict: "running" })], may: ["denounce"] };

    it("is given notice of only when that is said twice", async () => {
      shown(running);
      press("table.pact.denounce");
      expect([small(), ways()]).toEqual([["table.pact.denounce.sure"], ["table.pact.denounce.yes", "table.pact.denounce.no"]]);
      press("table.pact.denounce.no");
      expect([small(), ways(), Wire.last.sent.some(({ type }) => type === "denounce")]).toEqual([[], ["table.pact.denounce"], false]);
      press("table.pact.denounce");
      press("table.pact.denounce.yes");
      expect(Wire.last.sent.at(-1)).toMatchObject({ type: "denounce", pact: "p" });
      await answered({ type: "noted" });
      expect([small(), ways()]).toEqual([[], ["table.pact.denounce"]]);
    });

    it("is no place for that within talk", () => {
      shown(running, { brief: true });
      expect([ways(), document.querySelector("section")?.classList.contains("card")]).toEqual([[], false]);
    });

    it("tells who has given notice, as long as it binds", () => {
      shown({ ...running, denounced: "b", may: [] });
      expect(small()).toEqual(["table.pact.denounced"]);
    });

    it("tells of no notice once it has ended", () => {
      shown({ ...running, denounced: "b", may: [], promises: [promise({ verdict: "kept" })] });
      expect(small()).toEqual([]);
    });
  });

  it("is worth something to ask about: before one signs it, where there is an ambassador, and at the end", () => {
    const asks = (): number => document.querySelectorAll(".ask").length;
    shown({ may: ["accept"] });
    expect(asks()).toBe(0);
    game.session.talk.terms = { ambassador: true } as never;
    flushSync();
    expect(asks()).toBe(1);
    press("table.worth.ask");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "worth", pact: "p" });
  });

  it("is worth something to ask about at the end, whoever it was among", () => {
    shown({ state: "concluded" }, { mover: null });
    press("table.worth.ask.past");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "worth", pact: "p" });
  });

  it("is worth nothing to those who do not sign it", () => {
    shown({});
    game.session.talk.terms = { ambassador: true } as never;
    flushSync();
    expect(document.querySelectorAll(".ask").length).toBe(0);
  });
});
