// What the menu of a table online has, for whom, and what comes of it.

import { afterEach, describe, expect, it, vi } from "vitest";

import type { Terms } from "../src/generated/api";
import { OpenPanels } from "../src/session/open-panels.svelte";
import { Session } from "../src/session/session.svelte";
import { menuItems, takesBack } from "../src/table/menu-items";
import { told } from "./game-wire";
import { Wire, wired } from "./wire";

interface Table {
  mine?: string;
  fallen?: string;
  stage?: string;
  paused?: boolean;
  vote?: object | null;
  standIn?: string | null;
  invite?: string;
  terms?: Partial<Terms>;
  lines?: string;
}

let session: Session;
let around: OpenPanels;

/** Returns what is in the menu at a table, those that cannot be chosen now behind a "-". */
function menu({ mine = "r", fallen = "", stage = "playing", paused = false, vote = null, standIn = null, invite = "", terms = {}, lines = "" }: Table = {}): string[] {
  session = new Session("g", () => undefined);
  around = new OpenPanels(session.talk);
  const parties = Object.fromEntries([...fallen].map((party) => [party, { status: "frozen" as const }]));
  const place = { stage, vote, clock: { paused }, terms };
  Wire.last.says(told({ mine, lines, parties, mover: stage === "over" ? null : "b", seats: { r: { stand_in: standIn } }, table: place, you: { place: { invite } } }));
  return menuItems(session, around).map(({ key, off }) => (off ? `-${key}` : key));
}

/** Chooses something in the menu, as it is now. */
function choose(key: string): void {
  const act = menuItems(session, around).find((item) => item.key === key)?.act;
  if (typeof act !== "function") throw new Error(`nothing to choose: ${key}`);
  act();
}

const VOTES = ["web.draw.offer", "table.pause"];
const OWN = ["table.notes", "table.plans"];
const LEAVE = "table.leave";

describe("the menu of a table", () => {
  wired();
  afterEach(() => {
    session.close();
    vi.restoreAllMocks();
  });

  it("has notes, plans, votes and the door for those who play", () => {
    expect(menu()).toEqual([...OWN, ...VOTES, LEAVE]);
    choose("table.notes");
    expect(around.page).toBe("notes");
    choose("table.plans");
    expect(around.page).toBe("plans");
    choose(LEAVE);
    expect(around.leaving).toBe("r");
  });

  it("leaves to those who have fallen, and to whoever looks on, what they still can do", () => {
    const off = VOTES.map((key) => `-${key}`);
    expect(menu({ fallen: "r" })).toEqual(["table.notes", ...off]);
    expect(menu({ mine: "" })).toEqual(off);
    expect(menu({ stage: "over" })).toEqual(["table.notes", ...off]);
  });

  it("is for the party of mine that is still in the game", () => {
    expect(menu({ mine: "ry", fallen: "r" })).toEqual([...OWN, ...VOTES, LEAVE]);
    choose(LEAVE);
    expect(around.leaving).toBe("y");
  });

  it("calls no vote while one is held, or a bot sits in for me", () => {
    const off = [...OWN, ...VOTES.map((key) => `-${key}`), LEAVE];
    expect(menu({ vote: { number: 3 } })).toEqual(off);
    expect(menu({ standIn: "club" })).toEqual(off);
  });

  it.each([
    [{}, "web.draw.offer", "draw"],
    [{}, "table.pause", "pause"],
    [{ paused: true }, "table.resume", "resume"],
  ])("calls for what it says (%o, %s)", (table, key, vote) => {
    menu(table);
    choose(key);
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "call", vote, kept: null });
  });

  it.each([[{ rated: true }], [{ absence: "resign" as const }], [{ substitutes: false }]])("has no door where one can only resign (%o)", (terms) => {
    expect(menu({ terms })).toEqual([...OWN, ...VOTES]);
  });

  it("offers notices where the browser has not been asked yet", () => {
    const requestPermission = vi.fn();
    vi.stubGlobal("isSecureContext", true);
    vi.stubGlobal("Notification", { permission: "granted", requestPermission });
    expect(menu()).not.toContain("table.notices");
    session.close();
    vi.stubGlobal("Notification", { permission: "default", requestPermission });
    expect(menu()).toContain("table.notices");
    expect(requestPermission).not.toHaveBeenCalled();
    choose("table.notices");
    expect(requestPermission).toHaveBeenCalledOnce();
  });

  it("copies the link to a table that still is played, or shows it where nothing can be copied", async () => {
    expect(menu({ invite: "k7", stage: "over" })).not.toContain("table.link");
    session.close();
    expect(menu({ invite: "k7" })).toContain("table.link");
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { userAgent: "", clipboard: { writeText } });
    choose("table.link");
    await vi.waitFor(() => expect(session.feed.notice).toEqual({ key: "table.link.copied" }));
    const url = new URL("/i/k7", location.href).href;
    expect(writeText).toHaveBeenCalledWith(url);
    vi.stubGlobal("navigator", { userAgent: "" });
    choose("table.link");
    await vi.waitFor(() => expect(session.feed.notice).toEqual({ key: "table.link.is", values: { url } }));
  });
});

describe("my last turn", () => {
  wired();
  afterEach(() => session.close());

  it.each([
    ["may be taken back by a vote", { lines: "rb" }, true],
    ["stands where I have played none", { lines: "by" }, false],
    ["stands where the table has agreed so", { lines: "rb", terms: { takeback: false } }, false],
    ["stands while a vote is held", { lines: "rb", vote: { number: 3 } }, false],
    ["stands at the end", { lines: "rb", stage: "over" }, false],
    ["is none of those who look on", { lines: "rb", mine: "" }, false],
  ])("%s", (_, table, possible) => {
    menu(table);
    expect(takesBack(session)).toBe(possible);
  });
});
