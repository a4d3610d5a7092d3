import { describe, expect, it, vi } from "vitest";

import { CORPSE, sceneOf } from "../src/board/scene";
import { TurnChooser } from "../src/board/turn-chooser.svelte";
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

describe("a turn that is clicked together", () => {
  const SPLASH = stage("a2-a5", "victims", choice("*a6a7", "a6 a7", "kill"), choice("*a6b6", "a6 b6", "kill"), choice("", "", "spare"));
  const stages = { ...STAGES, "a2-a5": SPLASH };
  function chooser(answer: (prefix: string) => Promise<TurnStage> = (prefix) => Promise.resolve(LATER[prefix] ?? stage(prefix, "done"))) {
    const to = { stage: vi.fn(answer), choosing: vi.fn(), done: vi.fn(), refused: vi.fn(), failed: vi.fn() };
    const made = new TurnChooser(to);
    made.begin(stages);
    return { made, to };
  }

  it("asks which of several choices a cell stands for, until something else is clicked", async () => {
    const { made, to } = chooser();
    await made.pick("a2");
    await made.pick("a5");
    await made.pick("a6");
    expect(made.alternatives.map(({ text }) => text)).toEqual(["*a6a7", "*a6b6"]);
    await made.pick("i9");
    expect(made.alternatives).toEqual([]);
    for (const away of [() => made.unpick(), () => made.back(), () => made.reset(), () => made.begin(stages)]) {
      made.begin(stages);
      await made.pick("a2");
      await made.pick("a5");
      await made.pick("a6");
      expect(made.alternatives).toHaveLength(2);
      away();
      expect(made.alternatives).toEqual([]);
    }
    await made.pick("a2");
    await made.pick("a5");
    await made.pick("a6");
    const [, second] = made.alternatives;
    if (second) await made.choose(second);
    expect([made.alternatives, to.done.mock.calls, to.refused.mock.calls]).toEqual([[], [["a2-a5*a6b6"]], []]);
  });

  it("says where a piece cannot go, takes up another, and lays the same down", async () => {
    const { made, to } = chooser();
    await made.pick("c3");
    await made.pick("b9");
    expect(to.refused.mock.calls).toEqual([["c3", "b9"]]);
    await made.pick("a2");
    expect([made.hand?.turn.origin, made.hand?.steps.length]).toEqual(["a2", 1]);
    await made.pick("a2");
    expect([made.started, to.refused.mock.calls.length]).toEqual([false, 1]);
    // Before a piece is chosen no other cell means anything.
    await made.pick("b9");
    expect(to.refused).toHaveBeenCalledTimes(1);
  });

  it("lifts what may move, and what it has in hand without choosing it once more", async () => {
    const { made, to } = chooser();
    expect([made.lifts("c3"), made.lifts("f6"), made.lift("f6"), made.started]).toEqual([true, false, false, false]);
    expect(made.lift("c3")).toBe(true);
    await vi.waitFor(() => expect(made.hand?.stage.prefix).toBe("c3"));
    expect([made.lifts("c3"), made.lift("c3"), to.choosing.mock.calls.length]).toEqual([true, true, 1]);
    await made.pick("f6");
    // It has moved; another piece may still be taken up instead.
    expect([made.hand?.stage.kind, made.lift("a2")]).toEqual(["placement", true]);
    await vi.waitFor(() => expect([made.hand?.turn.origin, made.hand?.stage.kind]).toEqual(["a2", "destination"]));
  });

  it("stays where it was when the next stage cannot be had, and is chosen further", async () => {
    const { made, to } = chooser(() => Promise.reject(new Error("away")));
    await made.pick("c3");
    await made.pick("f6");
    expect([to.failed.mock.calls.length, made.waiting, made.hand?.stage.prefix]).toEqual([1, false, "c3"]);
    await made.pick("e3");
    expect(to.stage.mock.calls).toEqual([["c3-f6"], ["c3-e3"]]);
  });

  it("takes no click while a stage is on its way, which is of no account in another position", async () => {
    let come: (found: TurnStage) => void = () => undefined;
    const { made, to } = chooser(() => new Promise((resolve) => (come = resolve)));
    await made.pick("c3");
    const picked = made.pick("e3");
    await made.pick("f6");
    expect([made.waiting, to.stage.mock.calls]).toEqual([true, [["c3-e3"]]]);
    made.begin(stages);
    expect(made.waiting).toBe(false);
    come(stage("c3-e3", "done"));
    await picked;
    expect([to.done.mock.calls, made.started]).toEqual([[], false]);
    made.begin({});
    await made.pick("c3");
    expect([made.hand, made.started, made.lifts("c3")]).toEqual([null, false, false]);
  });
});
