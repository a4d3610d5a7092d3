// What a first game is told, and when.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { Choice, StageView } from "../src/generated/api";
import Coach from "../src/game/Coach.svelte";
import { preferences } from "../src/lib/settings.svelte";
import { Session } from "../src/session/session.svelte";
import { choice, CHIEFS, OWN, stage, told } from "./game-wire";
import { Wire, wired } from "./wire";

const ALL = ["first", "goal", "zoom", "throne", "dots", "splash", "corpse", "exit", "power", "vassal", "hover", "ask"];

let session: Session;
let coach: object | null = null;

interface Position {
  mover?: string | null;
  lines?: number;
  ruler?: string | null;
  pieces?: object[];
  vassals?: string;
  stages?: StageView[];
}

/** Has the server say a new position. */
function says({ mover = "r", lines = 0, ruler = null, pieces = CHIEFS, vassals = "", stages = [OWN] }: Position = {}): void {
  const parties = Object.fromEntries([...vassals].map((party) => [party, { status: "vassal" as const }]));
  Wire.last.says(told({ mover, lines: "b".repeat(lines), parties, stages, view: { ruler, pieces } }));
  flushSync();
}

/** Returns the hint that is on the screen, without what all have before their names. */
const shown = (): string | null => document.querySelector(".coach [role=status]")?.textContent.replace("web.hint.", "") ?? null;
const press = (i: number): void => {
  document.querySelectorAll<HTMLButtonElement>(".coach button")[i]?.click();
  flushSync();
};

const keep = (change: Partial<typeof preferences.kept>): void => void (preferences.kept = { ...preferences.kept, ...change });

/** Begins a game of somebody who was told all hints but these. */
function begin(hints: readonly string[], gentle = false): void {
  keep({ hints_seen: ALL.filter((hint) => !hints.includes(hint)), tutorial: { ...preferences.kept.tutorial, game: gentle ? "g" : "" } });
  session = new Session("g", () => undefined);
  coach = mount(Coach, { target: document.body, props: { session } });
}

wired();
beforeEach(() => void vi.spyOn(preferences, "set").mockImplementation(keep));
afterEach(async () => {
  vi.restoreAllMocks();
  session.close();
  if (coach) await unmount(coach);
  keep({ hints_seen: [], tutorial: { ...preferences.kept.tutorial, game: "" } });
});

describe("somebody's first game", () => {
  it("begins with that, where it is one, and then says what it is about", () => {
    begin(ALL, true);
    says();
    expect(shown()).toBe("first");
    press(0);
    expect(shown()).toBe("goal");
    press(0);
    expect(shown()).toBeNull();
  });

  it("of somebody who knows the lessons begins with what it is about", () => {
    begin(ALL);
    says();
    expect(shown()).toBe("goal");
  });

  it("is told no more once that is wished", () => {
    begin(ALL, true);
    says();
    press(1);
    expect(shown()).toBeNull();
    says({ lines: 4 });
    expect(shown()).toBeNull();
  });

  it("tells each hint once: what was read in a turn goes with it", () => {
    begin(["goal", "hover"]);
    says();
    expect(shown()).toBe("goal");
    says({ mover: "b", lines: 1, stages: [] });
    expect([shown(), preferences.kept.hints_seen.includes("goal")]).toEqual([null, true]);
    says({ lines: 2 });
    expect(shown()).toBeNull();
    says({ lines: 3 });
    expect(shown()).toBe("hover");
  });

  it("keeps a hint for those who look back meanwhile", () => {
    begin(["goal"]);
    says({ lines: 2 });
    for (const [past, hint] of [[{ lines: 0, view: session.feed.view }, null], [null, "goal"]] as const) {
      session.feed.past = past as never;
      flushSync();
      expect(shown()).toBe(hint);
    }
  });

  it("keeps a hint that comes at the turn of another until my own has passed", () => {
    begin(["power"]);
    says({ mover: "b", ruler: "y", stages: [] });
    says({ mover: "y", ruler: "y", lines: 1, stages: [] });
    expect(shown()).toBe("power");
    says({ ruler: "y", lines: 2 });
    expect(shown()).toBe("power");
    says({ mover: "b", ruler: "y", lines: 3, stages: [] });
    expect(shown()).toBeNull();
  });
});

