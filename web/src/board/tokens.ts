// The pieces and corpses on the board, and their ways from one state to the next.

import { drawToken, worn, type Standing } from "./art";
import type { Drawing } from "./geometry";
import { changes, isCorpse, type Motion, type Scene, type Token } from "./scene";
import { move, svg } from "./svg";

interface Sprite {
  readonly element: SVGGElement;
  token: Token;
  look: string;
}

const LARGEST = 0.445;

/** How much larger a token may be than where cells are smallest: a Chief in the corner must not look the smallest. */
const UNEVEN = 1.3;

/** How long a token is on its way, in milliseconds; 0 shows the end at once. */
export type Pace = number;

export class Tokens {
  readonly layer = svg("g", { class: "tokens" });
  #drawn: Drawing;
  #sprites = new Map<string, Sprite>();
  #scene: Scene = { tokens: new Map(), held: null };
  #standing: (cell: string, token: Token) => Standing = () => ({});
  #held: SVGGElement | null = null;

  constructor(drawn: Drawing) {
    this.#drawn = drawn;
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** Returns half the width of a token on a cell, in board units. */
  size(cell: string): number {
    const { cells, room } = this.#drawn;
    return Math.min(LARGEST, (cells.get(cell)?.room ?? 0.5) * 0.97, room * UNEVEN);
  }

  /** Draws all anew on a turned board. */
  place(drawn: Drawing): void {
    this.#drawn = drawn;
    for (const [cell, sprite] of this.#sprites) sprite.element.setAttribute("transform", this.#at(cell));
    this.#hold();
  }

  /** Shows a state; resolves when everything has arrived. */
  async show(
    scene: Scene,
    standing: (cell: string, token: Token) => Standing,
    hints: readonly (readonly [string, string])[],
    pace: Pace,
  ): Promise<void> {
    const before = this.#scene;
    const motions = changes(before, scene, hints, (a, b) => this.#distance(a, b));
    this.#scene = scene;
    this.#standing = standing;
    const ways = this.#carry(motions);
    for (const [cell, sprite] of this.#sprites) this.#dress(cell, sprite);
    this.#hold();
    // The first state is simply there.
    if (pace > 0 && before.tokens.size > 0) await Promise.all(ways.map((way) => this.#animate(way, pace)));
  }

  /** Returns the sprite on a cell, to lift it. */
  on(cell: string): SVGGElement | null {
    return this.#sprites.get(cell)?.element ?? null;
  }

  #distance(a: string, b: string): number {
    const p = this.#drawn.cells.get(a)?.centre;
    const q = this.#drawn.cells.get(b)?.centre;
    return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : 0;
  }

  #at(cell: string): string {
    const found = this.#drawn.cells.get(cell);
    return move(found?.centre ?? { x: 0, y: 0 }, this.size(cell) / 50);
  }

  #carry(motions: readonly Motion[]): { motion: Motion; sprite: Sprite }[] {
    const lifted = new Map<Motion, Sprite>();
    for (const motion of motions) {
      if (motion.from === null) continue;
      const sprite = this.#sprites.get(motion.from);
      if (!sprite) continue;
      this.#sprites.delete(motion.from);
      lifted.set(motion, sprite);
    }
    const ways: { motion: Motion; sprite: Sprite }[] = [];
    for (const motion of motions) {
      let sprite = lifted.get(motion);
      if (motion.to === null) {
        sprite?.element.remove();
        continue;
      }
      sprite ??= { element: svg("g"), token: motion.after, look: "" };
      sprite.token = motion.after;
      this.layer.append(sprite.element);
      sprite.element.setAttribute("transform", this.#at(motion.to));
      this.#sprites.set(motion.to, sprite);
      ways.push({ motion, sprite });
    }
    return ways;
  }

  #dress(cell: string, sprite: Sprite): void {
    const standing = this.#standing(cell, sprite.token);
    const look = JSON.stringify([sprite.token, standing, worn()]);
    if (look === sprite.look) return;
    sprite.look = look;
    sprite.element.replaceChildren(drawToken(sprite.token, standing));
  }

  /** Lets what is lifted off the board float above the piece that took its cell. */
  #hold(): void {
    this.#held?.remove();
    this.#held = null;
    const { held } = this.#scene;
    const cell = held && this.#drawn.cells.get(held.over);
    if (!held || !cell) return;
    const size = this.size(cell.name);
    const at = { x: cell.centre.x + size * 0.72, y: cell.centre.y - size * 0.95 };
    this.#held = svg("g", { class: "held", transform: move(at, (size * 0.8) / 50) }, [
      drawToken(held.token, isCorpse(held.token) ? {} : this.#standing(held.over, held.token)),
    ]);
    this.layer.append(this.#held);
  }

  async #animate({ motion, sprite }: { motion: Motion; sprite: Sprite }, pace: Pace): Promise<void> {
    const { element } = sprite;
    const to = motion.to ?? "";
    const frame = (cell: string, factor = 1): string => {
      const p = this.#drawn.cells.get(cell)?.centre ?? { x: 0, y: 0 };
      return `translate(${p.x}px, ${p.y}px) scale(${(this.size(cell) / 50) * factor})`;
    };
    const died = isCorpse(motion.after) && !isCorpse(motion.before);
    let keys: Keyframe[];
    if (motion.from === null) keys = [{ transform: frame(to, 0.4), opacity: 0 }, { transform: frame(to), opacity: 1 }];
    else if (died && motion.from === to)
      keys = [{ transform: frame(to, 1.18) }, { transform: frame(to, 0.9) }, { transform: frame(to) }];
    else {
      const far = Math.min(1, this.#distance(motion.from, to) / 6);
      keys = [{ transform: frame(motion.from) }, { transform: frame(to) }];
      pace *= 0.7 + 0.5 * far;
    }
    const animation = element.animate(keys, { duration: pace, easing: "cubic-bezier(.3,.05,.2,1)" });
    await animation.finished.catch(() => undefined);
  }
}
