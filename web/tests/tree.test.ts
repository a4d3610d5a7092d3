// The tree of a study: grown, pruned, promoted, listed, and sent back as it came.

import { describe, expect, it } from "vitest";

import { bodyOf, commented, EMPTY_TREE, grown, main, nodeOf, onward, path, planted, promoted, pruned, ROOT, rows, turningPoint, type Tree } from "../src/analysis/tree";
import type { TurnReviewView, MoveView, StudyView } from "../src/generated/api";

const move = (text: string, parent = 0): MoveView => ({
  parent,
  kind: "turn",
  party: "r",
  text,
  comments: [],
  before: [],
  seat: "r",
  bonus: false,
  long: text,
  words: { en: text, fr: text },
  position: `after ${text}`,
});

const play = (tree: Tree, parent: number, ...texts: string[]): { tree: Tree; ids: number[] } => {
  const ids: number[] = [];
  let at = parent;
  let now = tree;
  for (const text of texts) {
    const next = grown(now, at, move(text));
    now = next.tree;
    at = next.id;
    ids.push(at);
  }
  return { tree: now, ids };
};

describe("a tree", () => {
  it("grows in a line, and aside where something else was played", () => {
    const first = play(EMPTY_TREE, ROOT, "a", "b", "c");
    const second = play(first.tree, ROOT, "a", "x", "y");
    const [a = 0, x = 0, y = 0] = second.ids;
    expect(a).toBe(first.ids[0]);
    expect(main(second.tree)).toEqual([ROOT, ...first.ids]);
    expect(path(second.tree, y)).toEqual([ROOT, a, x, y]);
    expect(onward(second.tree, x)).toEqual([x, y]);
  });

  it("does not grow by what is there already", () => {
    const { tree, ids } = play(EMPTY_TREE, ROOT, "a");
    const again = grown(tree, ROOT, move("a"));
    expect(again.tree).toBe(tree);
    expect(again.id).toBe(ids[0]);
  });

  it("grows by the same event of another party", () => {
    const resigns = (party: string): MoveView => ({ ...move("resigns"), kind: "resigned", party });
    const first = grown(EMPTY_TREE, ROOT, resigns("r"));
    expect(grown(first.tree, ROOT, resigns("b")).id).not.toBe(first.id);
  });

  it("lists several variations in the order in which they were added", () => {
    let { tree } = play(EMPTY_TREE, ROOT, "a", "b");
    for (const text of ["x", "y", "z"]) ({ tree } = play(tree, ROOT, text));
    expect(rows(tree).map(({ node }) => node.move?.text)).toEqual(["a", "x", "y", "z", "b"]);
  });

  it("loses a turn with all that follows, and nothing else", () => {
    const first = play(EMPTY_TREE, ROOT, "a", "b", "c");
    const { tree } = play(first.tree, first.ids[0] ?? 0, "x", "y");
    const left = pruned(tree, first.ids[1] ?? 0);
    expect(rows(left).map((row) => row.node.move?.text)).toEqual(["a", "x", "y"]);
    expect(left.nodes.size).toBe(4);
    expect(pruned(left, ROOT)).toBe(left);
  });

  it("makes a variation the game, up to the start", () => {
    const first = play(EMPTY_TREE, ROOT, "a", "b");
    const second = play(first.tree, ROOT, "x", "y");
    const tree = promoted(second.tree, second.ids[1] ?? 0);
    expect(main(tree).map((id) => nodeOf(tree, id).move?.text)).toEqual([undefined, "x", "y"]);
    expect(rows(tree).map((row) => `${row.depth}${row.node.move?.text}`)).toEqual(["0x", "1a", "1b", "0y"]);
  });

  it("is listed with variations behind the turn that they replace", () => {
    const first = play(EMPTY_TREE, ROOT, "a", "b", "c");
    const [a = 0, b = 0] = first.ids;
    const second = play(first.tree, a, "x", "y");
    const third = play(second.tree, second.ids[0] ?? 0, "z");
    const fourth = play(third.tree, b, "d");
    expect(rows(fourth.tree).map(({ node, depth, number }) => `${number}${"·".repeat(depth)}${node.move?.text}`)).toEqual([
      "1a", "2b", "2·x", "3·y", "3··z", "3c", "3·d",
    ]);
  });

  it("keeps what is said, and forgets it when nothing is left", () => {
    const { tree, ids } = play(EMPTY_TREE, ROOT, "a");
    const [a = 0] = ids;
    expect(nodeOf(commented(tree, a, "well!"), a).comments).toEqual(["well!"]);
    expect(nodeOf(commented(commented(tree, a, "well!"), a, "  "), a).comments).toEqual([]);
  });

  it("goes back to the server as it came", () => {
    const view: StudyView = {
      variant: "square-4",
      edition: "original",
      rules: "original",
      start: "start",
      tags: { Red: "Ada" },
      comments: ["so it began"],
      moves: [move("a"), move("b", 1), { ...move("x"), before: ["or"] }, { ...move("y", 3), comments: ["bold"] }],
    };
    const body = bodyOf(planted(view), view.start, view.tags);
    expect(body.comments).toEqual(view.comments);
    expect(body.tags).toEqual(view.tags);
    expect(body.moves).toEqual(
      view.moves.map(({ parent, kind, party, text, comments, before }) => ({ parent, kind, party, text, comments, before })),
    );
  });

  it("numbers its moves anew once some are gone", () => {
    const first = play(EMPTY_TREE, ROOT, "a", "b");
    const second = play(first.tree, ROOT, "x", "y");
    const tree = pruned(second.tree, first.ids[0] ?? 0);
    expect((bodyOf(tree, "s", {}).moves ?? []).map(({ parent, text }) => [parent, text])).toEqual([[0, "x"], [1, "y"]]);
  });
});

describe("the turning point", () => {
  const judged = (number: number, loss: number, mark: TurnReviewView["mark"] = null): [number, TurnReviewView] => [
    number,
    { number, total: 3, shares: {}, best: null, loss, mark, proof: null, missed: null },
  ];

  it("is the dearest turn, once the whole game is judged", () => {
    const all = [judged(0, 0), judged(1, 0.1, "inexact"), judged(2, 0.4, "blunder"), judged(3, 0.2, "mistake")];
    expect(turningPoint([0, 1, 2, 3], new Map(all))).toBe(2);
    expect(turningPoint([0, 1, 2, 3], new Map(all.slice(0, 3)))).toBeNull();
  });

  it("is nowhere in a game without a mistake", () => {
    expect(turningPoint([0, 1], new Map([judged(0, 0), judged(1, 0.01)]))).toBeNull();
  });
});
