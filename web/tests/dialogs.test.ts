// Questions before something that is not easily undone, and the seats that phones take.

import { flushSync } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import Agreement from "../src/game/Agreement.svelte";
import Resigning from "../src/game/Resigning.svelte";
import SeatTaking from "../src/game/SeatTaking.svelte";
import { preferences } from "../src/lib/settings.svelte";
import { CHIEFS, press, read, showing, type Told } from "./game-wire";
import { Wire } from "./wire";

const sent = (): unknown => Wire.last.sent.at(-1);
const words = (text: string) => ({ en: text, fr: "" });

describe("before a party resigns", () => {
  const game = showing(Resigning);
  const onclose = vi.fn();
  const FALLEN = [{ party: "r", status: "frozen", lord: null as string | null, pieces: 8 }];
  /** Asks about Red; the server tells what would come of it, or nothing. */
  async function shown(after: object | null): Promise<void> {
    onclose.mockClear();
    game.show((session) => ({ session, party: "r", onclose }));
    game.says();
    const id = Wire.last.sent.findLast(({ type }) => type === "resignation")?.["id"];
    if (after) Wire.last.says({ type: "previewed", id, dangers: [], view: { parties: FALLEN, pieces: CHIEFS.slice(1), last: { happenings: [] }, ...after } });
    else Wire.last.says({ type: "failed", id, code: "busy", words: words("Busy."), message: "" });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }

  it("is told what comes of it: of the Chief, of the pieces, of the others", async () => {
    const happenings = [
      { kind: "resigned", party: "r", words: words("Red resigns."), named: null },
      { kind: "vassal", party: "r", words: words("Red is a vassal."), named: null },
      { kind: "vassal", party: "y", words: words("Yellow is a vassal."), named: null },
    ];
    await shown({ last: { happenings } });
    expect(read("dialog li")).toEqual(["web.resign.chief", "web.resign.nobody", "Yellow is a vassal."]);
  });

  it("is told whom the pieces will obey, and that the Chief stays where he does", async () => {
    await shown({ parties: [{ ...FALLEN[0], lord: "b" }], pieces: CHIEFS });
    expect(read("dialog li")).toEqual(["web.resign.lord"]);
  });

  it("is told of what befalls it otherwise, where no piece of it is left", async () => {
    await shown({ parties: [{ ...FALLEN[0], pieces: 0 }], last: { happenings: [{ kind: "inherited", party: "r", words: words("Blue inherits."), named: null }] } });
    expect(read("dialog li")).toEqual(["web.resign.chief", "Blue inherits."]);
  });

  it("can be done where the server tells nothing", async () => {
    await shown(null);
    expect([read("dialog .body > p, dialog p"), read("dialog li")]).toEqual([["web.resign.more"], []]);
    press("web.resign.yes");
    expect([sent(), onclose.mock.calls.length]).toMatchObject([{ type: "resign", party: "r" }, 1]);
  });

  it("can be left", async () => {
    await shown({});
    press("web.resign.no");
    expect([Wire.last.sent.some(({ type }) => type === "resign"), onclose.mock.calls.length]).toEqual([false, 1]);
    press("web.close");
    expect(onclose).toHaveBeenCalledTimes(2);
  });
});

describe("before those at one screen agree", () => {
  const game = showing(Agreement);
  const onclose = vi.fn();
  const seats: Told["seats"] = { r: { name: "Ana" }, b: { player: "bot", level: "greedy" } };

  it("to a draw, all who still play are asked", () => {
    game.show((session) => ({ session, change: { type: "draw", agree: true }, onclose }));
    game.says({ seats, parties: { g: { status: "frozen" } } });
    expect([read("dialog h2"), read("dialog li")]).toEqual([["web.draw.title"], ["web.player.party", "web.agree.bot", "party.y"]]);
    press("web.agree.yes");
    expect([sent(), onclose.mock.calls.length]).toMatchObject([{ type: "draw", agree: true }, 1]);
  });

  it("to a return, all but whoever returns are asked", () => {
    game.show((session) => ({ session, change: { type: "rejoin", party: "g" }, onclose }));
    game.says({ seats, parties: { g: { status: "frozen" } } });
    expect([read("dialog h2"), read("dialog li").length]).toEqual([["web.return.title"], 3]);
    press("web.agree.no");
    expect(sent()).toBeUndefined();
    press("web.agree.yes");
    expect(sent()).toMatchObject({ type: "rejoin", party: "g" });
  });
});

describe("around one table", () => {
  const game = showing(SeatTaking);
  const lan = vi.spyOn(gamesApi, "lan");
  const FREE: Told = { seats: { y: { holder: "free" }, g: { holder: "free" } } };
  beforeEach(() => void lan.mockReset().mockResolvedValue({ open: true, url: "http://10.0.0.2/g/g", code: "/code.svg" } as never));
  async function shown(change: Told): Promise<void> {
    game.show((session) => ({ session }));
    game.says(change);
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }
  const answer = async (message: object): Promise<void> => {
    Wire.last.says({ id: Wire.last.sent.at(-1)?.["id"], ...message });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  };

  it("the host shows the code to scan, as long as seats are free", async () => {
    await shown({ ...FREE, you: { host: true } });
    expect([document.querySelector("img")?.getAttribute("src"), read(".code strong"), read("li").length, read("h2").length]).toEqual(["/code.svg", ["http://10.0.0.2/g/g"], 2, 0]);
    game.says({ you: { host: true } });
    expect([document.querySelector("section"), lan.mock.calls.length]).toEqual([null, 1]);
  });

  it("the host of a game that phones cannot reach sees the free seats alone", async () => {
    lan.mockResolvedValue({ open: false } as never);
    await shown({ ...FREE, you: { host: true } });
    expect([document.querySelector("img"), read("h2").length, read("li").length]).toEqual([null, 0, 2]);
  });

  it("a phone takes a seat under its name, one and no more", async () => {
    preferences.kept.name = "Ana";
    await shown({ ...FREE, mine: "", you: { host: false } });
    expect([read("h2"), lan.mock.calls.length]).toEqual([["web.seats.take"], 0]);
    document.querySelectorAll<HTMLButtonElement>("li button")[1]?.click();
    expect(sent()).toMatchObject({ type: "sit", party: "g" });
    await answer({ type: "done", number: 2 });
    expect(sent()).toMatchObject({ type: "rename", party: "g", name: "Ana" });
    preferences.kept.name = "";
    game.says({ mine: "g", seats: { y: { holder: "free" }, g: { holder: "phone" } }, you: { host: false } });
    expect(document.querySelector("section")).toBeNull();
  });

  it("a phone whose seat was taken meanwhile gives it no name", async () => {
    preferences.kept.name = "Ana";
    await shown({ ...FREE, mine: "", you: { host: false } });
    document.querySelector<HTMLButtonElement>("li button")?.click();
    await answer({ type: "failed", code: "seat_taken", words: words("Taken."), message: "" });
    expect(Wire.last.sent.some(({ type }) => type === "rename")).toBe(false);
    preferences.kept.name = "";
  });
});
