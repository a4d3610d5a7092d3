// What a new table agrees on, as one chooses it.

import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, describe, expect, it } from "vitest";

import ClockChoice from "../src/clock/ClockChoice.svelte";
import type { BotView, ClockTerms, Terms } from "../src/generated/api";
import Sitters from "../src/lobby/Sitters.svelte";
import TermsChoice from "../src/lobby/TermsChoice.svelte";
import { DEFAULT_TERMS } from "../src/setup/default-terms";
import type { SeatDraft } from "../src/setup/seats";
import { read } from "./game-wire";

let made: object | null = null;
afterEach(async () => {
  if (made) await unmount(made);
  made = null;
});

/** Shows a part that changes a value, and returns what the value is. */
function changing<Value>(part: Component<Record<string, unknown>>, name: string, begin: Value, more: object = {}): () => Value {
  let value = $state.raw(begin);
  const props = { ...more, onchange: (next: Value) => void (value = next) };
  Object.defineProperty(props, name, { get: () => value, enumerable: true });
  made = mount(part, { target: document.body, props });
  flushSync();
  return () => value;
}

function choose(list: HTMLSelectElement | null | undefined, value: string | number): void {
  if (!list) throw new Error("no list");
  list.value = String(value);
  list.dispatchEvent(new Event("change", { bubbles: true }));
  flushSync();
}
/** Chooses what is read beside a radio button or a switch. */
function pick(text: string): void {
  const found = [...document.querySelectorAll("label")].find((label) => label.textContent.includes(text))?.querySelector("input");
  if (!found) throw new Error(`nothing to choose: ${text}`);
  found.click();
  flushSync();
}
const options = (list: HTMLSelectElement | null | undefined): number[] => [...(list?.options ?? [])].map(({ value }) => Number(value));
const lists = (): HTMLSelectElement[] => [...document.querySelectorAll("select")];

describe("the clock of a game", () => {
  const shown = (clock: Partial<ClockTerms> = {}): (() => ClockTerms) =>
    changing(ClockChoice as unknown as Component<Record<string, unknown>>, "clock", { kind: "none", time: 0, increment: 0, ...clock } as ClockTerms, { kinds: ["none", "turn", "fischer", "days"] });

  it("is none at first, and each kind begins with what is usual of it", () => {
    const clock = shown();
    expect([lists().length, read("p")]).toEqual([0, ["clock.none.line"]]);
    for (const [kind, time, increment] of [["fischer", 900, 15], ["turn", 120, 0], ["days", 172_800, 0], ["none", 0, 0]] as const) {
      pick(`clock.${kind}`);
      expect(clock()).toEqual({ kind, time, increment });
      expect([read("p"), lists().map(({ value }) => Number(value))]).toEqual([[`clock.${kind}.line`], kind === "none" ? [] : kind === "fischer" ? [time, increment] : [time]]);
      // What is usual can be chosen again.
      if (kind !== "none") expect(options(lists()[0])).toContain(time);
      if (kind === "fischer") expect(options(lists()[1])).toContain(increment);
    }
  });

  it("has another time, and the increment stays", () => {
    const clock = shown({ kind: "fischer", time: 900, increment: 15 });
    choose(lists()[0], 600);
    choose(lists()[1], 30);
    expect(clock()).toEqual({ kind: "fischer", time: 600, increment: 30 });
    expect(read("label span")).toEqual(expect.arrayContaining(["clock.game", "clock.more"]));
  });

  it("is of each turn, where it is not of the whole game", () => {
    shown({ kind: "turn", time: 60 });
    expect(read("label span")).toContain("clock.each");
  });
});

describe("what else a table agrees on", () => {
  const shown = (terms: Partial<Terms> = {}): (() => Terms) => changing(TermsChoice as unknown as Component<Record<string, unknown>>, "terms", { ...DEFAULT_TERMS, ...terms });
  const switches = (): string[] => [...document.querySelectorAll<HTMLInputElement>(".switches input")].map((one) => `${one.checked ? "" : "-"}${one.closest("label")?.textContent.match(/online\.(\w+)/)?.[1] ?? ""}`);

  it("is at first what is usual", () => {
    shown();
    expect(switches()).toEqual(["-rated", "-anonymous", "pacts", "-publish", "takeback", "substitutes"]);
    expect(lists().map(({ value }) => Number(value))).toEqual([DEFAULT_TERMS.grace, 1]);
  });

  it("is chosen one by one, the others staying as they are", () => {
    const terms = shown();
    for (const text of ["online.talk.public", "online.watch.nobody", "online.absence.resign", "online.pacts", "online.takeback", "online.substitutes"]) pick(text);
    choose(lists()[0], 300);
    choose(lists()[1], 4);
    expect(terms()).toEqual({ ...DEFAULT_TERMS, talk: "public", watch: "nobody", absence: "resign", pacts: false, takeback: false, substitutes: false, grace: 300, rounds: 4 });
    expect(read(".choice p")).toEqual(["online.talk.public.line"]);
  });

  it("has no pacts in silence, and nothing to publish where all is public", () => {
    shown({ talk: "public" });
    expect(switches()).toEqual(["-rated", "-anonymous", "pacts", "takeback", "substitutes"]);
    pick("online.talk.silent");
    expect(switches()).toEqual(["-rated", "-anonymous", "takeback", "substitutes"]);
  });

  it("asks how long one waits only where something comes of it", () => {
    shown({ absence: "wait" });
    expect(lists().length).toBe(1);
    pick("online.absence.bot");
    expect(lists().length).toBe(2);
  });

  it("asks for no time to wait where there are days for every turn", () => {
    shown({ clock: { kind: "days", time: 172_800, increment: 0 } });
    expect(lists().map(({ value }) => Number(value))).toEqual([1]);
  });

  it("is rated or anonymous, not both, and nobody leaves a rated table", () => {
    const terms = shown();
    pick("online.anonymous");
    expect(switches().slice(0, 2)).toEqual(["-rated", "anonymous"]);
    pick("online.rated");
    expect([switches(), terms().anonymous]).toEqual([["rated", "-anonymous", "pacts", "-publish", "takeback"], false]);
    pick("online.anonymous");
    expect(switches().slice(0, 2)).toEqual(["-rated", "anonymous"]);
    pick("online.publish");
    expect(terms().publish).toBe(true);
  });
});

describe("who may sit at a new table", () => {
  const bots = ["weak", "middle"].map((level) => ({ level, name: { en: level, fr: "" } })) as unknown as BotView[];
  const shown = (...sitters: string[]): (() => SeatDraft[]) =>
    changing(Sitters as unknown as Component<Record<string, unknown>>, "seats", sitters.map((sitter, i): SeatDraft => ({ party: "rbyg"[i] ?? "", sitter, name: "" })), { colours: {}, bots });

  it("is I, whoever comes, a bot until somebody comes, or a bot", () => {
    const seats = shown("me", "open", "bot:weak", "while:middle");
    expect(lists().map(({ value }) => value)).toEqual(["me", "open", "bot:weak", "while:middle"]);
    expect([...(lists()[0]?.options ?? [])].map(({ value }) => value)).toEqual(["me", "open", "while:weak", "while:middle", "bot:weak", "bot:middle"]);
    choose(lists()[1], "while:weak");
    choose(lists()[2], "bot:middle");
    choose(lists()[3], "me");
    expect(seats().map(({ sitter }) => sitter)).toEqual(["while:middle", "while:weak", "bot:middle", "me"]);
    expect(lists().map(({ value }) => value)).toEqual(["while:middle", "while:weak", "bot:middle", "me"]);
  });
});
