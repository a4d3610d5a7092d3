// A study: a game or a position, what one plays in it, and what the engine finds.

import { gamesApi } from "../api/games";
import { studyApi } from "../api/study";
import { failureNotice } from "../lib/failures";
import type { Notice } from "../lib/notice";
import { sceneWith, type TurnStage } from "../board/turn";
import type { Scene } from "../board/scene";
import type { BoardView, ProofView, TurnReviewView, LookView, PositionView, StudyBody, StudyView, ThoughtView, ThreatView } from "../generated/api";
import { TurnChooser } from "../board/turn-chooser.svelte";
import { bodyOf, commented, EMPTY_TREE, grown, main, nodeOf, onward, path, planted, promoted, pruned, ROOT, turningPoint, type Tree } from "./tree";

/** Returns what is to be seen at a node of a study with this start: its position, and the turn that led there. */
function lookAt(tree: Tree, start: string, id: number): Promise<LookView> {
  const { move, parent } = nodeOf(tree, id);
  return move?.kind === "turn" && parent !== null
    ? studyApi.look(nodeOf(tree, parent).move?.position ?? start, move.text)
    : studyApi.look(move?.position ?? start);
}

export class OpenStudy {
  start = $state("");
  variant = $state("");
  edition = $state("");
  /** Its board; null until the first study is open. */
  geometry = $state.raw<BoardView | null>(null);
  tags = $state.raw<Readonly<Record<string, string>>>({});
  tree = $state.raw<Tree>(EMPTY_TREE);
  here = $state(ROOT);
  looked = $state.raw<LookView | null>(null);
  /** The last failure. */
  problem = $state.raw<Notice | null>(null);
  /** Why a piece may not go there. */
  notice = $state.raw<Notice | null>(null);
  threats = $state.raw<ThreatView[] | null>(null);
  /** What the engine found, by node; `thinking` while it goes on. */
  thoughts = $state.raw<ReadonlyMap<number, ThoughtView>>(new Map());
  thinking = $state(false);
  /** What was found about the game's positions, by node; how far it is while it goes on. */
  judged = $state.raw<ReadonlyMap<number, TurnReviewView>>(new Map());
  progress = $state.raw<{ done: number; total: number } | null>(null);
  /** It plays itself, until something is chosen in it. */
  running = $state(false);
  /** Something was added or taken away since it was opened. */
  changed = $state(false);
  /** How many of the best turns are shown. */
  lines = $state(3);
  readonly chooser: TurnChooser;
  /** What was looked at, by node; another map for every study that is opened, for their nodes have the same numbers. */
  #looks = new Map<number, Promise<LookView>>();
  /** Each opening has a number: what an earlier one brings is of no account. */
  #opening = 0;
  #think: AbortController | null = null;
  #judge: AbortController | null = null;

  /** `onturn`: what happens with a turn that was put together on the board. */
  constructor(onturn: (text: string) => void = (text) => void this.play(text)) {
    this.chooser = new TurnChooser({
      stage: (prefix): Promise<TurnStage> => studyApi.stage(this.position, prefix),
      choosing: () => (this.running = false),
      done: onturn,
      refused: (origin, target) => void this.#why(origin, target),
      failed: (error) => this.#failed(error),
    });
  }

  close(): void {
    this.#opening += 1;
    this.#stop();
  }

