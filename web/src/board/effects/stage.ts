// Effects on the board. All of them lie over a board that is in its final state already: they move nothing for good, so
// that to end them early is to take them away. Only transforms and opacity change.

import { crown } from "../art";
import type { Drawing, Point } from "../geometry";
import { points, svg } from "../svg";
import { HAND, type Tokens } from "../tokens";
import { LANDING, type Effect } from "./plan";

type Of<K extends Effect["kind"]> = Extract<Effect, { kind: K }>;

const SMOOTH = "cubic-bezier(.3, .05, .2, 1)";
/** How far a ring goes, in board units: what is drawn larger costs frames. */
const RING = 2.6;

const STRIKING = "cubic-bezier(.6, .05, .9, .6)";

/** Returns a star about 0,0 with so many points. */
function star(count: number, outer: number, inner: number): SVGPolygonElement {
  const corners = Array.from({ length: 2 * count }, (_, i): Point => {
    const angle = (Math.PI * i) / count;
    const far = i % 2 === 0 ? outer : inner;
    return { x: far * Math.sin(angle), y: -far * Math.cos(angle) };
  });
  return svg("polygon", { points: points(corners) });
}

/** Returns teeth about 0,0 that point inwards. */
function jaws(count: number): SVGPolygonElement[] {
  return Array.from({ length: count }, (_, i) =>
    svg("polygon", { points: "0,-0.52 0.14,-0.86 -0.14,-0.86", transform: `rotate(${(360 * i) / count})` }),
  );
}

export class Effects {
  /** Below the pieces, and above them. */
  readonly below = svg("g", { class: "effects" });
  readonly above = svg("g", { class: "effects" });
  readonly #tokens: Tokens;
  #drawn: Drawing;
  #running: Animation[] = [];
  #props: Element[] = [];
  #listening: AbortController | null = null;

  constructor(tokens: Tokens, drawn: Drawing) {
    this.#tokens = tokens;
    this.#drawn = drawn;
  }

  /** Goes on to another drawing of the board. */
  set drawn(drawn: Drawing) {
    this.finish();
    this.#drawn = drawn;
  }

  /** How many milliseconds of what is being played are left. */
  get left(): number {
    return Math.max(0, ...this.#running.map((one) => Number(one.effect?.getComputedTiming().endTime ?? 0) - Number(one.currentTime ?? 0)));
  }

  /** Plays effects beside those that are being played; resolves when all are over. A click or a key anywhere ends them. */
  async play(effects: readonly Effect[]): Promise<void> {
    if (effects.length === 0 || typeof this.above.animate !== "function") return;
    for (const effect of effects) this.#start(effect);
    this.#listening?.abort();
    const listening = new AbortController();
    this.#listening = listening;
    for (const type of ["pointerdown", "keydown"])
      addEventListener(type, () => this.finish(), { capture: true, signal: listening.signal });
    await Promise.all(this.#running.map((one) => one.finished.catch(() => undefined)));
    if (this.#listening === listening) this.finish();
  }

  /** Ends all effects: what is left is the board as it is. */
  finish(): void {
    this.#listening?.abort();
    this.#listening = null;
    for (const one of this.#running) one.cancel();
    for (const one of this.#props) one.remove();
    this.#running = [];
    this.#props = [];
  }

  #start(effect: Effect): void {
    switch (effect.kind) {
      case "slide": return this.#slide(effect);
      case "flip": return this.#flip(effect);
      case "appear": return this.#appear(effect);
      case "lift": return this.#lift(effect);
      case "strike": return this.#strike(effect);
      case "coronation": return this.#coronation(effect);
      case "dethroning": return this.#dethroning(effect);
      case "wave": return this.#wave(effect);
      case "encirclement": return this.#encirclement(effect);
    }
  }

  // --- tools -----------------------------------------------------------------------------------

  #run(element: Element | null, { at, ms }: Effect, keys: Keyframe[], easing = "linear"): void {
    if (element) this.#running.push(element.animate(keys, { delay: at, duration: ms, easing, fill: "both" }));
  }

  /** Puts something on the board for as long as the effects last; returns what is to be moved. */
  #prop(layer: Element, className: string, children: readonly Node[]): SVGGElement {
    const prop = svg("g", { class: `effect ${className}` }, children);
    layer.append(prop);
    this.#props.push(prop);
    return prop;
  }

  #at(cell: string): Point {
    return this.#drawn.cells.get(cell)?.centre ?? { x: 0, y: 0 };
  }

  /** Returns the transform of a thing at a cell, `up` units above it. */
  #frame(cell: string, scale: number, turn = 0, up = 0): string {
    const { x, y } = this.#at(cell);
    return `translate(${x}px, ${y - up}px) scale(${scale}) rotate(${turn}deg)`;
  }

