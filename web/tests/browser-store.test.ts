import "fake-indexeddb/auto";

import { deleteDB, openDB } from "idb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { BrowserStore } from "../src/engine/browser-store";
import { DATABASE_NAME, DATABASE_VERSION, listedGames, openDatabase } from "../src/engine/database";

const event = (number: number) => ({ number, at: 1000 + number, version: 3, data: `{"kind":"turn","n":${number}}` });
const row = (id: string, played: number) =>
  JSON.stringify({ id, variant: "square-4", rules: "original", created: 1, played, hidden: false, summary: { ply: 0 }, view: { id } });
const text = (...numbers: number[]) => JSON.stringify(numbers.map(event));

function opened() {
  const told = { stored: vi.fn(), outdated: vi.fn() };
  return { store: new BrowserStore(told), told };
}

describe("the games of a browser", () => {
  beforeEach(() => {
    // Each test has a browser of its own.
    indexedDB = new IDBFactory();
  });
  afterEach(() => vi.restoreAllMocks());

  it("keeps a game's events in order, and its row as last changed", async () => {
    const { store, told } = opened();
    expect(await store.create("g", row("g", 5), text(1))).toBe(true);
    expect(await store.append("g", text(2), JSON.stringify({ played: 9, summary: { ply: 1 }, view: { id: "g", ply: 1 } }))).toBe(true);
    expect(await store.append("g", text(3, 4), JSON.stringify({ played: 10 }))).toBe(true);
    // A game whose name begins like this one's is another game.
    await store.create("ga", row("ga", 20), text(1));
    expect(JSON.parse(await store.events("g"))).toEqual([1, 2, 3, 4].map(event));
    expect(JSON.parse(await store.rows())).toMatchObject([{ id: "ga" }, { id: "g", played: 10, summary: { ply: 1 }, view: { ply: 1 } }]);
    expect(told.stored.mock.calls).toEqual([["g"], ["g"], ["g"], ["ga"]]);
    expect(await store.events("none")).toBe("[]");
  });

  it("keeps what is said beside a game, in order and without gaps", async () => {
    const { store, told } = opened();
    expect(await store.append_asides("g", text(1))).toBe(true);
    expect(await opened().store.append_asides("g", text(1))).toBe(false);
    expect(await store.append_asides("g", text(3))).toBe(false);
    expect(await store.append_asides("g", text(2, 3))).toBe(true);
    expect(JSON.parse(await store.asides("g"))).toEqual([1, 2, 3].map(event));
    expect(await store.asides("ga")).toBe("[]");
    expect(told.stored.mock.calls).toEqual([["g"], ["g"]]);
  });

  it("takes no number twice, leaves no gap, and changes nothing where it refuses", async () => {
    const { store, told } = opened();
    const other = opened().store;
    await store.create("g", row("g", 5), text(1));
    expect(await store.create("g", row("g", 7), text(1))).toBe(false);
    expect(await other.append("g", text(2), "{}")).toBe(true);
    expect(await store.append("g", text(2), '{"played":99}')).toBe(false);
    expect(await store.append("g", text(4), '{"played":99}')).toBe(false);
    expect(await store.append("none", text(1), "{}")).toBe(false);
    expect(JSON.parse(await store.events("g"))).toHaveLength(2);
    expect(JSON.parse(await store.rows())).toMatchObject([{ played: 5 }]);
    expect(told.stored).toHaveBeenCalledTimes(1);
  });

  it("lets one of two tabs that write at the same time win", async () => {
    const [one, two] = [opened().store, opened().store];
    await one.create("g", row("g", 5), text(1));
    const won = await Promise.all([one.append("g", text(2), "{}"), two.append("g", text(2), "{}")]);
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(JSON.parse(await one.events("g"))).toHaveLength(2);
  });

  it("lists games that were not removed", async () => {
    const { store } = opened();
    for (const [id, played] of [["a", 1], ["b", 3], ["c", 2]] as const) await store.create(id, row(id, played), text(1));
    expect(await store.hide("c")).toBe(true);
    expect(await store.hide("none")).toBe(false);
    const database = await openDatabase();
    const all = await listedGames(database, 50);
    expect([all.games.map(({ id }) => id), all.more]).toEqual([["b", "a"], false]);
    const newest = await listedGames(database, 1);
    expect([newest.games.map(({ id }) => id), newest.more]).toEqual([["b"], true]);
    expect(JSON.parse(await store.rows())).toHaveLength(3);
    expect([await store.show("c"), await store.show("a"), await store.show("none")]).toEqual([true, false, false]);
    expect((await listedGames(database, 50)).games.map(({ id }) => id)).toEqual(["b", "c", "a"]);
  });

  it("keeps settings, and thoughts by engine until they are old", async () => {
    const { store } = opened();
    expect(await store.settings()).toBeNull();
    expect(await store.replace_settings(undefined, '{"lang":"en"}')).toBe(true);
    // Another tab has read the same, and comes too late.
    expect(await store.replace_settings(null, '{"lang":"de"}')).toBe(false);
    expect(await store.replace_settings('{"lang":"en"}', '{"lang":"fr"}')).toBe(true);
    expect(await store.settings()).toBe('{"lang":"fr"}');
    const thought = (position: string, at: number) => ({ position, at, data: `"${position}"` });
    await store.keep_thoughts("e1", JSON.stringify([thought("p", 10), thought("q", 20)]), 0);
    await store.keep_thoughts("e2", JSON.stringify([thought("p", 30)]), 20);
    expect(await store.thoughts("e1", '["p","q","r"]')).toBe('{"q":"\\"q\\""}');
    expect(await store.thoughts("e2", '["p"]')).toBe('{"p":"\\"p\\""}');
  });

  it("rejects where the browser refuses storage, and tries again the next time", async () => {
    const { store } = opened();
    const refused = vi.spyOn(indexedDB, "open").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    await expect(store.create("g", row("g", 1), text(1))).rejects.toThrow("denied");
    refused.mockRestore();
    expect(await store.create("g", row("g", 1), text(1))).toBe(true);
  });

  it("rejects where there is no room left, and has stored nothing of it", async () => {
    const { store, told } = opened();
    await store.create("g", row("g", 5), text(1));
    // A request that fails takes its whole transaction with it: so does the same number twice.
    await expect(store.append("g", text(2, 2), '{"played":9}')).rejects.toThrow();
    expect(JSON.parse(await store.events("g"))).toHaveLength(1);
    expect(JSON.parse(await store.rows())).toMatchObject([{ played: 5 }]);
    expect(told.stored).toHaveBeenCalledOnce();
    expect(await store.append("g", text(2), '{"played":9}')).toBe(true);
  });

  it("makes room for a newer version of the app in another tab, and says so", async () => {
    const { store, told } = opened();
    await store.create("g", row("g", 1), text(1));
    const newer = await openDB(DATABASE_NAME, DATABASE_VERSION + 1);
    expect(told.outdated).toHaveBeenCalledOnce();
    await expect(store.append("g", text(2), "{}")).rejects.toThrow("newer version");
    newer.close();
    await deleteDB(DATABASE_NAME);
  });

  it("says that another tab keeps an older version, and goes on once that is closed", async () => {
    // A version before the first one stands for any older one; it does not make way.
    const older = await openDB(`${DATABASE_NAME}`, 1);
    const raised = vi.spyOn(indexedDB, "open").mockImplementation((name) => IDBFactory.prototype.open.call(indexedDB, name, 2));
    const { store } = opened();
    await expect(store.settings()).rejects.toThrow("older version");
    older.close();
    raised.mockRestore();
  });
});