  #stop(): void {
    this.#think?.abort();
    this.#judge?.abort();
  }

  // --- what is so ------------------------------------------------------------------------------

  get node() {
    return nodeOf(this.tree, this.here);
  }

  /** The text of the position one is at. */
  get position(): string {
    return this.node.move?.position ?? this.start;
  }

  get view(): PositionView | null {
    return this.looked?.view ?? null;
  }

  /** The way that the steps go: from the start through here to the end of this line. */
  get way(): number[] {
    return [...path(this.tree, this.here).slice(0, -1), ...onward(this.tree, this.here)];
  }

  get scene(): Scene {
    return sceneWith(this.view, this.chooser.hand);
  }

  /** Everybody's expected shares here: the engine's if it has looked, else those of the game's analysis. */
  get shares(): Readonly<Record<string, number>> | null {
    return this.thoughts.get(this.here)?.shares ?? this.judged.get(this.here)?.shares ?? null;
  }

  /** What is certain here, if the engine or the game's analysis has found a proof. */
  get proof(): ProofView | null {
    return this.thoughts.get(this.here)?.proof ?? this.judged.get(this.here)?.proof ?? null;
  }

  /** The dearest turn of the game, once all of it is judged. */
  get turningPoint(): number | null {
    return turningPoint(main(this.tree), this.judged);
  }

  get body(): StudyBody {
    return bodyOf(this.tree, this.start, this.tags);
  }

  // --- opening and going -----------------------------------------------------------------------

  /**
   * Opens a record or a position, at its start or at the end of its game, as soon as all of it is there: what was open
   * stays until then. False if it could not be had, which is told as the problem, or if another one was opened meanwhile.
   */
  async open(text: string, at: "start" | "end" = "start"): Promise<boolean> {
    const now = ++this.#opening;
    this.problem = null;
    try {
      const view = await studyApi.open(text);
      const tree = planted(view);
      const here = at === "end" ? (main(tree).at(-1) ?? ROOT) : ROOT;
      const [geometry, looked] = await Promise.all([gamesApi.board(view.variant), lookAt(tree, view.start, here)]);
      if (now !== this.#opening) return false;
      this.#take(view, tree, geometry);
      this.#looks.set(here, Promise.resolve(looked));
      this.#goes(here);
      this.#shows(looked);
      return true;
    } catch (error) {
      if (now === this.#opening) this.#failed(error);
      return false;
    }
  }

  #take(view: StudyView, tree: Tree, geometry: BoardView): void {
    this.#stop();
    this.start = view.start;
    this.variant = view.variant;
    this.edition = view.edition;
    this.geometry = geometry;
    this.tags = view.tags;
    this.tree = tree;
    this.thoughts = new Map();
    this.judged = new Map();
    this.progress = null;
    this.running = false;
    this.changed = false;
    this.#looks = new Map();
  }

  #goes(id: number): void {
    this.here = id;
    this.notice = null;
    this.threats = null;
  }

  #shows(found: LookView): void {
    this.looked = found;
    this.chooser.begin(found.view.stages);
  }

  async go(id: number): Promise<void> {
    this.running = false;
    await this.#visit(id);
  }

  async #visit(id: number): Promise<void> {
    if (!this.tree.nodes.has(id)) return;
    const looks = this.#looks;
    this.#goes(id);
    let look = looks.get(id);
    if (!look) {
      // Until it is there the board shows the position before, whose turns are none here.
      this.chooser.begin({});
      look = lookAt(this.tree, this.start, id);
      looks.set(id, look);
    }
    try {
      const found = await look;
      if (this.#isAt(id, looks)) this.#shows(found);
    } catch (error) {
      looks.delete(id);
      if (this.#isAt(id, looks)) this.#failed(error);
    }
  }

  /** Tells whether a node of the study with these looks is the one that is still shown. */
  #isAt(id: number, looks: ReadonlyMap<number, unknown>): boolean {
    return this.here === id && this.#looks === looks;
  }

  /** Goes so many steps along this line. */
  async step(by: number): Promise<void> {
    const next = this.#along(by);
    if (next !== this.here) await this.go(next);
  }

  /** Goes one step on by itself. */
  async run(): Promise<void> {
    await this.#visit(this.#along(1));
  }

  #along(by: number): number {
    const { way } = this;
    return way[Math.max(0, Math.min(way.length - 1, way.indexOf(this.here) + by))] ?? this.here;
  }

  // --- playing ---------------------------------------------------------------------------------

  /** Plays a turn here: a step in the game if it is there, else a variation of it. False if it cannot be played. */
  async play(text: string): Promise<boolean> {
    this.running = false;
    const from = this.here;
    const looks = this.#looks;
    try {
      const found = await studyApi.look(nodeOf(this.tree, from).move?.position ?? this.start, text);
      if (!found.move || !this.#isAt(from, looks)) return false;
      const { tree, id } = grown(this.tree, from, found.move);
      this.changed ||= tree !== this.tree;
      this.tree = tree;
      looks.set(id, Promise.resolve(found));
      await this.go(id);
      return true;
    } catch (error) {
      if (!this.#isAt(from, looks)) return false;
      this.chooser.reset();
      this.#failed(error);
      return false;
    }
  }

  /** Takes a turn and all that follows out of the study. */
  async remove(id: number): Promise<void> {
    const { parent } = nodeOf(this.tree, id);
    if (parent === null) return;
    const gone = path(this.tree, this.here).includes(id);
    this.tree = pruned(this.tree, id);
    this.changed = true;
    if (gone) await this.go(parent);
  }

  promote(id: number): void {
    this.tree = promoted(this.tree, id);
    this.changed = true;
  }

  comment(id: number, text: string): void {
    this.tree = commented(this.tree, id, text);
    this.changed = true;
  }

  // --- the engine ------------------------------------------------------------------------------

  /** Thinks about this position; what was thought about it to the end is not thought again. */
  async think(): Promise<void> {
    this.#think?.abort();
    const { here, lines } = this;
    const known = this.thoughts.get(here);
    if (known?.last && (known.lines.length >= lines || known.lines.length === 0)) return;
    const stop = new AbortController();
    this.#think = stop;
    this.thinking = true;
    try {
      for await (const thought of studyApi.think(this.position, lines, stop.signal))
        if (!stop.signal.aborted) this.thoughts = new Map(this.thoughts).set(here, thought);
    } catch (error) {
      if (!stop.signal.aborted) this.#failed(error);
    } finally {
      if (this.#think === stop) this.thinking = false;
    }
  }

  rest(): void {
    this.#think?.abort();
    this.thinking = false;
  }

  /** Looks at the whole game, from the start or from where that was left. */
  async judge(): Promise<void> {
    this.#judge?.abort();
    const stop = new AbortController();
    this.#judge = stop;
    const game = main(this.tree);
    this.progress = { done: 0, total: game.length - 1 };
    try {
      for await (const judged of studyApi.judge(this.body, stop.signal)) {
        const id = game[judged.number];
        if (stop.signal.aborted || id === undefined) return;
        this.judged = new Map(this.judged).set(id, judged);
        this.progress = { done: judged.number, total: judged.total };
      }
    } catch (error) {
      if (!stop.signal.aborted) this.#failed(error);
    } finally {
      if (this.#judge === stop) this.progress = null;
    }
  }

  /** Leaves it; what was found stays, on the server too. */
  pause(): void {
    this.#judge?.abort();
    this.progress = null;
  }

  async toggleThreats(): Promise<void> {
    const party = this.view?.mover ?? null;
    if (this.threats || party === null) {
      this.threats = null;
      return;
    }
    const { here } = this;
    const looks = this.#looks;
    try {
      const found = await studyApi.threats(this.position, party);
      if (this.#isAt(here, looks)) this.threats = found;
    } catch (error) {
      if (this.#isAt(here, looks)) this.#failed(error);
    }
  }

  async #why(origin: string, target: string): Promise<void> {
    const { hand } = this.chooser;
    try {
      const words = await studyApi.why(this.position, origin, target);
      if (this.chooser.hand === hand) this.notice = words && { words };
    } catch (error) {
      if (this.chooser.hand === hand) this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    this.problem = failureNotice(error);
  }
}
