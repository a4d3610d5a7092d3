// The board on screen: an SVG that is told what stands where and what may be chosen.

import { drawArrow, type Arrow } from "./arrows";
import { drawCell, drawToken } from "./art";
import { Camera } from "./camera";
import { plan } from "./effects/plan";
import { Effects } from "./effects/stage";
import {
  another,
  ARROWS,
  drawing,
  middle,
  reading,
  symmetry,
  walk,
  type Box,
  type Course,
  type DrawnCell,
  type Drawing,
  type Geometry,
  type Point,
} from "./geometry";
import { Coordinates } from "./labels";
import { sign } from "./marks";
import { NO_MARKS, type BoardListener, type Marks, type Picture } from "./picture";
import { listen } from "./pointer";
import { EMPTY_SCENE } from "./scene";
import { move, points, svg } from "./svg";
import { Tokens } from "./tokens";
import type { Act } from "./turn";

/** How far the frame of the corners reaches beyond the cells, what is left free around it, half a coordinate of one character and of two. */
const FRAME = 0.26;
const RIM = 0.03;
const LETTER = 0.17;
const LETTERS = 0.22;
/** The height of coordinates in cells, as in board.css, and that from which they can be read, in pixels. */
const INSIDE = 0.15;
const LEGIBLE_PX = 7;

