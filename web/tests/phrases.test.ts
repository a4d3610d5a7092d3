import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import type { SeatView } from "../src/generated/api";
import { duration } from "../src/clock/duration";
import { shown } from "../src/clock/time";
import { noticeText } from "../src/lib/notice";
import { capital, cellLabel, choiceLabel, partyState, playerName, stagePrompt, whyUnmoved, withNames } from "../src/lib/phrases";
import { t, texts } from "../src/lib/texts.svelte";

const seat = (party: string, change: Partial<SeatView>): SeatView => ({
  party,
  player: "person",
  name: "",
  level: null,
  holder: "table",
  account: null,
  guest: false,
  stand_in: null,
  ...change,
});
/** A game with these seats. */
const game = (...seats: SeatView[]) => ({ seat: (party: string) => seats.find((one) => one.party === party) ?? null });

const FELL = {
  words: { en: "Blue falls to Red.", fr: "Bleu passe à Rouge." },
  named: { en: "{b} falls to {r}.", fr: "{b} passe à {r}." },
};

describe("sentences that name parties", () => {
  beforeAll(() => texts.use("en"));

  it("name those who play them, people and bots, in either language", async () => {
    const people = game(seat("r", { name: "Ana" }), seat("b", { player: "bot", level: "novice:avenger" }));
    expect(withNames(FELL, people)).toBe("Mirka Zubac (Blue) falls to Ana (Red).");
    await texts.use("fr");
    expect(withNames(FELL, people)).toBe("Mirka Zubac (Bleu) passe à Ana (Rouge).");
    await texts.use("en");
  });

  it("keep the colours of those who have no name", () => {
    expect(withNames(FELL, game(seat("r", {}), seat("b", { player: "bot", level: "random" })))).toBe(FELL.words.en);
    expect(withNames(FELL, game(seat("r", { name: "Ana" })))).toBe("Blue falls to Ana (Red).");
  });

  it("say in French “d’Ana” and “qu’Orange”", async () => {
    const waits = { words: FELL.words, named: { en: "{b} waits for {o} and {r}.", fr: "En attente de {r} et de {b} : il ne reste que {o}." } };
    await texts.use("fr");
    expect(withNames(waits, game(seat("r", { name: "Ana" })))).toBe("En attente d’Ana (Rouge) et de Bleu : il ne reste qu’Orange.");
    await texts.use("en");
    expect(withNames(waits, game())).toBe("Blue waits for Orange and Red.");
  });

  it("take a name as it is written", () => {
    expect(withNames(FELL, game(seat("r", { name: "{b} $&" })))).toBe("Blue falls to {b} $& (Red).");
  });

  it("are the plain ones where they name nobody", () => {
    const moved = { words: { en: "The red Chief goes.", fr: "Le Chef rouge part." }, named: null };
    expect(withNames(moved, game(seat("r", { name: "Ana" })))).toBe(moved.words.en);
    expect(withNames({ words: moved.words }, game())).toBe(moved.words.en);
  });
});

describe("a choice that stands for several cells", () => {
  it.each([
    ["en", "Kill: c3, d4"],
    ["fr", "Tuer\u00a0: c3, d4"],
  ] as const)("is named as one writes in %s", async (lang, words) => {
    await texts.use(lang);
    expect(choiceLabel({ text: "c3", act: "kill", cells: ["c3", "d4"] })).toBe(words);
  });
});

