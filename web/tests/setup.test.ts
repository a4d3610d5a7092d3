import { describe, expect, it } from "vitest";

import type { CatalogueView, VariantView } from "../src/generated/api";
import { mixedTable, RANKS, tableOf } from "../src/lib/cast";
import { boardsFor, bot, changed, commonLevel, counts, firstLevel, gathered, levelled, manner, request, seatsFor, sit, sitBot, sitLevel } from "../src/setup/seats";

const variant = (name: string, players: string): VariantView => ({
  name,
  board: name,
  parties: players,
  players,
  default_edition: "original",
  initial: {},
});
const CATALOGUE = {
  variants: [variant("square-4", "rbyg"), variant("square-2", "ry"), variant("polygon-4", "rbyg"), variant("hex-6", "rbygpo")],
  bots: ["weak", "middle", "strong"].map((level) => ({
    level,
    usual: level === "middle",
    name: { en: "", fr: "" },
    words: { en: "", fr: "" },
  })),
} as unknown as CatalogueView;

describe("the level of all bots at once", () => {
  const seats = ["me", "bot:novice", "bot:club:avenger", "person"].map((sitter, i) => ({ party: "rbyg"[i] ?? "", sitter, name: "" }));

  it("is the one that all have", () => {
    expect(commonLevel(seats)).toBe("");
    expect(commonLevel(seats.slice(0, 2))).toBe("novice");
    expect(commonLevel(seats.slice(0, 1))).toBe("");
  });

  it("is given to bots alone, a person each", () => {
    const given = levelled(seats, "expert").map(({ sitter }) => sitter);
    expect([given[0], given[3]]).toEqual(["me", "person"]);
    expect(new Set(given).size).toBe(4);
    expect(commonLevel(levelled(seats, "expert"))).toBe("expert");
  });

  it("goes where people at this device take the seats of all bots", () => {
    expect(gathered(seats).map(({ sitter }) => sitter)).toEqual(["me", "person", "person", "person"]);
  });

  it("has nobody sit at a table twice", () => {
    expect(sitBot(seats, "b", "club", "avenger")[1]?.sitter).not.toBe("bot:club:avenger");
    expect(sitBot(seats, "y", "novice")[2]?.sitter).toMatch(/^bot:novice:/);
    expect(sitBot(seats, "y", "expert")[2]?.sitter).toBe("bot:expert");
  });

  it("is given to one seat by somebody who does not sit there yet", () => {
    for (let i = 0; i < 20; i++) {
      const { sitter } = sitLevel(seats, "b", "club")[1] ?? { sitter: "" };
      expect(manner(sitter).level).toBe("club");
      expect(sitter).not.toBe("bot:club:avenger");
    }
  });
});

describe("a table of the cast", () => {
  it("has different people of one level, and of the next where it has too few", () => {
    expect(new Set(tableOf("novice", 6)).size).toBe(6);
    expect(tableOf("novice", 6).every((each) => each.startsWith("novice"))).toBe(true);
    const eight = tableOf("novice", 8);
    expect(new Set(eight).size).toBe(8);
    expect(eight.slice(6).every((each) => each.startsWith("learner"))).toBe(true);
    expect(tableOf("casual", 5, ["casual:avenger"])).not.toContain("casual:avenger");
    expect(tableOf("greedy", 2)).toEqual(["greedy", "greedy"]);
  });

  it("has people of three levels around one", () => {
    for (const level of RANKS) {
      const table = mixedTable(level, 3);
      expect(new Set(table.map((each) => each.split(":")[0])).size).toBe(3);
      expect(table.some((each) => each.startsWith(level))).toBe(true);
    }
    expect(new Set(mixedTable("club", 7)).size).toBe(7);
  });
});

describe("setting up a game", () => {
  it("offers each number of players once, and no board twice", () => {
    expect(counts(CATALOGUE)).toEqual([2, 4, 6]);
    expect(boardsFor(CATALOGUE, 4).map((v) => v.name)).toEqual(["square-4"]);
  });

  it("seats me first and bots of the usual level elsewhere", () => {
    const level = firstLevel(CATALOGUE.bots);
    expect(level).toBe("middle");
    const seats = seatsFor(variant("square-4", "rbyg"), [], level);
    expect(seats.map((seat) => seat.sitter)).toEqual(["me", "bot:middle", "bot:middle", "bot:middle"]);
  });

  it("keeps who sat down when the board changes, and always has me", () => {
    const four = sit(seatsFor(variant("square-4", "rbyg"), [], "weak"), "b", "me");
    expect(four.map((seat) => seat.sitter)).toEqual(["bot:weak", "me", "bot:weak", "bot:weak"]);
    const two = seatsFor(variant("square-2", "ry"), four, "weak");
    expect(two.map((seat) => seat.sitter)).toEqual(["me", "bot:weak"]);
    const six = seatsFor(variant("hex-6", "rbygpo"), four, "weak");
    expect(six.map((seat) => seat.sitter)).toEqual(["bot:weak", "me", "bot:weak", "bot:weak", "bot:weak", "bot:weak"]);
  });

  it("seats nobody twice where a board has more seats", () => {
    const four = seatsFor(variant("square-4", "rbyg"), [], "club");
    const six = seatsFor(variant("hex-6", "rbygpo"), four, "club").map((seat) => seat.sitter);
    expect([six.slice(0, 4), new Set(six).size]).toEqual([four.map((seat) => seat.sitter), 6]);
  });

  it("knows a bot by its level and its character", () => {
    for (const [level, character] of [["weak", ""], ["weak", "avenger"]] as const) {
      expect(manner(bot(level, character))).toEqual({ level, character });
    }
    expect(bot("weak", "avenger")).toBe("bot:weak:avenger");
    expect(manner("person")).toEqual({ level: "", character: "" });
  });

  it("asks the server for it", () => {
    const seats = [
      { party: "r", sitter: "me", name: "" },
      { party: "b", sitter: "person", name: "Ana" },
      { party: "y", sitter: "bot:weak:avenger", name: "" },
      { party: "g", sitter: "open", name: "" },
    ];
    expect(request("square-4", "bga", { own_kills: "none" }, seats, "Léa")).toEqual({
      variant: "square-4",
      edition: "bga",
      options: { own_kills: "none" },
      seats: [
        { party: "r", player: "me", name: "Léa" },
        { party: "b", player: "person", name: "Ana" },
        { party: "y", player: "bot", level: "weak:avenger" },
        { party: "g", player: "open", name: "" },
      ],
    });
  });

  it("forgets options that are the edition's own", () => {
    expect(changed({ a: "1", b: "2" }, { a: "1", b: "3" })).toEqual({ b: "3" });
  });
});
