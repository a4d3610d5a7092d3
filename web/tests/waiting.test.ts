import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { MyAccountView } from "../src/generated/api";
import type { Session } from "../src/session/session.svelte";
import { me } from "../src/lib/me.svelte";
import { router } from "../src/lib/router.svelte";
import { preferences } from "../src/lib/settings.svelte";
import { intent } from "../src/lobby/intent";
import Waiting from "../src/lobby/Waiting.svelte";
import { press, read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

const bot = { level: "club", name: { en: "club", fr: "club" } };
vi.mock("../src/api/games", () => ({ gamesApi: { catalogue: () => Promise.resolve({ bots: [bot] }) } }));

/** Shows a table at which I, its owner, sit as Red; `done` is whether the server does what it is asked. */
async function shown(done: boolean, status = "open") {
  const seat = (party: string, player: string) => ({ party, player, name: "", account: null, level: null, stand_in: null, guest: false });
  const seats = [seat("r", "person"), seat("b", "open")];
  const terms = { name: "", clock: { kind: "none", time: 0, increment: 0 }, talk: "free", rounds: 1 };
  const table = { owner: "r", terms, free: "b", kept: "", present: "r", watching: 0, uncounted: false };
  const state = { you: { place: { owner: true, kept: "", invite: "" } }, game: { variant: "square-4", edition: "original" }, view: null };
  const say = vi.fn(() => Promise.resolve(done));
  const feed = { id: "g", table, state, seats, mine: "r", status, notice: null, seat: (party: string) => seats.find((one) => one.party === party) ?? null, say };
  const made = mount(Waiting, { target: document.body, props: { session: { feed } as unknown as Session, geometry: null } });
  await settled();
  return { feed, made };
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

const button = (text: string): HTMLButtonElement | undefined => [...document.querySelectorAll("button")].find((one) => one.textContent === text);

describe("a table that waits", () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    [true, [["/", "/"]]],
    [false, []],
  ])("is left by whoever has got up: %s", async (done, gone) => {
    const go = vi.spyOn(router, "goFrom").mockReturnValue();
    const { made } = await shown(done);
    button("online.leave")?.click();
    await settled();
    expect(go.mock.calls).toEqual(gone);
    await unmount(made);
  });

  it("is asked once for a seat, however often that is clicked", async () => {
    const { feed, made } = await shown(true);
    button("online.leave")?.click();
    button("online.leave")?.click();
    await settled();
    expect(feed.say).toHaveBeenCalledTimes(1);
    await unmount(made);
  });

  it("shows who sits there where another choice was refused", async () => {
    const { made } = await shown(false);
    const list = document.querySelector("select");
    if (!list) throw new Error("no list");
    list.value = "bot:club";
    list.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
    expect(list.value).toBe("open");
    await unmount(made);
  });

  it("seats nobody over whom the keyboard only passes", async () => {
    const { feed, made } = await shown(false);
    const list = document.querySelector("select");
    if (!list) throw new Error("no list");
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowDown" }));
    list.value = "bot:club";
    list.dispatchEvent(new Event("change", { bubbles: true }));
    await settled();
    expect(feed.say).not.toHaveBeenCalled();
    list.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }));
    await settled();
    expect(feed.say.mock.calls).toEqual([[expect.objectContaining({ type: "seat", player: "bot" })]]);
    await unmount(made);
  });

  it.each([
    ["lost", "web.lost"],
    ["outdated", "web.outdated"],
  ])("says that the connection is %s", async (status, key) => {
    const { made } = await shown(true, status);
    expect(document.querySelector("[role=alert]")?.textContent).toContain(key);
    await unmount(made);
  });
});

