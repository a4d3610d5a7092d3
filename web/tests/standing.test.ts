import { describe, expect, it } from "vitest";

import type { GameFeed } from "../src/session/game-feed.svelte";
import { amongBots, ballot, drawOffer, hasVote, mayCall, mayReturn, news, out, outcome, ownParties, ownParty, allHere } from "../src/session/standing";

/** A game of these parties, as far as it matters for whoever plays `mine`. */
const game = (mine: string, view: object = {}, more: object = {}): GameFeed =>
  ({ mine, past: null, table: null, state: { view: { mover: "b", ...view }, draw: "" }, ...more }) as unknown as GameFeed;

const parties = (...active: string[]) => ({
  parties: [..."rbyg"].map((party) => ({ party, status: active.includes(party) ? "active" : "frozen", may_return: party === "y" })),
});

const turn = (party: string, ...kinds: string[]) => ({ party, happenings: kinds.map((kind) => ({ kind, party })) });

const told = (mine: string, more: object = {}): string[] => {
  const recent = [turn("r", "killed", "vassal"), turn("b", "moved", "power"), turn("y", "moved")];
  const feed = { recent, mine, myTurn: true, past: null, over: false, ...more } as unknown as GameFeed;
  return news(feed).map(({ party, kind }) => `${party ?? ""} ${kind}`);
};

describe("what befell parties", () => {
  it("is told without the moves around it, and at my turn without what I did", () => {
    expect(told("g")).toEqual(["r vassal", "b power"]);
    expect(told("r")).toEqual(["b power"]);
    expect(told("r", { myTurn: false })).toEqual(["r vassal", "b power"]);
  });

  it("is told of the deeds of everybody around one screen", () => {
    expect(told("rbyg")).toEqual(["r vassal", "b power"]);
  });

  it("is told where one looks back by the turn itself, and in the end by the result", () => {
    expect(told("g", { past: { lines: 1 } })).toEqual([]);
    expect(told("g", { over: true })).toEqual([]);
  });
});

describe("what somebody here may do", () => {
  it("is to resign for the party that plays, else for the first that still leads", () => {
    expect(ownParty(game("rb", parties("r", "b")))).toBe("b");
    expect(ownParty(game("rg", parties("b", "g")))).toBe("g");
    expect(ownParty(game("r", parties("b")))).toBeNull();
  });

  it("is theirs to do for those of their parties that are still in the game", () => {
    expect(ownParties(game("rbg", parties("b", "y", "g")))).toEqual(["b", "g"]);
    expect(ownParties(game("r", parties("b")))).toEqual([]);
  });

  it("is to come back, where games are not rated and no vote is held", () => {
    const seated = (terms: object, vote: object | null = null) => game("y", parties("r"), { table: { terms, vote } });
    expect(mayReturn(game("y", parties("r")))).toBe(true);
    expect(mayReturn(game("r", parties("r")))).toBe(false);
    expect(mayReturn(seated({ rated: false }))).toBe(true);
    expect(mayReturn(seated({ rated: true }))).toBe(false);
    expect(mayReturn(seated({ rated: false }, {}))).toBe(false);
  });

  it("is to call a vote, unless they are out, a bot plays for them, or one is held", () => {
    const seated = (mine: string, table: object = {}, bot: string | null = null) =>
      game(mine, parties("r", "b"), { table: { stage: "playing", vote: null, ...table }, seat: () => ({ stand_in: bot }) });
    expect(["r", "y", "", "yb"].map((mine) => mayCall(seated(mine)))).toEqual([true, false, false, true]);
    expect(mayCall(seated("r", {}, "club"))).toBe(false);
    expect(mayCall(seated("r", { vote: {} }))).toBe(false);
    expect(mayCall(seated("r", { stage: "over" }))).toBe(false);
    expect(mayCall(game("r", parties("r")))).toBe(false);
  });

  it("is to answer a vote, unless they have, whether all see it or the server tells only them", () => {
    const held = (mine: string, agreed: string, said: boolean | null = null) =>
      game(mine, {}, { table: { vote: { voters: "rb", agreed } }, state: { you: { place: { ballot: said } } } });
    expect([hasVote(held("r", "b")), ballot(held("r", "b"))]).toEqual([true, null]);
    expect(ballot(held("r", "br"))).toBe(true);
    expect(ballot(held("r", "", false))).toBe(false);
    expect([hasVote(held("y", "")), hasVote(held("", ""))]).toEqual([false, false]);
  });

  it("is to answer a draw that others have offered", () => {
    const offered = (mine: string, draw: string) => drawOffer(game(mine, {}, { state: { draw, view: parties("r", "b", "g") } }));
    expect(offered("b", "r")).toBe("r");
    expect(offered("r", "r")).toBe("");
    expect(offered("rb", "r")).toBe("r");
    expect(offered("", "r")).toBe("");
    // Yellow has fallen: nobody asks it, alone or beside whoever offers.
    expect([offered("y", "r"), offered("ry", "r")]).toEqual(["", ""]);
  });

  it("is to be asked first of all who are at one device, and nobody else is in the game", () => {
    expect(["rb", "rby", "r", ""].map((mine) => allHere(game(mine, parties("r", "b"))))).toEqual([true, true, false, false]);
  });

  it("is to watch once all of one's parties have fallen, unless one looks back or plays nobody", () => {
    expect(out(game("r", parties("b", "y")))).toBe(true);
    expect(out(game("rb", parties("b", "y")))).toBe(false);
    expect(out(game("r", { ...parties("b"), mover: null }))).toBe(false);
    expect(out(game("r", parties("b", "y"), { past: {} }))).toBe(false);
    expect(out(game("", parties("b", "y")))).toBe(false);
  });
});

describe("a game among bots", () => {
  it("is one where bots alone are left in it, or sat at first, and never a table's", () => {
    const seats = (bots: string) => {
      const all = [..."rbyg"].map((party) => ({ party, player: bots.includes(party) ? "bot" : "me" }));
      return { seats: all, seat: (party: string) => all.find((one) => one.party === party) ?? null };
    };
    const watched = (bots: string, view: object, more: object = {}) => amongBots(game("", view, { ...seats(bots), ...more }));
    expect(watched("rbyg", parties("r", "b", "y", "g"))).toBe(true);
    expect(watched("ryg", parties("r", "b", "y", "g"))).toBe(false);
    expect(watched("ryg", parties("r", "y"))).toBe(true);
    expect(watched("ryg", { ...parties("r"), mover: null })).toBe(false);
    expect(watched("rbyg", { ...parties("r"), mover: null })).toBe(true);
    expect(watched("rbyg", parties("r"), { table: {} })).toBe(false);
  });
});

describe("the end", () => {
  it("is victory or defeat for one person alone", () => {
    const ended = (mine: string, ...ranking: string[]) => outcome(game(mine, { result: { ranking } }));
    expect(ended("r", "r", "b")).toBe("web.end.won");
    expect(ended("b", "r", "b")).toBe("web.end.lost");
    expect(ended("b", "rb", "y")).toBe("web.end");
    expect(ended("y", "rb", "y")).toBe("web.end.lost");
    expect(ended("rb", "r", "b")).toBe("web.end");
  });
});
