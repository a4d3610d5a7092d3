// The tree of a study: what was played, and what could have been. Values; every change makes another.

import type { TurnReviewView, MoveBody, MoveView, StudyBody, StudyView } from "../generated/api";

export interface TreeNode {
  readonly id: number;
  /** The node it follows; null for the start. */
  readonly parent: number | null;
  /** What may follow; the first is the game, or its variation's own way on. */
  readonly children: readonly number[];
  readonly move: MoveView | null;
  readonly comments: readonly string[];
  readonly before: readonly string[];
}

export interface Tree {
  readonly nodes: ReadonlyMap<number, TreeNode>;
  readonly next: number;
}

export const ROOT = 0;

const START: TreeNode = { id: ROOT, parent: null, children: [], move: null, comments: [], before: [] };

export const EMPTY_TREE: Tree = { nodes: new Map([[ROOT, START]]), next: 1 };

export const nodeOf = (tree: Tree, id: number): TreeNode => tree.nodes.get(id) ?? START;

/** Returns the tree of a study as the server sends it: its moves are numbered from 1, in this order. */
export function planted(view: StudyView): Tree {
  const nodes = new Map<number, TreeNode>([[ROOT, { ...START, comments: view.comments }]]);
  for (const [i, move] of view.moves.entries()) {
    const id = i + 1;
    nodes.set(id, { id, parent: move.parent, children: [], move, comments: move.comments, before: move.before });
    const parent = nodes.get(move.parent);
    if (parent) nodes.set(parent.id, { ...parent, children: [...parent.children, id] });
  }
  return { nodes, next: view.moves.length + 1 };
}

/** Returns the way from the start to a node, both included. */
export function path(tree: Tree, id: number): number[] {
  const found: number[] = [];
  for (let at: number | null = id; at !== null; at = nodeOf(tree, at).parent) found.push(at);
  return found.toReversed();
}

/** Returns a node and the way on from it, by first children. */
export function onward(tree: Tree, id: number): number[] {
  const found = [id];
  for (let [next] = nodeOf(tree, id).children; next !== undefined; [next] = nodeOf(tree, next).children) found.push(next);
  return found;
}

/** Returns the nodes of the game itself. */
export const main = (tree: Tree): number[] => onward(tree, ROOT);

/** Returns the node after the turn that cost its party most; null until all are judged, or if none cost anything. */
export function turningPoint(game: readonly number[], judged: ReadonlyMap<number, TurnReviewView>): number | null {
  const found = game.map((id) => judged.get(id));
  let worst: number | null = null;
  let most = 0;
  for (const [i, id] of game.entries()) {
    const one = found[i];
    if (!one) return null;
    if (one.mark !== null && one.loss > most) [worst, most] = [id, one.loss];
  }
  return worst;
}

/** Returns the tree with one more move after a node, and that move's node; a move that is there is not added. */
export function grown(tree: Tree, parent: number, move: MoveView): { tree: Tree; id: number } {
  const above = nodeOf(tree, parent);
  const known = above.children.find((child) => {
    const there = nodeOf(tree, child).move;
    return there?.kind === move.kind && there.text === move.text && there.party === move.party;
  });
  if (known !== undefined) return { tree, id: known };
  const id = tree.next;
  const nodes = new Map(tree.nodes);
  nodes.set(id, { id, parent, children: [], move, comments: [], before: [] });
  nodes.set(parent, { ...above, children: [...above.children, id] });
  return { tree: { nodes, next: id + 1 }, id };
}

/** Returns the tree without a node and all that follows it. */
export function pruned(tree: Tree, id: number): Tree {
  const { parent } = nodeOf(tree, id);
  if (parent === null) return tree;
  const nodes = new Map(tree.nodes);
  const waiting = [id];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    waiting.push(...nodeOf(tree, at).children);
    nodes.delete(at);
  }
  const above = nodeOf(tree, parent);
  nodes.set(parent, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** Returns the tree with the way to a node as the game itself. */
export function promoted(tree: Tree, id: number): Tree {
  const nodes = new Map(tree.nodes);
  for (let at = nodeOf(tree, id); at.parent !== null; at = nodeOf(tree, at.parent)) {
    const above = nodes.get(at.parent) ?? START;
    nodes.set(above.id, { ...above, children: [at.id, ...above.children.filter((child) => child !== at.id)] });
  }
  return { ...tree, nodes };
}

/** Returns the tree with a comment on a node. */
export function commented(tree: Tree, id: number, text: string): Tree {
  const nodes = new Map(tree.nodes);
  nodes.set(id, { ...nodeOf(tree, id), comments: text.trim() === "" ? [] : [text] });
  return { ...tree, nodes };
}

/** A node in the list of turns: how deep in variations, and how many moves stand before it. */
export interface Row {
  readonly node: TreeNode;
  readonly depth: number;
  readonly number: number;
}

/** Returns the list of turns: the game, and after each turn what could have been played in its place. */
export function rows(tree: Tree): Row[] {
  const found: Row[] = [];
  const waiting: { id: number; depth: number; number: number }[] = [];
  const put = (id: number, depth: number, number: number): void => void waiting.push({ id, depth, number });
  const follow = (id: number, depth: number, number: number): void => {
    const [first, ...others] = nodeOf(tree, id).children;
    if (first === undefined) return;
    // Last in, first out: the turn, then its variations, then what follows the turn.
    found.push({ node: nodeOf(tree, first), depth, number: number + 1 });
    put(first, depth, number + 1);
    for (const other of others.toReversed()) put(-other, depth + 1, number + 1);
  };
  follow(ROOT, 0, 0);
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const id = Math.abs(at.id);
    if (at.id < 0) found.push({ node: nodeOf(tree, id), depth: at.depth, number: at.number });
    follow(id, at.depth, at.number);
  }
  return found;
}

/** Returns the study as the server reads it. */
export function bodyOf(tree: Tree, start: string, tags: Readonly<Record<string, string>>): StudyBody {
  const numbers = new Map([[ROOT, 0]]);
  const moves: MoveBody[] = [];
  const waiting = [...nodeOf(tree, ROOT).children].toReversed();
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const { parent, children, move, comments, before } = nodeOf(tree, id);
    if (!move) continue;
    const { kind, party, text } = move;
    moves.push({ parent: numbers.get(parent ?? ROOT) ?? 0, kind, party, text, comments: [...comments], before: [...before] });
    numbers.set(id, moves.length);
    waiting.push(...children.toReversed());
  }
  return { start, tags: { ...tags }, comments: [...nodeOf(tree, ROOT).comments], moves };
}
