// What a pact is worth, as it is asked and told.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import Worth from "../src/pacts/Worth.svelte";
import { texts } from "../src/lib/texts.svelte";
import { press, read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

const SHARES = [
  { party: "y", before: 0.2, kept: 0.15, betrayed: null },
  { party: "r", before: 0.3, kept: 0.36, betrayed: 0.1 },
  { party: "b", before: 0.5, kept: 0.5, betrayed: 0.5 },
];

describe("what a pact is worth", () => {
  const game = showing(Worth);
  beforeEach(() => {
    HTMLElement.prototype.scrollIntoView = vi.fn();
  });
  function shown(past = false, change: Told = {}): void {
    game.show((session) => ({ session, pact: { pact: "p" }, past }));
    game.says({ table: {}, ...change });
  }
  async function settled(): Promise<void> {
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }
  const sent = (): Record<string, unknown> | undefined => Wire.last.sent.at(-1);
  async function answered(message: object): Promise<void> {
    Wire.last.says({ id: sent()?.["id"], ...message });
    await settled();
  }
  const WORTH = { type: "worth", shares: SHARES, breaches: [] };
  const rows = (): string[][] => [...document.querySelectorAll("li")].map((row) => [...row.querySelectorAll(".name, strong, .lost")].map(({ textContent }) => textContent));

  it("is asked once, and says meanwhile that it is", () => {
    shown();
    press("table.worth.ask");
    press("table.worth.asking");
    expect(Wire.last.sent.filter(({ type }) => type === "worth")).toMatchObject([{ pact: "p" }]);
    expect(document.querySelector("button")?.getAttribute("aria-busy")).toBe("true");
  });

  it("is told of each party, those of the pact first, and the keyboard goes on there", async () => {
    shown();
    document.querySelector("button")?.focus();
    press("table.worth.ask");
    await answered(WORTH);
    expect(rows()).toEqual([["table.talk.me", "+6%", "table.worth.betrayed"], ["web.player.party", "0%"], ["web.player.party", "−5%"]].map((row, i) => (i === 0 ? row : [expect.any(String), ...row.slice(1)])));
    expect([read("button"), document.activeElement?.getAttribute("role")]).toEqual([[], "status"]);
  });

  it("is asked anew once another position is on the board, whatever comes of the last question", async () => {
    shown();
    press("table.worth.ask");
    const question = sent()?.["id"];
    game.says({ table: {}, mover: "b" });
    Wire.last.says({ id: question, ...WORTH });
    await settled();
    expect([rows(), read("button")]).toEqual([[], ["table.worth.ask"]]);
    press("table.worth.ask");
    await answered(WORTH);
    expect(rows()).toHaveLength(3);
    game.says({ table: {}, mover: "y" });
    expect([rows(), read("button")]).toEqual([[], ["table.worth.ask"]]);
  });

  it("says why there is no answer, and can be asked again", async () => {
    shown();
    press("table.worth.ask");
    await answered({ type: "failed", code: "busy", words: { en: "Busy.", fr: "Occupé." } });
    expect([read("[role=alert]"), read("button")]).toEqual([["Busy."], ["table.worth.ask"]]);
    press("table.worth.ask");
    expect(read("[role=alert]")).toEqual([]);
    Wire.last.breaks();
    await settled();
    expect(read("[role=alert]")).toEqual(["web.lost.wait"]);
  });

  it("is, after the game, what it was worth", async () => {
    shown(true, { mover: null });
    press("table.worth.ask.past");
    await answered({ ...WORTH, breaches: [{ promise: 0, line: 4, kept: 0.4, broken: 0.1 }] });
    expect([read("h4"), read(".breach")]).toEqual([["table.worth.title.past"], ["table.worth.breach"]]);
  });

  it.each([
    ["en", "+6%", "betrayed −20%"],
    ["fr", "+6 %", "−20 %"],
  ] as const)("is written as in the language: %s", async (lang, gain, betrayed) => {
    await texts.use(lang, ["table", "pact"]);
    shown();
    document.querySelector("button")?.click();
    await answered(WORTH);
    const [first = []] = rows();
    const plain = first.map((text) => text.replaceAll(/\s/g, " "));
    expect(plain[1]).toBe(gain);
    expect(plain[2]).toContain(betrayed.split(" ").slice(-2).join(" ").replace("betrayed ", ""));
  });
});
