import { describe, expect, it } from "vitest";

import { CORPSE, sceneOf } from "../src/board/scene";
import { imagined, TurnInHand, type Act, type TurnChoice, type TurnStage, type StageKind } from "../src/board/turn";

const choice = (text: string, cells: string, act: Act): TurnChoice => ({
  text,
  cells: cells.split(" ").filter(Boolean),
  act,
});
const stage = (prefix: string, kind: StageKind, ...choices: TurnChoice[]): TurnStage => ({ prefix, kind, choices });

const STAGES: Record<string, TurnStage> = {
  "": stage("", "piece", choice("c3", "c3", "select"), choice("a2", "a2", "select")),
  c3: stage("c3", "destination", choice("-f6", "f6", "kill"), choice("-e3", "e3", "move")),
  a2: stage("a2", "destination", choice("-a5", "a5", "splash")),
};
const LATER: Record<string, TurnStage> = {
  "c3-f6": stage("c3-f6", "placement", choice(">h2", "h2", "place"), choice(">c3", "c3", "place")),
  "c3-f6>h2": stage("c3-f6>h2", "done"),
  "c3-e3": stage("c3-e3", "done"),
  "a2-a5": stage("a2-a5", "victims", choice("*a6", "a6", "kill"), choice("", "", "spare")),
  "a2-a5*a6": stage("a2-a5*a6", "done"),
};

function turn(): { turn: TurnInHand; asked: string[] } {
  const asked: string[] = [];
  const fetch = (prefix: string): Promise<TurnStage> => {
    asked.push(prefix);
    const found = LATER[prefix];
    return found ? Promise.resolve(found) : Promise.reject(new Error(prefix));
  };
  return { turn: new TurnInHand(STAGES, fetch), asked };
}

async function choose(hand: TurnInHand, cell: string): Promise<boolean> {
  const [first] = hand.at(cell);
  if (!first) throw new Error(`nothing at ${cell}`);
  return hand.choose(first);
}

describe("a turn in hand", () => {
  it("walks through the stages and asks only for those it was not given", async () => {
    const { turn: hand, asked } = turn();
    for (const cell of ["c3", "f6", "h2"]) await choose(hand, cell);
    expect(hand.done).toBe(true);
    expect(hand.stage.prefix).toBe("c3-f6>h2");
    expect(asked).toEqual(["c3-f6", "c3-f6>h2"]);
  });

  it("lights targets by act", async () => {
    const { turn: hand } = turn();
    await choose(hand, "c3");
    expect([...hand.targets()]).toEqual([["f6", "kill"], ["e3", "move"]]);
  });

  it("steps back one stage at a time and does not ask again", async () => {
    const { turn: hand, asked } = turn();
    for (const cell of ["c3", "f6"]) await choose(hand, cell);
    expect(hand.back()).toBe(true);
    expect(hand.stage.kind).toBe("destination");
    await choose(hand, "f6");
    expect(asked).toEqual(["c3-f6"]);
    hand.reset();
    expect(hand.stage.kind).toBe("piece");
    expect(hand.origin).toBeNull();
    expect(hand.back()).toBe(false);
  });

  it("ends when nobody is killed", async () => {
    const { turn: hand } = turn();
    for (const cell of ["a2", "a5"]) await choose(hand, cell);
    const [spare] = hand.plain();
    expect(spare?.act).toBe("spare");
    if (spare) await hand.choose(spare);
    expect(hand.done).toBe(true);
    expect(hand.stage.prefix).toBe("a2-a5");
    hand.back();
    expect(hand.stage.kind).toBe("victims");
  });

  it("drops an answer that a later choice overtook", async () => {
    const { turn: hand } = turn();
    await choose(hand, "c3");
    const late = choose(hand, "f6");
    hand.back();
    expect(await late).toBe(false);
    expect(hand.stage.kind).toBe("destination");
  });

  it("stays where it was when the server cannot be asked", async () => {
    const hand = new TurnInHand(STAGES, () => Promise.reject(new Error("gone")));
    await choose(hand, "c3");
    await expect(choose(hand, "f6")).rejects.toThrow("gone");
    expect(hand.stage.kind).toBe("destination");
  });

  it("prefers a victim alone to combinations that hold it", () => {
    const stages = {
      "": stage("", "victims", choice("*d4*e5", "d4 e5", "kill"), choice("*d4", "d4", "kill"), choice("*f6*g7", "f6 g7", "kill")),
    };
    const hand = new TurnInHand(stages, () => Promise.reject(new Error("no")));
    expect(hand.at("d4").map((c) => c.text)).toEqual(["*d4"]);
    expect(hand.at("g7").map((c) => c.text)).toEqual(["*f6*g7"]);
  });
});

