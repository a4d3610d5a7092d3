// What a table says of whoever does not simply play: they are away, watch, or may sit down.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it } from "vitest";

import type { MyAccountView } from "../src/generated/api";
import { intent } from "../src/lobby/intent";
import { me } from "../src/lib/me.svelte";
import SeatNotice from "../src/table/SeatNotice.svelte";
import { press, read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

describe("the notice about my seat", () => {
  const game = showing(SeatNotice);
  const known = (account: object | null): void => void (me.server = { ...me.server, account: account as MyAccountView | null });
  beforeEach(() => {
    known({ id: "1", name: "Ana" });
    return () => known(null);
  });
  function shown(change: Told = {}): void {
    game.show((session) => ({ session }));
    game.says({ table: {}, ...change });
  }
  const sent = (): unknown => Wire.last.sent.at(-1);

  it("says nothing to those who play", () => {
    shown();
    expect(read("p, section")).toEqual([]);
  });

  it("lets those come back for whom a bot plays, until their time was over", () => {
    const away = { seats: { r: { stand_in: "club" }, b: { stand_in: "club" } } };
    shown(away);
    expect(read("[role=alert] p")).toEqual(["table.away.mine"]);
    press("table.away.back");
    expect(sent()).toMatchObject({ type: "back" });
    game.says({ ...away, table: { overdue: "r" } });
    expect([read("[role=alert] p"), document.querySelector<HTMLButtonElement>("[role=alert] button")?.disabled]).toEqual([["table.away.late"], true]);
    game.says({ ...away, table: { overdue: "b" } });
    expect([read("[role=alert] p"), document.querySelector<HTMLButtonElement>("[role=alert] button")?.disabled]).toEqual([["table.away.mine"], false]);
    game.says({ ...away, table: {}, mover: null });
    expect(read("[role=alert]")).toEqual([]);
  });

  it("tells why a rated game does not count, and those who watch that they do", () => {
    shown({ table: { uncounted: "short" } });
    expect(read("[role=status]")).toEqual(["table.uncounted.short"]);
    game.says({ table: { watching: 3 }, mine: "", you: { place: { watcher: true } } });
    expect(read("p")).toEqual(["table.watching.other"]);
    // I am one of them, whether or not it was told yet.
    game.says({ table: { watching: 0 }, mine: "", you: { place: { watcher: true } } });
    expect(read("p")).toEqual(["table.watching.one"]);
    game.says({ table: { watching: 3 }, mine: "", you: { place: { watcher: false } } });
    expect(read("p")).toEqual([]);
  });

  it("offers free seats to those who have none, as long as the game goes on", () => {
    shown({ mine: "", table: { free: "by" }, seats: { y: { name: "Bea" }, b: { player: "open" } } });
    expect(read("li")).toEqual(["web.seats.sit", "table.sit.for"]);
    document.querySelectorAll<HTMLButtonElement>("li button")[1]?.click();
    expect(sent()).toMatchObject({ type: "sit", party: "y" });
    game.says({ table: { free: "by" } });
    expect(read("li")).toEqual([]);
    game.says({ mine: "", mover: null, table: { free: "by" } });
    expect(read("li")).toEqual([]);
  });

  it("asks strangers for a name first, and seats them when they come back with one", async () => {
    known(null);
    shown({ mine: "", table: { free: "by" } });
    document.querySelectorAll<HTMLButtonElement>("li button")[1]?.click();
    flushSync();
    expect([sent(), document.querySelectorAll("dialog").length]).toEqual([undefined, 1]);
    // Without a name nobody sits down later.
    press("web.close");
    flushSync();
    expect([document.querySelectorAll("dialog").length, intent.take("g")]).toEqual([0, null]);
  });

  it("takes a seat that was wanted before", () => {
    intent.want("g", "y");
    shown({ mine: "", table: { free: "by" } });
    expect([Wire.last.sent.some(({ type, party }) => type === "sit" && party === "y"), intent.take("g")]).toEqual([true, null]);
  });
});
