// The pieces and corpses on the board, each at its place.

import { drawToken, pieceSetName, type Standing } from "./art";
import type { Drawing, Point } from "./geometry";
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

/** Where the former look of what is in the hand is found. */
export const HAND = "";

export class Tokens {
  readonly layer = svg("g", { class: "tokens" });
  #drawn: Drawing;
  #sprites = new Map<string, Sprite>();
  #scene: Scene = { tokens: new Map(), held: null };
  #standing: (cell: string, token: Token) => Standing = () => ({});
  #held: SVGGElement | null = null;
  /** What those looked like that look different since the last change, by cell. */
  was: ReadonlyMap<string, Element> = new Map();

  constructor(drawn: Drawing) {
    this.#drawn = drawn;
  }

  get scene(): Scene {
    return this.#scene;
  }

  /** What floats above the board in somebody's hand. */
  get held(): SVGGElement | null {
    return this.#held;
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

  /** Puts all where it stands now; returns what changed, for its effects. */
  show(
    scene: Scene,
    standing: (cell: string, token: Token) => Standing,
    hints: readonly (readonly [string, string])[],
  ): { before: Scene; motions: Motion[]; restyled: string[]; changed: boolean } {
    const before = this.#scene;
    const motions = changes(before, scene, hints, (a, b) => this.distance(a, b));
    this.#scene = scene;
    this.#standing = standing;
    const was = new Map<string, Element>();
    this.#carry(motions, was);
    const came = new Set(motions.map(({ to }) => to));
    const restyled: string[] = [];
    for (const [cell, sprite] of this.#sprites) {
      const old = this.#redraw(cell, sprite);
      if (!old) continue;
      was.set(cell, old);
      if (!came.has(cell)) restyled.push(cell);
    }
    const changed = motions.length > 0 || restyled.length > 0 || scene.held?.over !== before.held?.over;
    if (changed) {
      this.#hold();
      this.was = was;
    }
    return { before, motions, restyled, changed };
  }

  /** Returns the sprite on a cell, to lift it. */
  on(cell: string): SVGGElement | null {
    return this.#sprites.get(cell)?.element ?? null;
  }

  /** Returns how far it is from cell to cell, in board units. */
  distance(a: string, b: string): number {
    const p = this.#drawn.cells.get(a)?.centre;
    const q = this.#drawn.cells.get(b)?.centre;
    return p && q ? Math.hypot(p.x - q.x, p.y - q.y) : 0;
  }

  #at(cell: string): string {
    const found = this.#drawn.cells.get(cell);
    return move(found?.centre ?? { x: 0, y: 0 }, this.size(cell) / 50);
  }

  #carry(motions: readonly Motion[], was: Map<string, Element>): void {
    const lifted = new Map<Motion, Sprite>();
    for (const motion of motions) {
      if (motion.from === null) continue;
      const sprite = this.#sprites.get(motion.from);
      if (!sprite) continue;
      this.#sprites.delete(motion.from);
      lifted.set(motion, sprite);
    }
    for (const motion of motions) {
      let sprite = lifted.get(motion);
      if (motion.to === null) {
        const look = sprite?.element.firstElementChild;
        if (look && motion.from === this.#scene.held?.over) was.set(HAND, look);
        sprite?.element.remove();
        continue;
      }
      sprite ??= { element: svg("g"), token: motion.after, look: "" };
      sprite.token = motion.after;
      this.layer.append(sprite.element);
      sprite.element.setAttribute("transform", this.#at(motion.to));
      this.#sprites.set(motion.to, sprite);
    }
  }

  /** Draws a token anew if it looks different now; returns what it looked like. */
  #redraw(cell: string, sprite: Sprite): Element | null {
    const standing = this.#standing(cell, sprite.token);
    const look = JSON.stringify([sprite.token, standing, pieceSetName()]);
    if (look === sprite.look) return null;
    const old = sprite.element.firstElementChild;
    sprite.look = look;
    sprite.element.replaceChildren(drawToken(sprite.token, standing));
    return old;
  }

  /** Lets what is lifted off the board float above the piece that took its cell. */
  #hold(): void {
    this.#held?.remove();
    this.#held = null;
    const { held } = this.#scene;
    const cell = held && this.#drawn.cells.get(held.over);
    if (!held || !cell) return;
    const { size, x, y } = this.handAt(cell.name);
    this.#held = svg("g", { class: "held", transform: move({ x, y }, size / 50) }, [
      drawToken(held.token, isCorpse(held.token) ? {} : this.#standing(held.over, held.token)),
    ]);
    this.layer.append(this.#held);
  }

  /** Returns where a token that was lifted off a cell floats, and half its width. */
  handAt(cell: string): Point & { size: number } {
    const size = this.size(cell);
    const { x, y } = this.#drawn.cells.get(cell)?.centre ?? { x: 0, y: 0 };
    return { x: x + size * 0.72, y: y - size * 0.95, size: size * 0.8 };
  }
}