describe("a table before its game", () => {
  const game = showing(Waiting);
  const known = (account: object | null): void => void (me.server = { ...me.server, account: account as MyAccountView | null });
  beforeEach(() => {
    known({ id: "1", name: "Ana" });
    return () => known(null);
  });
  /** Shows a table at which I sit as Red and Blue has made it, but for what is said. */
  function begun({ table = {}, place = {}, ...change }: Omit<Told, "table"> & { table?: object; place?: object } = {}): void {
    game.show((session) => ({ session, geometry: null }));
    says({ table, place, ...change });
  }
  const says = ({ table = {}, place = {}, ...change }: Omit<Told, "table"> & { table?: object; place?: object }): void =>
    game.says({ table: { stage: "waiting", owner: "b", present: "rb", free: "yg", ...table }, you: { place: { invite: "", owner: false, kept: "", ...place } }, ...change });
  const ways = (): string[] => read(".ways button");
  const status = (): string[] => read(".go > p[role=status]");
  const sent = (): unknown => Wire.last.sent.at(-1);

  it("has the name that it was given, or that of who made it", () => {
    begun({ seats: { b: { name: "Bea" } } });
    expect(read("h1")).toEqual(["online.table.of"]);
    says({ place: { owner: true } });
    expect(read("h1")).toEqual(["online.table.mine"]);
    says({});
    expect(read("h1")).toEqual(["online.table"]);
    says({ table: { terms: { name: "Friday" } } });
    expect(read("h1")).toEqual(["Friday"]);
  });

  it("tells who is awaited, and whether it counts", () => {
    begun();
    expect(status()).toEqual(["online.free.other"]);
    says({ table: { free: "", kept: "y" } });
    expect(status()).toEqual(["online.kept.one"]);
    says({ table: { free: "" } });
    expect(status()).toEqual(["online.begins"]);
    says({ table: { free: "", uncounted: "few" } });
    expect(status()).toEqual(["online.uncounted.others"]);
    says({ table: { uncounted: "few" }, place: { owner: true } });
    expect(status()).toEqual(["online.free.other online.uncounted"]);
  });

  describe("is begun", () => {
    it.each<[string, object, object, boolean]>([
      ["by who made it", {}, { owner: true }, true],
      ["by nobody else while they are there", {}, {}, false],
      ["by others while they are away", { present: "r" }, {}, true],
      ["by others where they have no seat", { owner: "" }, {}, true],
      ["by nobody else where nobody may know who made it", { present: "r", terms: { anonymous: true } }, {}, false],
      ["by nobody else where nobody needs to be there", { present: "r", terms: { clock: { kind: "days", time: 86_400, increment: 0 } } }, {}, false],
      ["by others where nobody needs to be there and they have no seat", { owner: "", terms: { clock: { kind: "days", time: 86_400, increment: 0 } } }, {}, true],
      ["by nobody else where a seat is kept, maybe for them", { owner: "", kept: "y", terms: { clock: { kind: "days", time: 86_400, increment: 0 } } }, {}, false],
      ["by itself once all are there", { free: "" }, { owner: true }, false],
    ])("%s", (_, table, place, may) => {
      begun({ table, place });
      expect(ways()).toEqual(may ? ["online.begin", "online.leave"] : ["online.leave"]);
      if (!may) return;
      press("online.begin");
      expect(sent()).toMatchObject({ type: "begin" });
    });

    it("without those for whom seats are kept", () => {
      begun({ table: { free: "", kept: "y" }, place: { owner: true } });
      expect(ways()).toEqual(["online.begin.kept", "online.leave"]);
    });

    it("by nobody who only looks on", () => {
      begun({ mine: "", place: { owner: true } });
      expect(ways()).toEqual([]);
    });
  });

  it("asks those who have no name for one before they sit down", () => {
    begun({ mine: "" });
    expect(document.querySelector("form.name")).toBeNull();
    press("online.sit.here.at");
    expect(sent()).toMatchObject({ type: "sit", party: "y" });
    known(null);
    flushSync();
    expect([document.querySelectorAll("form.name").length, read("#chairs")]).toEqual([1, ["online.sit.choose"]]);
    const sits = Wire.last.sent.length;
    press("online.sit.here.at");
    expect([Wire.last.sent.length, intent.take("g")]).toEqual([sits, null]);
    says({});
    expect([document.querySelector("form.name"), read("#chairs")]).toEqual([null, ["web.new.seats"]]);
  });

  it("takes a seat that was wanted before there was a name", async () => {
    intent.want("g", "y");
    begun({ mine: "" });
    await vi.advanceTimersByTimeAsync(0);
    expect([Wire.last.sent.some(({ type, party }) => type === "sit" && party === "y"), intent.take("g")]).toEqual([true, null]);
  });

  it("has the link for friends, which its host may replace", () => {
    begun({ place: { invite: "k7" } });
    const field = (): string | undefined => document.querySelector<HTMLInputElement>("input[readonly]")?.value;
    expect(field()).toBe(new URL("/i/k7", location.href).href);
    const buttons = read("button").length;
    says({ place: { invite: "k7", owner: true } });
    expect(read("button").length).toBeGreaterThan(buttons);
    says({});
    expect(field()).toBeUndefined();
  });

  it("tells how many watch, and newcomers how the game goes", () => {
    begun({ table: { watching: 2 } });
    expect(read(".terms li")).toEqual(["clock.none.as", "online.watching.other"]);
    says({});
    expect([read(".terms li"), document.querySelectorAll(".newcomer").length]).toEqual([["clock.none.as"], 1]);
    preferences.kept = { ...preferences.kept, tutorial: { ...preferences.kept.tutorial, state: "done" } };
    flushSync();
    expect(document.querySelectorAll(".newcomer").length).toBe(0);
    preferences.kept = { ...preferences.kept, tutorial: { ...preferences.kept.tutorial, state: "" } };
  });

  it("says why something was refused, until something else is asked", async () => {
    begun({ place: { owner: true } });
    press("online.begin");
    Wire.last.says({ type: "failed", id: Wire.last.sent.at(-1)?.["id"], code: "busy", words: { en: "Not yet.", fr: "" }, message: "" });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
    expect(read("[role=alert]")).toEqual(["Not yet."]);
    press("online.begin");
    expect(read("[role=alert]")).toEqual([]);
  });
});
