// The seats of a table that waits.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import type { GameRequest } from "../src/api/game-socket";
import Chairs from "../src/lobby/Chairs.svelte";
import type { TableView } from "../src/generated/api";
import { BOTS } from "../src/lib/cast";
import { texts } from "../src/lib/texts.svelte";
import { press, read, showing, type Told } from "./game-wire";

const catalogue = vi.hoisted(() => vi.fn());
vi.mock("../src/api/games", () => ({ gamesApi: { catalogue } }));

/** The table before anything is known of it. */
const NOTHING = { free: "", kept: "", present: "" } as unknown as TableView;
const bots = ["novice", "club"].map((level) => ({ level, name: { en: level, fr: `${level} (fr)` } }));

describe("the seats of a table that waits", () => {
  const game = showing(Chairs);
  const onask = vi.fn<(request: GameRequest) => Promise<boolean>>();
  const onsit = vi.fn();
  beforeEach(() => {
    onask.mockReset().mockResolvedValue(true);
    onsit.mockReset();
    catalogue.mockReset().mockResolvedValue({ bots });
  });

  interface Shown extends Omit<Told, "table"> {
    table?: object;
    owner?: boolean;
    kept?: string;
  }
  /** Shows a table at which I sit as Red, and Yellow and Green are free, but for what is said. */
  async function shown({ table = {}, owner = false, kept = "", ...change }: Shown = {}): Promise<void> {
    const told: Told = { table: { stage: "waiting", owner: "b", present: "r", free: "yg", kept: "", ...table }, seats: { r: { name: "Ana" }, b: { name: "Bea" } }, ...change };
    game.show((session) => ({
      session,
      owner,
      kept,
      onask,
      onsit,
      get table() {
        return session.feed.table ?? NOTHING;
      },
    }));
    game.says(told);
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }
  const rows = (): string[] => read("li .who");
  const ways = (at: number): string[] => [...(document.querySelectorAll("li")[at]?.querySelectorAll(".do > *") ?? [])].map((one) => `${one.tagName.toLowerCase()} ${one.getAttribute("aria-label") ?? ""}`);
  const list = (): HTMLSelectElement => document.querySelector("select") as HTMLSelectElement;
  async function choose(value: string): Promise<void> {
    list().value = value;
    list().dispatchEvent(new Event("change", { bubbles: true }));
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }

  it("say who sits there, and what is special about them", async () => {
    await shown({ seats: { b: { name: "Bea", account: "bea" }, y: { player: "bot", level: "club" }, g: { name: "Gil", guest: true } }, table: { free: "" } });
    expect(rows()).toEqual(["party.r web.seat.me", "party.b Bea online.seat.owner", expect.stringContaining("party.y"), "party.g Gil online.guest"]);
    expect([document.querySelector("li a")?.getAttribute("href"), document.querySelectorAll(".here.there").length]).toEqual(["/people/bea", 0]);
  });

  it("say that nobody sits there yet, or somebody whose name nobody knows", async () => {
    await shown({ seats: { b: { name: "" }, y: {}, g: {} }, table: { kept: "g", free: "y", present: "rb" } });
    expect(rows().slice(1)).toEqual(["party.b online.seat.somebody online.seat.owner", "party.y online.seat.free", "party.g online.seat.kept"]);
    expect(document.querySelectorAll(".here.there")).toHaveLength(1);
  });

  it("tell nothing of who is there where nobody may know", async () => {
    await shown({ table: { terms: { anonymous: true } } });
    expect(document.querySelectorAll(".here")).toHaveLength(0);
  });

  it.each([
    ["by whoever has none", "", "", ["online.sit.here.at", "online.sit.here.at"], 2],
    ["by whoever has one: that is a move", "r", "", ["online.sit.move.at", "online.sit.move.at"], 0],
    ["the one that is kept for me first", "", "g", ["online.sit.here.at", "online.sit.here.at"], 1],
  ])("are taken %s", async (_, mine, kept, names, primary) => {
    await shown({ mine, kept });
    expect([...document.querySelectorAll(".do button")].map((one) => one.getAttribute("aria-label"))).toEqual(names);
    expect(document.querySelectorAll(".do .primary")).toHaveLength(primary);
    document.querySelector<HTMLElement>(".do button")?.click();
    expect(onsit.mock.calls).toEqual([["y"]]);
    expect(ways(1)).toEqual([]);
  });

  describe("of a table of mine", () => {
    it("are given to bots, to nobody, or to a bot until somebody comes", async () => {
      await shown({ owner: true, table: { owner: "r", free: "y" } });
      expect(read("select option")).toEqual(["online.sitter.open", ...bots.map(() => "online.sitter.while.level"), ...bots.map(() => "web.sitter.bot")]);
      await choose("bot:club");
      await choose("while:club");
      await choose("open");
      expect(onask.mock.calls.map(([request]) => request)).toMatchObject([
        { type: "seat", party: "y", player: "bot", level: "club", meanwhile: null },
        { party: "y", player: "open", level: null, meanwhile: "club" },
        { party: "y", player: "open", level: null, meanwhile: null },
      ]);
    });

    it("have nobody of the cast twice", async () => {
      const person = BOTS.find((level) => level.startsWith("club:")) ?? "";
      await shown({ owner: true, table: { owner: "r", free: "y" }, seats: { b: { player: "bot", level: "club" }, g: { player: "bot", level: person } } });
      document.querySelectorAll("select")[1]?.dispatchEvent(new Event("focus"));
      const free = document.querySelectorAll("select")[1] as HTMLSelectElement;
      free.value = "bot:club";
      free.dispatchEvent(new Event("change", { bubbles: true }));
      await vi.advanceTimersByTimeAsync(0);
      const { party, level } = onask.mock.calls.map(([request]) => request as { party: string; level: string }).at(-1) ?? { party: "", level: "" };
      expect([party, [person, "club"].includes(level), level.split(":")[0]]).toEqual(["y", false, "club"]);
    });

    it("show who sits there where another choice was refused", async () => {
      onask.mockResolvedValue(false);
      await shown({ owner: true, table: { owner: "r", free: "y" } });
      await choose("bot:club");
      expect(list().value).toBe("open");
    });

    it("are taken from people, and freed where they are kept", async () => {
      await shown({ owner: true, table: { owner: "r", free: "y", kept: "g" } });
      expect([ways(1), ways(3)]).toEqual([["button online.sitter.remove"], ["button online.sitter.release"]]);
      press("online.sitter.remove");
      expect(onask.mock.calls).toMatchObject([[{ type: "seat", party: "b", player: "open", level: null, meanwhile: null }]]);
    });

    it("leave the keyboard in their row when somebody has been sent away", async () => {
      await shown({ owner: true, table: { owner: "r", free: "yg" } });
      document.querySelector<HTMLElement>("[aria-label='online.sitter.remove']")?.focus();
      press("online.sitter.remove");
      game.says({ table: { stage: "waiting", owner: "r", present: "r", free: "byg", kept: "" }, seats: { r: { name: "Ana" } } });
      await vi.advanceTimersByTimeAsync(0);
      expect(document.querySelectorAll("li")[1]?.contains(document.activeElement)).toBe(true);
    });

    it("wait for the bots where the list of them does not come at once", async () => {
      catalogue.mockRejectedValueOnce(new Error("no network")).mockResolvedValue({ bots });
      await shown({ owner: true, table: { owner: "r", free: "y" } });
      expect(read("select option")).toEqual(["online.sitter.open"]);
      await vi.advanceTimersByTimeAsync(5000);
      flushSync();
      expect(read("select option")).toHaveLength(5);
    });
  });

  it.each([
    ["en", "Yellow", "novice"],
    ["fr", "Jaune", "novice (fr)"],
  ] as const)("speak the language of whoever reads them: %s", async (lang, sit, level) => {
    await texts.use(lang, ["online"]);
    await shown({ mine: "", owner: true, table: { owner: "", free: "y" } });
    expect(document.querySelector(".do .button:not(.icon)")?.getAttribute("aria-label")).toContain(sit);
    expect(read("select option").at(1)).toContain(level);
  });
});
