// A position on which turns can be made, that belongs to no game: of a lesson, of a page of rules.

import { studyApi } from "../api/study";
import { failureNotice } from "../lib/failures";
import type { Notice } from "../lib/notice";
import { TurnChooser } from "../board/turn-chooser.svelte";
import type { Arrow } from "../board/arrows";
import { cellPairs, waysOf } from "../board/happenings";
import { sceneOf, type Scene } from "../board/scene";
import { endsOf, sceneWith } from "../board/turn";
import { NO_MARKS, type Marks, type Picture } from "../board/picture";
import { partyName, stagePrompt, whyUnmoved } from "../lib/phrases";
import type { PositionView } from "../generated/api";
import { t, texts } from "../lib/texts.svelte";

/** Returns what led to a position, in words; a step that is told again by its act is left out. */
export const turnText = (view: PositionView | null): string =>
  (view?.last?.happenings ?? [])
    .filter(({ kind, target }, i, all) => !(kind === "moved" && all[i + 1]?.cell === target))
    .map(({ words }) => texts.of(words))
    .join(" ");

/** Returns the arrow that shows where the piece of a turn goes, in no party's colour. */
export function arrowOf(turn: string): Arrow | null {
  const ends = endsOf(turn);
  return ends && { ...ends, party: "" };
}

export class Practice {
  view = $state.raw<PositionView | null>(null);
  /** Why what was tried cannot be. */
  notice = $state.raw<Notice | null>(null);
  /** A whole turn was made: there is no way back until another position is shown. */
  made = $state(false);
  readonly chooser: TurnChooser;

  constructor(onturn: (text: string) => void) {
    this.chooser = new TurnChooser({
      stage: (prefix) => studyApi.stage(this.view?.position ?? "", prefix),
      done: (text) => {
        this.made = true;
        onturn(text);
      },
      refused: (origin, target) => void this.#why(origin, target),
      failed: (error) => (this.notice = failureNotice(error)),
    });
  }

  /** Shows another position; turns can be made if it comes with its choices. */
  show(view: PositionView): void {
    this.view = view;
    this.notice = null;
    this.made = false;
    this.chooser.begin(view.stages);
  }

  get scene(): Scene {
    return sceneWith(this.view, this.chooser.hand);
  }

  /** The turn that led to this position, for the board to play. */
  get turn(): Picture["turn"] {
    return this.view && { number: this.view.ply, happenings: this.view.last?.happenings ?? [] };
  }

  /** Cells that belong together between the last position and this one. */
  get ways(): readonly (readonly [string, string])[] {
    return cellPairs(this.view?.last?.happenings ?? []);
  }

  marks(pointed: readonly string[] = [], hint: Marks["hint"] = null): Marks {
    const { hand, started } = this.chooser;
    const last = this.view?.last;
    return {
      ...NO_MARKS,
      targets: hand ? hand.turn.targets() : new Map(),
      chosen: hand && started ? hand.steps.flatMap((step) => step.choice.cells) : [],
      last: pointed,
      // Under a piece a tint is hardly seen: it gets a frame.
      pointed: pointed.filter((cell) => this.scene.tokens.has(cell)),
      // Where nothing stands, a small ring as well: a tint alone is soon overlooked.
      reach: started ? new Map() : new Map(pointed.filter((cell) => !this.scene.tokens.has(cell)).map((cell) => [cell, "place"])),
      ways: started ? [] : waysOf(last?.happenings ?? []),
      hint: started ? null : hint,
    };
  }

  lift(cell: string): boolean {
    return !this.made && this.chooser.lift(cell);
  }

  pick(cell: string): void {
    this.notice = null;
    const { hand, waiting } = this.chooser;
    if (!hand || waiting || this.made) return;
    const { kind } = hand.stage;
    if (hand.turn.at(cell).length === 0) {
      if (kind === "piece") this.#unmoved(cell);
      else if (kind !== "destination" && kind !== "done") this.notice = { key: `web.not_here.${kind}` };
    }
    void this.chooser.pick(cell);
  }

  back(): void {
    if (this.made) return;
    this.notice = null;
    this.chooser.back();
  }

  /** The current choice. */
  get prompt(): string {
    const { view } = this;
    const { hand } = this.chooser;
    if (!view || !hand) return "";
    const before = sceneOf(view.pieces, view.corpses).tokens.get(hand.turn.origin ?? "");
    if (hand.stage.kind === "piece") return t("learn.choose", { party: partyName(view.mover ?? "r") });
    return stagePrompt(hand.stage.kind, before, this.scene.held?.token);
  }

  /** What the last turn brought about. */
  get lastTurnText(): string {
    return turnText(this.view);
  }

  #unmoved(cell: string): void {
    const { pieces = [], corpses = [], mover = null } = this.view ?? {};
    if (corpses.includes(cell)) this.notice = { key: "learn.corpse" };
    else this.notice = whyUnmoved(pieces.find((piece) => piece.cell === cell), mover ?? "");
  }

  async #why(origin: string, target: string): Promise<void> {
    const { hand } = this.chooser;
    try {
      const words = await studyApi.why(this.view?.position ?? "", origin, target);
      // Whoever has gone on meanwhile asks no more.
      if (words && this.chooser.hand === hand) this.notice = { words };
    } catch (error) {
      if (this.chooser.hand === hand) this.notice = failureNotice(error);
    }
  }
}
