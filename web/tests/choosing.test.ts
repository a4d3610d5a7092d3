// A new game as it is put together: boards, editions and seats follow one another.

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import type { BoardView, CatalogueView } from "../src/generated/api";
import { openSeats } from "../src/lobby/plan";
import { Choosing } from "../src/setup/choosing.svelte";

const variant = (name: string, players: string, edition = "original", initial: Record<string, string> = {}) => ({ name, board: name, parties: "rbyg", players, default_edition: edition, initial });
const CATALOGUE = {
  variants: [
    variant("square-4", "rbyg"),
    variant("square-2", "ry", "original", { r: "active", b: "vassal of r", y: "active", g: "vassal of y" }),
    variant("polygon-4", "rbyg"),
    variant("round-4", "rbyg", "bga"),
    variant("hex-6", "rbygpo", "harcourt"),
  ],
  editions: [
    { name: "original", options: { pass: "never", exit: "any" } },
    { name: "bga", options: { pass: "always", exit: "any" } },
    { name: "harcourt", options: { pass: "never", exit: "none" } },
  ],
  bots: [{ level: "weak", usual: false }, { level: "middle", usual: true }],
} as unknown as CatalogueView;

beforeEach(() => {
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue(CATALOGUE);
  vi.spyOn(gamesApi, "board").mockImplementation(async (name) => ({ name }) as unknown as BoardView);
});
afterEach(() => vi.restoreAllMocks());

async function chosen(...steps: ((choosing: Choosing) => void)[]): Promise<Choosing> {
  const choosing = new Choosing();
  await choosing.load();
  for (const step of steps) step(choosing);
  return choosing;
}
const names = (found: readonly { name: string }[]): string[] => found.map(({ name }) => name);

describe("a new game", () => {
  it("is the classic one where nothing is chosen", async () => {
    const choosing = await chosen();
    expect([choosing.variant, choosing.edition, choosing.options, choosing.players]).toEqual(["square-4", "original", {}, 4]);
    expect(choosing.seats.map(({ party, sitter }) => [party, sitter])).toEqual([["r", "me"], ["b", "bot:middle"], ["y", "bot:middle"], ["g", "bot:middle"]]);
  });

  it("has nothing to choose from before that was fetched, and says so where it cannot be", async () => {
    vi.mocked(gamesApi.catalogue).mockRejectedValueOnce(new Error("no server"));
    const choosing = new Choosing();
    await expect(choosing.load()).rejects.toThrow("no server");
    expect([choosing.chosen, choosing.counts, choosing.choices, choosing.editions, choosing.basis, choosing.usual, choosing.seats]).toEqual([null, [], [], [], {}, null, []]);
    await choosing.load();
    expect(choosing.chosen?.name).toBe("square-4");
  });

  it("is for as many as can play, each on the boards for so many", async () => {
    const choosing = await chosen();
    expect([choosing.counts, names(choosing.choices)]).toEqual([[2, 4, 6], ["square-4", "round-4"]]);
    choosing.count(6);
    expect([choosing.variant, choosing.players, names(choosing.choices), choosing.seats.length]).toEqual(["hex-6", 6, ["hex-6"], 6]);
    // There are no boards for so many.
    choosing.count(7);
    expect(choosing.variant).toBe("hex-6");
  });

  it("shows the boards among which one chooses, each fetched once", async () => {
    const choosing = await chosen();
    await vi.waitFor(() => expect(Object.keys(choosing.boards.known)).toEqual(["square-4", "round-4"]));
    choosing.choose("round-4");
    expect(choosing.board).toMatchObject({ name: "round-4" });
    choosing.count(2);
    await vi.waitFor(() => expect(choosing.board).toMatchObject({ name: "square-2" }));
    expect(vi.mocked(gamesApi.board).mock.calls.flat()).toEqual(["square-4", "round-4", "square-2"]);
  });

  it("has the colours that a player leads besides the own", async () => {
    expect((await chosen((one) => one.count(2))).colours).toEqual({ r: ["b"], y: ["g"] });
    expect((await chosen()).colours).toEqual({ r: [], b: [], y: [], g: [] });
  });

  it("keeps who sits where on another board", async () => {
    const choosing = await chosen((one) => (one.seats = one.seats.map((seat) => (seat.party === "y" ? { ...seat, sitter: "person", name: "Ana" } : seat))));
    choosing.choose("round-4");
    expect(choosing.seats.find(({ party }) => party === "y")).toEqual({ party: "y", sitter: "person", name: "Ana" });
    expect(choosing.seats.find(({ party }) => party === "b")?.sitter).toBe("bot:middle");
  });

  it("has at a table the seats that are open there", async () => {
    const choosing = new Choosing(openSeats);
    await choosing.load();
    expect(choosing.seats.map(({ sitter }) => sitter).filter((sitter) => sitter.startsWith("bot"))).toEqual([]);
  });
});

describe("the edition of a new game", () => {
  it("is the board's as long as nobody chooses another, and then stays", async () => {
    const choosing = await chosen((one) => one.choose("round-4"));
    expect(choosing.edition).toBe("bga");
    choosing.count(6);
    expect(choosing.edition).toBe("harcourt");
    choosing.edit("bga");
    choosing.count(2);
    expect(choosing.edition).toBe("bga");
    choosing.choose("nowhere");
    expect([choosing.variant, choosing.edition]).toEqual(["square-2", "bga"]);
  });

  it("stands first where it is usual on the board, and tells what is unusual", async () => {
    const choosing = await chosen((one) => one.choose("round-4"));
    expect([names(choosing.editions), choosing.usual?.name]).toEqual([["bga", "original", "harcourt"], "bga"]);
    choosing.edit("harcourt");
    expect([names(choosing.editions), choosing.usual?.name, choosing.basis]).toEqual([["bga", "original", "harcourt"], "bga", { pass: "never", exit: "none" }]);
  });

  it("takes along options that are not its own to another board, and none to another edition", async () => {
    const choosing = await chosen((one) => (one.options = { pass: "always", exit: "none" }));
    choosing.choose("round-4");
    // In this edition one passes anyway.
    expect([choosing.edition, choosing.options]).toEqual(["bga", { exit: "none" }]);
    choosing.edit("original");
    expect(choosing.options).toEqual({});
  });
});
