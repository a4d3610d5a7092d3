import { describe, expect, it } from "vitest";

import { castMember } from "../src/lib/cast";
import { beganAtStart, gameOf, openStages, stageAfter, stageOf, STAGES, wonStage, type Stage } from "../src/campaign/stages";

/** A game of a stage as it is stored. */
const played = ({ variant, edition, parties, bots }: Stage) => ({
  variant,
  rules: edition,
  seats: [...parties].map((party, i) => ({ party, player: i === 0 ? ("me" as const) : ("bot" as const), level: i === 0 ? null : (bots[i - 1] ?? null) })),
});

describe("the stages of the campaign", () => {
  it("are a table each, of different people of one rank", () => {
    for (const stage of STAGES) {
      expect(new Set(stage.bots).size).toBe(stage.parties.length - 1);
      for (const bot of stage.bots) expect([castMember(bot)?.name !== undefined, bot.split(":")[0]]).toEqual([true, stage.rank]);
    }
  });

  it("are known by who sits there and by their rules", () => {
    for (const stage of STAGES) expect(stageOf(played(stage))).toBe(stage);
    const [first] = STAGES;
    if (!first) throw new Error("no stage");
    const game = played(first);
    expect(stageOf({ ...game, variant: "square-3" })).toBeNull();
    expect(stageOf({ ...game, rules: "bga" })).toBeNull();
    expect(stageOf({ ...game, rules: "original,own_kills=none" })).toBeNull();
    expect(stageOf({ ...game, seats: game.seats.slice(0, 3) })).toBeNull();
    expect(stageOf({ ...game, seats: game.seats.map((seat) => ({ ...seat, player: "me" as const })) })).toBeNull();
    expect(stageOf({ ...game, seats: game.seats.map((seat) => ({ ...seat, level: "random" })) })).toBeNull();
  });

  it("are won where I am among the winners of a game that is over", () => {
    const [first] = STAGES;
    if (!first) throw new Error("no stage");
    const game = played(first);
    expect(wonStage({ ...game, over: true, winners: "r" })).toBe("novice");
    expect(wonStage({ ...game, over: true, winners: "br" })).toBe("novice");
    expect(wonStage({ ...game, over: true, winners: "b" })).toBeNull();
    expect(wonStage({ ...game, over: false, winners: "r" })).toBeNull();
    // A draw that all agree to.
    expect(wonStage({ ...game, over: true, winners: "rbyg" })).toBeNull();
  });

  it("are won in games that began as their board does", () => {
    const tags = '[Event "Djambi"]\n[Variant "square-4"]\n';
    const turns = '1. r c3-e3 {[Position "of strength"]\n\n[Position "too"]}\n';
    expect(beganAtStart(`${tags}\n${turns}`)).toBe(true);
    expect(beganAtStart(`${tags}[Position "square-4 original 9/9/9/9/9/9/9/9/9 r rbyg r 0 0"]\n\n${turns}`)).toBe(false);
  });

  it("open one after the other", () => {
    expect(openStages([])).toEqual(["novice"]);
    expect(openStages(["novice"])).toEqual(["novice", "learner"]);
    expect(openStages(["novice", "learner", "club"])).toEqual(["novice", "learner", "casual", "club"]);
    expect(openStages(STAGES.map(({ rank }) => rank))).toHaveLength(STAGES.length);
    expect(stageAfter("novice")?.rank).toBe("learner");
    expect(stageAfter("grandmaster")).toBeNull();
  });

  it("begin with me at the first seat", () => {
    const [, second] = STAGES;
    if (!second) throw new Error("no stage");
    expect(gameOf(second, "Ada").seats).toEqual([
      { party: "r", player: "me", name: "Ada" },
      { party: "b", player: "bot", level: "learner:builder" },
      { party: "y", player: "bot", level: "learner:opportunist" },
      { party: "g", player: "bot", level: "learner:usurper" },
    ]);
  });
});