describe("what is said of the board", () => {
  const RED = { party: "r", kind: "M" };
  const CORPSE = { party: "", kind: "" };
  beforeAll(() => texts.use("en"));

  it("is of a cell what stands there, what it is, and what would happen there", () => {
    expect(cellLabel("c3", undefined, undefined, "")).toBe("c3, empty");
    expect(cellLabel("e5", CORPSE, "power", "maze")).toBe("e5, maze, corpse, take power");
    expect(cellLabel("c3", RED, "select", "", "vassal of Blue")).toBe("c3, the red Militant, vassal of Blue, can move");
  });

  it("is of a choice what it does, and to whom where one cell stands for several", () => {
    expect(choiceLabel({ text: "*c3", act: "kill", cells: ["c3"] })).toBe("Kill");
    expect(choiceLabel({ text: "", act: "spare", cells: [] })).toBe("Kill nobody");
  });

  it("is what a stage of a turn asks for, about the piece that it asks for", () => {
    const asked = (kind: Parameters<typeof stagePrompt>[0]) => [stagePrompt(kind, RED, CORPSE), stagePrompt(kind, undefined, undefined)];
    expect(asked("destination")).toEqual(["Where does the red Militant go?", ""]);
    expect(asked("placement")).toEqual(["Where to put the corpse?", ""]);
    expect(asked("exit")).toEqual(["The red Militant must leave the maze at once: only a Chief may stay there. Where to?", ""]);
    expect(asked("victims")).toEqual(["Whom does the Reporter kill?", "Whom does the Reporter kill?"]);
    expect([...asked("piece"), ...asked("done")]).toEqual(["", "", "", ""]);
  });
});

describe("what is said of a party", () => {
  beforeAll(() => texts.use("en", ["clock"]));

  it("is its colour where a bot plays, whatever the seat is called", () => {
    expect(playerName(seat("r", { player: "bot", name: "Ana" }), "r")).toBe("Red");
    expect(playerName(seat("r", { name: "Ana" }), "r")).toBe("Ana");
    expect(playerName(null, "r")).toBe("Red");
  });

  it("is that it has resigned only while nobody leads it", () => {
    const state = (status: "active" | "frozen") => partyState({ party: "r", status, lord: null, in_power: false, gone: true, pieces: 1, vassals: [] });
    expect(state("frozen")).toBe(t("party.state.gone"));
    expect(state("active")).toBe(t("party.state.active"));
  });

  it("is that it rules, before whom it serves and what has become of it", () => {
    const state = (change: object) => partyState({ party: "r", status: "active", lord: null, in_power: false, gone: false, pieces: 1, vassals: [], ...change });
    expect([state({ in_power: true }), state({ status: "vassal", lord: "b" }), state({ status: "held", lord: "g", gone: true }), state({ status: "frozen" })]).toEqual([
      "in power",
      "vassal of Blue",
      "held by Green",
      "without a leader",
    ]);
  });

  it("is why its piece cannot be taken up", () => {
    const why = (controller: string | null) => whyUnmoved({ cell: "c3", party: "r", kind: "M", controller }, "rg");
    expect(why("r")).toEqual({ key: "web.not_here.stuck" });
    expect(why("b")).toMatchObject({ key: "web.not_here.theirs" });
    expect(noticeText(why("b"))).toBe("Blue commands this piece.");
    expect(why(null)).toEqual({ key: "web.not_here.nobody" });
  });
});

describe("a length of time", () => {
  beforeAll(() => texts.use("en", ["clock"]));

  it("has the largest unit that needs no fraction", () => {
    expect([45, 60, 90, 5400, 7200, 86_400, 90_000].map(duration)).toEqual([
      "45\u00a0s", "1\u00a0min", "90\u00a0s", "90\u00a0min", "2\u00a0h", "1 day", "25\u00a0h",
    ]);
  });
});

describe("what the language of the page decides", () => {
  afterEach(async () => {
    vi.restoreAllMocks();
    await texts.use("en");
  });

  it("is not the browser's: a Turkish one would give an i its dot", async () => {
    const upper = String.prototype.toLocaleUpperCase;
    vi.spyOn(String.prototype, "toLocaleUpperCase").mockImplementation(function (this: string, locale: Intl.LocalesArgument = "tr") {
      return upper.call(this, locale as string);
    });
    await texts.use("en");
    expect(capital("it is Red’s turn")).toBe("It is Red’s turn");
  });

  it("is how the tenths of a short clock are written", async () => {
    await texts.use("en");
    expect([shown(9349), shown(19_999), shown(0)]).toEqual(["0:09.3", "0:19.9", "0:00.0"]);
    await texts.use("fr");
    expect(shown(9349)).toBe("0:09,3");
  });
});
