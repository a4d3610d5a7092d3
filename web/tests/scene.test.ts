import { describe, expect, it } from "vitest";

import { cellPairs, waysOf } from "../src/board/happenings";
import { changes, CORPSE, sceneOf, type Motion } from "../src/board/scene";

const far = (a: string, b: string): number =>
  Math.hypot(a.charCodeAt(0) - b.charCodeAt(0), Number(a.slice(1)) - Number(b.slice(1)));

const brief = (motions: Motion[]): string[] =>
  motions
    .map((m) => `${m.before.party}${m.before.kind || "x"} ${m.from ?? "-"}>${m.to ?? "-"} ${m.after.kind || "x"}`)
    .toSorted();

const piece = (text: string): { cell: string; party: string; kind: string } => ({
  party: text[0] ?? "",
  kind: text[1] ?? "",
  cell: text.slice(2),
});

const scene = (pieces: string, corpses = "") =>
  sceneOf(pieces.split(" ").filter(Boolean).map(piece), corpses.split(" ").filter(Boolean));

describe("changes between two states", () => {
  it("sees nothing where nothing changed", () => {
    expect(changes(scene("rMc3 bMg3"), scene("rMc3 bMg3"), [], far)).toEqual([]);
  });

  it("moves one piece", () => {
    expect(brief(changes(scene("rMc3 rMc2"), scene("rMe3 rMc2"), [], far))).toEqual(["rM c3>e3 M"]);
  });

  it("shows a kill as the killer's move and the victim's way to its place", () => {
    const motions = changes(scene("rMc3 bMe3"), scene("rMe3", "h8"), [["c3", "e3"]], far);
    expect(brief(motions)).toEqual(["bM e3>h8 x", "rM c3>e3 M"]);
  });

  it("follows the turn where two pieces of a sort could be taken for each other", () => {
    // Red's Diplomat throws a Militant onto another's former cell: nearest would be wrong.
    const before = scene("rMa1 rMc1");
    const after = scene("rMb1 rMh1");
    expect(brief(changes(before, after, [["a1", "h1"]], far))).toEqual(["rM a1>h1 M", "rM c1>b1 M"]);
  });

  it("knows the corpse that a Necromobile moved from the one that a kill made", () => {
    const motions = changes(scene("rNa1", "c3"), scene("rNc3", "h8"), [], far);
    expect(brief(motions)).toEqual(["rN a1>c3 N", "x c3>h8 x"]);
  });

  it("kills where the victim stands", () => {
    expect(brief(changes(scene("bMd4"), scene("", "d4"), [], far))).toEqual(["bM d4>d4 x"]);
  });

  it("raises the dead when one looks back, and lets tokens come and go", () => {
    expect(brief(changes(scene("", "d4"), scene("bMd4"), [], far))).toEqual(["x d4>d4 M"]);
    expect(brief(changes(scene(""), scene("bMd4"), [], far))).toEqual(["bM ->d4 M"]);
    expect(brief(changes(scene("bMd4"), scene(""), [], far))).toEqual(["bM d4>- M"]);
    expect(changes(scene(""), scene("", "d4"), [], far)[0]?.after).toBe(CORPSE);
  });
});

describe("what a turn brought about", () => {
  const happened = (kind: string, cell: string | null, target: string | null, party: string | null = "r") => ({ kind, party, piece: "M", cell, target, by: null });
  const turn = [happened("moved", "c3", "c5"), happened("killed", "c5", "c3", "b"), happened("moved", "a1", "a1"), happened("left", "c5", "e5", null), happened("power", "e5", null)];

  it("tells which cells belong together", () => {
    expect(cellPairs(turn)).toEqual([["c3", "c5"], ["c5", "c3"], ["a1", "a1"], ["c5", "e5"]]);
  });

  it("is drawn as the ways of the pieces that moved by themselves", () => {
    expect(waysOf(turn)).toEqual([
      { from: "c3", to: "c5", party: "r" },
      { from: "c5", to: "e5", party: "" },
    ]);
  });
});
