import { describe, expect, it } from "vitest";

import type { GameFeed } from "../src/session/game-feed.svelte";
import { news } from "../src/session/standing";

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
