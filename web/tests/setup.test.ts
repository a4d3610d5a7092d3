import { describe, expect, it } from "vitest";

import type { CatalogueView, VariantView } from "../src/generated/api";
import { boardsFor, bot, changed, commonLevel, counts, firstLevel, levelled, manner, request, seatsFor, sit } from "../src/setup/seats";

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

  it("is given to bots alone, and leaves them their characters", () => {
    expect(levelled(seats, "expert").map(({ sitter }) => sitter)).toEqual(["me", "bot:expert", "bot:expert:avenger", "person"]);
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