describe("the imagined board", () => {
  const start = sceneOf(
    [
      { cell: "c3", party: "r", kind: "M" },
      { cell: "f6", party: "b", kind: "D" },
    ],
    [],
  );
  const step = (from: TurnStage, chosen: TurnChoice) => ({ stage: from, choice: chosen });

  it("lifts the victim off until it is placed", () => {
    const steps = [step(stage("", "piece"), choice("c3", "c3", "select")), step(stage("c3", "destination"), choice("-f6", "f6", "kill"))];
    const held = imagined(start, steps, stage("", "placement"));
    expect(held.tokens.get("f6")).toEqual({ party: "r", kind: "M" });
    expect(held.held).toEqual({ token: CORPSE, over: "f6" });
    const placed = imagined(start, [...steps, step(stage("c3-f6", "placement"), choice(">h2", "h2", "place"))], stage("", "done"));
    expect(placed.tokens.get("h2")).toBe(CORPSE);
    expect(placed.held).toBeNull();
  });

  it("leaves an Assassin's victim where the Assassin came from", () => {
    const steps = [step(stage("", "piece"), choice("c3", "c3", "select")), step(stage("c3", "destination"), choice("-f6", "f6", "kill"))];
    const after = imagined(start, steps, stage("", "done"));
    expect(after.tokens.get("c3")).toBe(CORPSE);
    expect(after.held).toBeNull();
  });

  it("keeps the corpse of an Assassin's victim in hand where the Assassin may go back", () => {
    const steps = [step(stage("", "piece"), choice("c3", "c3", "select")), step(stage("c3", "destination"), choice("-f6", "f6", "kill"))];
    const free = stage("c3-f6", "exit", choice("/c3", "c3", "move"), choice("/f8", "f8", "move"));
    const held = imagined(start, steps, free);
    expect(held.tokens.has("c3")).toBe(false);
    expect(held.held).toEqual({ token: CORPSE, over: "f6" });
    const barred = stage("c3-f6", "exit", choice("/f8", "f8", "move"));
    expect(imagined(start, steps, barred).tokens.get("c3")).toBe(CORPSE);
    const gone = [...steps, step(free, choice("/c3", "c3", "move"))];
    expect(imagined(start, gone, stage("c3-f6/c3", "placement")).held?.token).toBe(CORPSE);
  });

  it("takes victims one by one, and an exit out of the same stage", () => {
    const more = stage("c3-e5*f6", "victims", choice("", "", "finish"), choice("*e6", "e6", "kill"), choice("/e8", "e8", "move"));
    const steps = [
      step(stage("", "piece"), choice("c3", "c3", "select")),
      step(stage("c3", "destination"), choice("-e5", "e5", "splash")),
      step(stage("c3-e5", "victims"), choice("*f6", "f6", "kill")),
    ];
    expect(imagined(start, steps, more).tokens.get("f6")).toBe(CORPSE);
    const after = imagined(start, [...steps, step(more, choice("/e8", "e8", "move"))], stage("", "done"));
    expect(after.tokens.get("e8")).toEqual({ party: "r", kind: "M" });
    expect(after.tokens.get("f6")).toBe(CORPSE);
  });

  it("shows a displaced piece alive, also when the exit comes first", () => {
    const steps = [
      step(stage("", "piece"), choice("c3", "c3", "select")),
      step(stage("c3", "destination"), choice("-f6", "f6", "displace")),
      step(stage("c3-f6", "exit"), choice("/f8", "f8", "move")),
    ];
    const after = imagined(start, steps, stage("", "placement"));
    expect(after.tokens.get("f8")).toEqual({ party: "r", kind: "M" });
    expect(after.tokens.has("f6")).toBe(false);
    expect(after.held).toEqual({ token: { party: "b", kind: "D" }, over: "f6" });
  });
});