  /** Returns the transform of a token on a cell. */
  #stand(cell: string, factor = 1): string {
    return this.#frame(cell, (this.#tokens.size(cell) / 50) * factor);
  }

  // --- pieces ----------------------------------------------------------------------------------

  #slide(effect: Of<"slide">): void {
    const { path, hard } = effect;
    const [from = "", to = ""] = [path[0], path.at(-1)];
    if (path.length === 2 && from === to)
      return this.#run(this.#tokens.on(effect.cell), effect, [
        { transform: this.#stand(to, 1.18) },
        { transform: this.#stand(to, 0.9), offset: 0.6 },
        { transform: this.#stand(to) },
      ]);
    const parts = path.slice(1).map((cell, i) => {
      const [a, b] = [this.#at(path[i] ?? cell), this.#at(cell)];
      return Math.hypot(a.x - b.x, a.y - b.y);
    });
    const whole = parts.reduce((sum, part) => sum + part, 0) || 1;
    let gone = 0;
    const keys = path.map((cell, i): Keyframe => {
      gone += i === 0 ? 0 : (parts[i - 1] ?? 0);
      return { transform: this.#stand(cell), offset: Math.min(1, gone / whole), easing: hard && i === 0 ? STRIKING : SMOOTH };
    });
    this.#run(this.#tokens.on(effect.cell), effect, keys);
  }

  /** Turns a token over like a coin: from what it was to what it is. */
  #flip(effect: Of<"flip">): void {
    const sprite = this.#tokens.on(effect.cell);
    this.#turnOver(effect, sprite, this.#tokens.was.get(effect.cell) ?? null);
  }

  #turnOver(effect: Effect, sprite: Element | null, was: Element | null): void {
    if (!sprite || !was) return;
    const now = sprite.firstElementChild;
    sprite.append(was);
    this.#props.push(was);
    const [flat, whole] = ["scale(0, 1)", "scale(1, 1)"];
    // In an army there are many: what they were shuts before what they are, and only half as much moves.
    if (!now?.classList.contains("corpse")) return this.#run(was, effect, [{ transform: whole }, { transform: flat }], "ease-in");
    this.#run(was, effect, [{ transform: whole }, { transform: flat, offset: 0.5 }, { transform: flat }]);
    this.#run(now, effect, [{ transform: flat }, { transform: flat, offset: 0.5 }, { transform: whole }]);
  }

  #appear(effect: Of<"appear">): void {
    const { cell } = effect;
    const keys = [{ transform: this.#stand(cell, 0.4), opacity: 0 }, { transform: this.#stand(cell), opacity: 1 }];
    this.#run(this.#tokens.on(cell), effect, keys, SMOOTH);
  }

  /** Lifts what was taken off the board into the hand. */
  #lift(effect: Of<"lift">): void {
    const { held, was } = this.#tokens;
    if (!held) return;
    const { size, x, y } = this.#tokens.handAt(effect.cell);
    const hand = `translate(${x}px, ${y}px) scale(${size / 50})`;
    this.#run(held, effect, [{ transform: this.#stand(effect.cell, 1) }, { transform: hand }], SMOOTH);
    if (effect.killed) this.#turnOver(effect, held, was.get(HAND) ?? null);
  }

  // --- what befalls them -----------------------------------------------------------------------

  #strike(effect: Of<"strike">): void {
    const { cell, grave } = effect;
    const size = this.#tokens.size(cell) * (grave ? 2.1 : 1.55);
    const burst = this.#prop(this.above, "burst", [star(9, 1, 0.46)]);
    this.#run(burst, effect, [
      { transform: this.#frame(cell, size * 0.2, -20), opacity: 0 },
      { transform: this.#frame(cell, size * 0.75, -8), opacity: 1, offset: 0.12 },
      { transform: this.#frame(cell, size, 4), opacity: 0.9, offset: 0.45 },
      { transform: this.#frame(cell, size * 1.12, 8), opacity: 0 },
    ]);
    if (!grave) return;
    const jolt = [0, 0.07, -0.05, 0.03, -0.015, 0].map((by) => ({ transform: `translate(${by}px, ${-by / 2}px)` }));
    this.#run(this.#tokens.layer, effect, jolt);
  }

  /** Lights the maze in gold and drops the crown on the Chief. */
  #coronation(effect: Of<"coronation">): void {
    const { cell } = effect;
    const size = this.#tokens.size(cell);
    const rays = this.#prop(this.below, "rays", [star(14, 1, 0.5)]);
    this.#run(rays, effect, [
      { transform: this.#frame(cell, 0.3), opacity: 0 },
      { transform: this.#frame(cell, 1.2, 8), opacity: 0.9, offset: LANDING },
      { transform: this.#frame(cell, 1.9, 16), opacity: 0.55, offset: 0.7 },
      { transform: this.#frame(cell, 2.2, 24), opacity: 0 },
    ]);
    const maze = this.#drawn.cells.get(cell);
    const light = maze && svg("polygon", { points: points(maze.outline) });
    if (light) this.#run(this.#prop(this.below, "light", [light]), effect, [{ opacity: 0 }, { opacity: 1, offset: LANDING }, { opacity: 0 }]);
    const drop = this.#prop(this.above, "", [svg("g", { transform: "translate(-50 -50)" }, crown())]);
    const scale = size / 50;
    this.#run(drop, effect, [
      { transform: this.#frame(cell, scale * 1.7, -16, 1.5), opacity: 0, easing: "cubic-bezier(.5, 0, .9, .6)" },
      { transform: this.#frame(cell, scale), opacity: 1, offset: LANDING },
      { transform: this.#frame(cell, scale, 0, size * 0.22), opacity: 1, offset: 0.55 },
      { transform: this.#frame(cell, scale), opacity: 1, offset: 0.7 },
      { transform: this.#frame(cell, scale), opacity: 1 },
    ]);
  }

  /** Lets the crown rise and go out. */
  #dethroning(effect: Of<"dethroning">): void {
    const { cell } = effect;
    const scale = this.#tokens.size(cell) / 50;
    const lost = this.#prop(this.above, "", [svg("g", { transform: "translate(-50 -50)" }, crown())]);
    this.#run(lost, effect, [
      { transform: this.#frame(cell, scale), opacity: 1 },
      { transform: this.#frame(cell, scale * 0.9, 40, -0.5), opacity: 0 },
    ], "ease-in");
  }

  /** Sends a ring out from a Chief; his army turns over behind it. */
  #wave(effect: Of<"wave">): void {
    const { cell, lord } = effect;
    const front = this.#prop(this.above, `wave party-${lord}`, [svg("circle", { r: 1 })]);
    this.#run(front, effect, [
      { transform: this.#frame(cell, 0.3), opacity: 1 },
      { transform: this.#frame(cell, RING), opacity: 0 },
    ], "ease-out");
  }

  /** Closes jaws around a Chief. */
  #encirclement(effect: Of<"encirclement">): void {
    const { cell } = effect;
    const size = this.#tokens.size(cell) / 0.445;
    const closing = this.#prop(this.above, "jaws", jaws(8));
    this.#run(closing, effect, [
      { transform: this.#frame(cell, size * 2.6, 60), opacity: 0, easing: "cubic-bezier(.6, 0, .9, .5)" },
      { transform: this.#frame(cell, size * 0.95), opacity: 1, offset: 0.6 },
      { transform: this.#frame(cell, size * 1.05), opacity: 1, offset: 0.72 },
      { transform: this.#frame(cell, size), opacity: 0 },
    ]);
  }
}