describe("a hint", () => {
  const picked = async (first: StageView, ...others: StageView[]): Promise<void> => {
    says({ stages: [first, ...others] });
    await session.turn.pick("c3");
    flushSync();
  };
  const destination = (...choices: Choice[]): StageView => stage("c3", "destination", ...choices);

  it("on signs comes once a piece was chosen, and on a Reporter's and the maze where there are some", async () => {
    begin(["dots", "splash", "throne"]);
    await picked(OWN, destination(choice("-c5", "move", "c5")));
    expect(shown()).toBe("dots");
    session.back();
    flushSync();
    expect(shown()).toBeNull();
    await picked(OWN, destination(choice("-c5", "splash", "c5"), choice("-e5", "power", "e5")));
    expect(shown()).toBe("throne");
    press(0);
    press(0);
    expect(shown()).toBe("splash");
  });

  it("on whom a Reporter kills comes where there are several, too", async () => {
    begin(["splash"]);
    await picked(OWN, stage("c3", "victims", choice("*f4", "kill", "f4")));
    expect(shown()).toBe("splash");
  });

  it("on corpses comes with one in the hand, and not with a living piece", async () => {
    for (const [target, expected] of [["d4", null], ["e5", "corpse"]] as const) {
      begin(["corpse"]);
      const at = (cell: string): Choice => choice(`-${cell}`, cell === "d4" ? "displace" : "kill", cell);
      says({
        pieces: [...CHIEFS, { cell: "c3", party: "r", kind: "N" }, { cell: "d4", party: "b", kind: "M" }, { cell: "e5", party: "b", kind: "M" }],
        stages: [OWN, destination(at("d4"), at("e5")), stage("c3-d4", "placement", choice("@h1", "place", "h1")), stage("c3-e5", "placement", choice("@h1", "place", "h1"))],
      });
      await session.turn.pick("c3");
      await session.turn.pick(target);
      flushSync();
      expect([target, shown()]).toEqual([target, expected]);
      if (coach) await unmount(coach);
      coach = null;
      session.close();
    }
  });

  it("on the way out of the maze comes where a piece has to leave it", async () => {
    begin(["exit"]);
    await picked(OWN, destination(choice("-e5", "kill", "e5")), stage("c3-e5", "exit", choice("-e6", "move", "e6")));
    expect(shown()).toBeNull();
    await session.turn.pick("e5");
    flushSync();
    expect(shown()).toBe("exit");
  });

  it("on power comes where somebody else has it", () => {
    begin(["power"]);
    says({ ruler: "r" });
    expect(shown()).toBeNull();
    says({ ruler: "b", lines: 1 });
    expect(shown()).toBe("power");
  });

  it("on vassals comes where a Chief has fallen, and not where one begins as a vassal", () => {
    begin(["vassal"]);
    says({ vassals: "b" });
    expect(shown()).toBeNull();
    says({ lines: 1, pieces: CHIEFS.filter(({ party }) => party !== "b") });
    expect(shown()).toBeNull();
    says({ lines: 2, vassals: "b", pieces: CHIEFS.filter(({ party }) => party !== "b") });
    expect(shown()).toBe("vassal");
  });

  it("on a small board comes at my turn", () => {
    begin(["zoom"]);
    says();
    expect(shown()).toBeNull();
    session.cramped = true;
    flushSync();
    expect(shown()).toBe("zoom");
    says({ mover: "b", lines: 1, stages: [] });
    expect(shown()).toBeNull();
  });

  it("on what a piece can do, and on advice, comes after some turns, and on what it is about no more", () => {
    /** Returns the hints at a turn, each closed as it was read. */
    const read = (lines: number): string => {
      keep({ hints_seen: ALL.filter((hint) => !["goal", "hover", "ask"].includes(hint)) });
      says({ lines });
      const hints = [];
      for (let hint = shown(); hint !== null && hints.length < 9; hint = shown()) {
        hints.push(hint);
        press(0);
      }
      return hints.join();
    };
    begin([]);
    expect([2, 3, 6, 7, 11, 12].map(read)).toEqual(["goal", "goal,hover", "goal,hover", "goal,hover,ask", "goal,hover,ask", "hover,ask"]);
  });

  it("speaks of a finger where there is no mouse", () => {
    vi.spyOn(window, "matchMedia").mockReturnValue({ matches: true } as MediaQueryList);
    begin(["hover"]);
    says({ lines: 3 });
    expect(shown()).toBe("hold");
  });

  it.each([
    ["the board shows an earlier position", () => void (session.feed.past = { lines: 0, view: session.feed.view as never })],
    ["a turn waits for a yes", () => void (session.turn.question = { text: "c3-c5", dangers: [], view: null })],
    ["advice is given", () => void (session.hints.proposal = { text: "c3-c5", from: "c3", to: "c5", words: null } as never)],
    ["a pact is suggested", () => void (session.talk.suggesting = true)],
    ["the game is over", () => says({ mover: null, lines: 1, stages: [] })],
    ["my party has fallen", () => says({ mover: "b", ruler: "b", lines: 1, vassals: "r", pieces: CHIEFS.slice(1), stages: [] })],
  ])("is not in the way where %s", (_, happens) => {
    begin(["power", "vassal"]);
    says({ ruler: "b" });
    expect(shown()).toBe("power");
    happens();
    flushSync();
    expect(shown()).toBeNull();
  });
});