export class SvgBoard {
  readonly element: SVGSVGElement;
  readonly camera: Camera;
  readonly order: number;
  #geometry: Geometry;
  #drawn: Drawing;
  #turns = 0;
  #to: BoardListener;
  #tokens: Tokens;
  #effects: Effects;
  #cells = new Map<string, SVGPolygonElement>();
  /** What screen readers say of each cell: kept, since another drawing has other elements. */
  #descriptions = new Map<string, string>();
  #layers = {
    frame: svg("g", { class: "frame" }),
    cells: svg("g", { class: "cells" }),
    under: svg("g", { class: "under" }),
    over: svg("g", { class: "over" }),
    focus: svg("g", { class: "focus" }),
    ghost: svg("g", { class: "ghost" }),
  };
  #picture: Picture = { scene: EMPTY_SCENE, standing: () => ({}), ruler: null, closed: false, turn: null, hints: [] };
  #marks: Marks = NO_MARKS;
  #course: Course;
  #coordinates = new Coordinates();
  #dragged: string | null = null;
  #zoom = 1;

  constructor(geometry: Geometry, to: BoardListener, label: string) {
    this.#geometry = geometry;
    this.#to = to;
    this.order = symmetry(geometry);
    this.#drawn = drawing(geometry, 0, this.order);
    this.#course = { cell: geometry.maze, axis: null, line: 0 };
    this.#tokens = new Tokens(this.#drawn);
    this.#effects = new Effects(this.#tokens, this.#drawn);
    const { frame, cells, under, over, focus, ghost } = this.#layers;
    this.element = svg(
      "svg",
      { class: "board", role: "application", tabindex: -1, "aria-label": label, preserveAspectRatio: "xMidYMid meet" },
      [frame, cells, under, this.#effects.below, focus, this.#tokens.layer, this.#effects.above, over, ghost],
    );
    this.camera = new Camera(this.element);
    this.camera.onchange = (zoom) => {
      this.element.classList.toggle("zoomed", zoom > 1);
      if (zoom !== this.#zoom) this.fit();
      this.#zoom = zoom;
      to.zoom(zoom);
    };
    this.#build();
    listen(this.element, this.camera, {
      pick: (cell) => {
        this.#rove(cell, false);
        to.pick(cell);
      },
      lift: (cell) => this.#lift(cell),
      carry: (at, cell) => this.#carry(at, cell),
      drop: (cell) => this.#drop(cell),
      hover: (cell) => {
        this.#hover(cell);
        to.hover(cell);
      },
      help: (cell) => to.help(cell),
    });
    this.element.addEventListener("keydown", this.#key);
    this.element.addEventListener("focusin", (event) => {
      const cell = (event.target as Element).getAttribute("data-cell");
      if (cell === null) return;
      // A screen reader puts the focus on any cell: Enter is then for that one.
      this.#rove(cell, false);
      this.#focused(cell);
    });
    this.element.addEventListener("focusout", () => this.#layers.focus.replaceChildren());
  }

  get drawn(): Drawing {
    return this.#drawn;
  }

  /** Its width for its height. */
  get ratio(): number {
    const { width, height } = this.#box();
    return width / height;
  }

  /** Turns the board by so many of its symmetry's steps. */
  turn(turns: number): void {
    const next = ((turns % this.order) + this.order) % this.order;
    if (next === this.#turns) return;
    this.#turns = next;
    // The line that arrow keys follow was one of the screen.
    this.#course = { ...this.#course, axis: null };
    this.#drawn = drawing(this.#geometry, next, this.order);
    this.#build();
    this.#effects.drawn = this.#drawn;
    this.#tokens.place(this.#drawn);
    this.mark(this.#marks);
  }

  set coordinates(shown: boolean) {
    if (shown === this.#coordinates.shown) return;
    this.#coordinates.shown = shown;
    this.#build();
    this.mark(this.#marks);
  }

  set label(text: string) {
    this.element.setAttribute("aria-label", text);
  }

  /** Shows coordinates in cells only where they can be read: to be called when the board is laid out anew. */
  fit(): void {
    this.element.classList.toggle("legible", this.camera.scale * INSIDE >= LEGIBLE_PX);
  }

  /** Says that an answer is awaited. */
  set busy(busy: boolean) {
    this.element.setAttribute("aria-busy", String(busy));
  }

  /**
   * Shows a state; resolves when what led to it has been played.
   *
   * A turn is played with all that it brought about; a step back, and a jump, only move the pieces.
   */
  async show(picture: Picture, pace: number): Promise<void> {
    const { turn: last } = this.#picture;
    const { turn, scene } = picture;
    this.#picture = picture;
    this.#power();
    const { before, motions, restyled, changed } = this.#tokens.show(scene, picture.standing, picture.hints);
    const next = turn !== null && last !== null && turn.number === last.number + 1;
    // The first state is simply there.
    if (before.tokens.size === 0 || !(changed || next)) return;
    // What the hand has just laid down goes on falling when the turn is stored, and what it leads to comes after that.
    if (!next || motions.length > 0) this.#effects.finish();
    const happenings = next ? turn.happenings : [];
    const change = { before, after: scene, motions, restyled, happenings, maze: this.#drawn.maze };
    const { effects, cues } = plan(change, pace, (a, b) => this.#tokens.distance(a, b), this.#effects.left);
    if (turn && (next || turn.number === last?.number)) this.#to.sound?.(cues);
    await this.#effects.play(effects);
  }

  /** Sets what screen readers say of each cell. */
  describe(say: (cell: string) => string): void {
    for (const [name, cell] of this.#cells) {
      const text = say(name);
      if (this.#descriptions.get(name) === text) continue;
      this.#descriptions.set(name, text);
      cell.setAttribute("aria-label", text);
    }
  }

  mark(marks: Marks): void {
    this.#marks = marks;
    const { under, over } = this.#layers;
    const below: Node[] = [];
    const above: Node[] = [];
    const tint = (name: string, className: string, inset = 0.03): void => {
      const cell = this.#drawn.cells.get(name);
      if (cell) below.push(svg("polygon", { class: className, points: points(cell.outline, cell.centre, inset) }));
    };
    for (const cell of marks.last) tint(cell, "tint last");
    for (const cell of marks.reach.keys()) tint(cell, "tint reach");
    for (const cell of marks.chosen) tint(cell, "tint chosen");
    for (const [i, way] of marks.ways.entries())
      below.push(...this.#arrow(way, i === marks.ways.length - 1 ? "way latest" : "way"));
    for (const [name, act] of marks.targets) {
      if (act === "select") tint(name, name === this.#drawn.maze ? "tint can ruling" : "tint can", 0.07);
      else above.push(...this.#sign(name, act));
    }
    for (const cell of marks.pointed ?? []) tint(cell, "tint pointed", 0.07);
    for (const [name, act] of marks.reach) if (!marks.targets.has(name)) above.push(...this.#sign(name, act));
    for (const threat of marks.threats) above.push(...this.#arrow(threat, "threat"));
    for (const own of marks.drawn ?? []) above.push(...this.#arrow(own, "hint"));
    if (marks.hint) above.push(...this.#arrow(marks.hint, "hint"));
    if (this.#dragged === null) this.#layers.ghost.replaceChildren();
    under.replaceChildren(...below);
    over.replaceChildren(...above);
    for (const [name, cell] of this.#cells) {
      const act = marks.targets.get(name);
      cell.classList.toggle("target", act !== undefined);
      if (act === undefined) cell.removeAttribute("data-act");
      else cell.setAttribute("data-act", act);
      if (marks.chosen.includes(name)) cell.setAttribute("aria-pressed", "true");
      else cell.removeAttribute("aria-pressed");
    }
    this.#power();
  }

  /** Zooms in on what matters now: the chosen piece, else what may be chosen. */
  enlarge(factor: number): void {
    const { chosen, targets } = this.#marks;
    this.camera.to(middle(this.#drawn, chosen.length > 0 ? chosen.slice(-1) : targets.keys()), this.camera.zoom * factor);
  }

  /** Puts the keyboard's focus on a cell (or leaves it where it was). */
  focus(cell = this.#course.cell): void {
    this.#rove(cell, true);
  }

  /** Returns what has to be seen: the board in its frame, and the coordinates on the sides that have some. */
  #box(): Box {
    const { x, y, width, height } = this.#drawn.box;
    const edge = FRAME + RIM;
    let [left, top, right, bottom] = [x - edge, y - edge, x + width + edge, y + height + edge];
    for (const { at, text } of this.#coordinates.around(this.#drawn)) {
      const half = text.length > 1 ? LETTERS : LETTER;
      left = Math.min(left, at.x - half);
      top = Math.min(top, at.y - LETTER);
      right = Math.max(right, at.x + half);
      bottom = Math.max(bottom, at.y + LETTER);
    }
    return { x: left, y: top, width: right - left, height: bottom - top };
  }

  #build(): void {
    const { frame, cells } = this.#layers;
    const homes = new Map(this.#geometry.corners.map(({ cell, party }) => [cell, party]));
    const rim: Node[] = [];
    const home: Node[] = [];
    const art: Node[] = [];
    this.#cells.clear();
    for (const cell of this.#drawn.cells.values()) {
      rim.push(svg("polygon", { class: "rim", points: points(cell.outline) }));
      const party = homes.get(cell.name);
      if (party) home.push(svg("polygon", { class: `home party-${party}`, points: points(cell.outline) }));
      const classes = ["cell", `shade-${cell.shade}`];
      const special = cell.name === this.#drawn.maze ? "maze" : this.#drawn.fortress.has(cell.name) ? "fortress" : null;
      if (special) {
        classes.push(special);
        const drawn = drawCell(special);
        drawn.setAttribute("transform", move(cell.centre, (cell.room * 0.94) / 50));
        art.push(drawn);
      }
      const shape = svg("polygon", {
        class: classes.join(" "),
        points: points(cell.outline),
        "data-cell": cell.name,
        role: "button",
        tabindex: cell.name === this.#course.cell ? 0 : -1,
        "aria-label": this.#descriptions.get(cell.name) ?? cell.name,
      });
      this.#cells.set(cell.name, shape);
    }
    frame.replaceChildren(...rim, ...home);
    const focused = cells.contains(document.activeElement);
    const shapes = reading(this.#drawn, this.#cells.keys()).map((name) => this.#cells.get(name));
    cells.replaceChildren(...shapes.filter((shape) => shape !== undefined), ...art, ...this.#coordinates.draw(this.#drawn));
    this.camera.frame(this.#box());
    // With the cell that had it the focus would go, too: whoever plays with the keyboard goes on where they were.
    if (focused) this.focus();
  }

  /** Lets the maze, and a closed fortress, glow in the colour of the party in power. */
  #power(): void {
    const { ruler, closed } = this.#picture;
    this.element.querySelector(".power")?.remove();
    if (ruler === null) return;
    const around = (cell: DrawnCell, className: string): SVGPolygonElement =>
      svg("polygon", { class: className, points: points(cell.outline, cell.centre, 0.05) });
    const shapes: Node[] = [];
    if (closed)
      for (const name of this.#drawn.fortress) {
        const cell = this.#drawn.cells.get(name);
        if (cell) shapes.push(around(cell, "wall"));
      }
    const maze = this.#drawn.cells.get(this.#drawn.maze);
    if (maze) shapes.push(around(maze, "throne"));
    this.#layers.under.append(svg("g", { class: `power party-${ruler}` }, shapes));
  }

  #sign(name: string, act: Act): Node[] {
    const cell = this.#drawn.cells.get(name);
    if (!cell) return [];
    const drawn = sign(act);
    const size = this.#tokens.size(name);
    drawn.setAttribute("transform", move(cell.centre, size / 46));
    return [drawn];
  }

  #arrow(arrow: Arrow, className: string): Node[] {
    // Where nothing stands yet it goes in: before a neighbouring cell it would hardly leave the piece that it starts from.
    const free = className === "hint" && !this.#picture.scene.tokens.has(arrow.to);
    return drawArrow(this.#drawn, arrow, this.#tokens.size(arrow.to) * (free ? 0.2 : 0.98), className);
  }

  #ghost(cell: string | null, at: Point | null): void {
    const { held, tokens } = this.#picture.scene;
    const source = held ? null : (this.#dragged ?? this.#marks.chosen[0] ?? null);
    const token = held?.token ?? (source === null ? undefined : tokens.get(source));
    const on = cell === null ? undefined : this.#drawn.cells.get(cell);
    const place = at ?? on?.centre;
    if (!token || !place) {
      this.#layers.ghost.replaceChildren();
      return;
    }
    const drawn = svg("g", { class: "carried" }, [
      drawToken(token, this.#picture.standing(source ?? held?.over ?? "", token)),
    ]);
    const size = this.#tokens.size(cell ?? this.#drawn.maze) * (at ? 1.12 : 1);
    drawn.setAttribute("transform", move(place, size / 50));
    this.#layers.ghost.replaceChildren(drawn);
  }

  #hover(cell: string | null): void {
    if (this.#dragged !== null) return;
    const act = cell === null ? undefined : this.#marks.targets.get(cell);
    this.#ghost(act === undefined || act === "select" ? null : cell, null);
  }

  #lift(cell: string): boolean {
    if (!this.#to.lift(cell)) return false;
    this.#dragged = cell;
    this.#tokens.on(cell)?.classList.add("lifted");
    return true;
  }

  #carry(at: Point, cell: string | null): void {
    this.#ghost(cell, at);
    for (const [name, shape] of this.#cells)
      shape.classList.toggle("aimed", name === cell && this.#marks.targets.has(name));
  }

  #drop(cell: string | null): void {
    const from = this.#dragged;
    this.#dragged = null;
    this.#layers.ghost.replaceChildren();
    for (const shape of this.#cells.values()) shape.classList.remove("aimed");
    // It may stand elsewhere by now.
    this.#tokens.layer.querySelector(".lifted")?.classList.remove("lifted");
    if (cell !== null && cell !== from) this.#to.pick(cell);
  }

  #rove(cell: string, take: boolean): void {
    const next = this.#cells.get(cell);
    if (!next) return;
    if (cell !== this.#course.cell) {
      this.#cells.get(this.#course.cell)?.setAttribute("tabindex", "-1");
      this.#course = { cell, axis: null, line: 0 };
    }
    next.setAttribute("tabindex", "0");
    if (take) next.focus({ preventScroll: true });
  }

  #focused(name: string): void {
    const cell = this.#drawn.cells.get(name);
    const shape = this.#cells.get(name);
    if (!cell || !shape?.matches(":focus-visible")) return;
    this.camera.reveal(cell.centre);
    const at = points(cell.outline, cell.centre, 0.04);
    this.#layers.focus.replaceChildren(
      svg("polygon", { class: "ring outer", points: at }),
      svg("polygon", { class: "ring inner", points: at }),
    );
  }

  #key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = ARROWS[event.key];
    // Caps Lock may be on.
    const key = event.key.toLowerCase();
    if (way) {
      const next = walk(this.#drawn, this.#course, way);
      this.#rove(next.cell, true);
      this.#course = next;
    } else if (event.key === "Enter" || event.key === " ") this.#to.pick(this.#course.cell);
    else if (event.key === "Escape" || event.key === "Backspace") this.#to.back();
    else if (key === "f") this.#to.finish?.();
    else if (event.key === "Home") this.#rove(this.#drawn.maze, true);
    else if (key === "n") {
      const next = another(this.#drawn, this.#marks.targets.keys(), this.#course.cell, event.shiftKey ? -1 : 1);
      if (next !== null) this.#rove(next, true);
    }
    else if (event.key === "+") this.camera.by(1.4, this.#drawn.cells.get(this.#course.cell)?.centre);
    else if (event.key === "-") this.camera.by(1 / 1.4);
    else if (key === "?" || key === "h") this.#to.help(this.#course.cell);
    else return;
    event.preventDefault();
  };
}
