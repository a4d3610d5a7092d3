// What part of the board is seen: zoom and pan by the view box.

import type { Box, Point } from "./geometry";

export const MAX_ZOOM = 4;

export class Camera {
  #svg: SVGSVGElement;
  #whole: Box = { x: 0, y: 0, width: 1, height: 1 };
  #centre: Point = { x: 0, y: 0 };
  zoom = 1;
  onchange: (zoom: number) => void = () => undefined;

  constructor(element: SVGSVGElement) {
    this.#svg = element;
  }

  /** Shows this box whole; what was zoomed stays so if the box is as large. */
  frame(box: Box): void {
    const was = this.#whole;
    this.#whole = box;
    if (Math.abs(was.width - box.width) + Math.abs(was.height - box.height) > 0.01) this.reset();
    else this.#apply();
  }

  reset(): void {
    this.zoom = 1;
    this.#centre = { x: this.#whole.x + this.#whole.width / 2, y: this.#whole.y + this.#whole.height / 2 };
    this.#apply();
  }

  /** Zooms by a factor; the point comes to where another is seen now, or keeps its place on screen. */
  by(factor: number, about: Point = this.#centre, place: Point = about): void {
    const zoom = Math.max(1, Math.min(MAX_ZOOM, this.zoom * factor));
    const k = this.zoom / zoom;
    this.zoom = zoom;
    this.#centre = { x: about.x + (this.#centre.x - place.x) * k, y: about.y + (this.#centre.y - place.y) * k };
    this.#apply();
  }

  /** Shows the surroundings of a point. */
  to(p: Point, zoom: number): void {
    this.zoom = Math.max(1, Math.min(MAX_ZOOM, zoom));
    this.#centre = p;
    this.#apply();
  }

  /** Moves what is seen by a distance in board units. */
  pan(dx: number, dy: number): void {
    this.#centre = { x: this.#centre.x + dx, y: this.#centre.y + dy };
    this.#apply();
  }

  /** Moves the view so that a point is in it. */
  reveal(p: Point, margin = 0.8): void {
    if (this.zoom === 1) return;
    const w = this.#whole.width / this.zoom / 2 - margin;
    const h = this.#whole.height / this.zoom / 2 - margin;
    const x = Math.max(p.x - w, Math.min(p.x + w, this.#centre.x));
    const y = Math.max(p.y - h, Math.min(p.y + h, this.#centre.y));
    if (x === this.#centre.x && y === this.#centre.y) return;
    this.#centre = { x, y };
    this.#apply();
  }

  /** Returns the point of the board under a point of the window. */
  toBoard(clientX: number, clientY: number): Point {
    const matrix = this.#svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const p = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x: p.x, y: p.y };
  }

  /** How many pixels of the window one board unit is. */
  get scale(): number {
    return this.#svg.getScreenCTM()?.a ?? 1;
  }

  #apply(): void {
    const { x, y, width, height } = this.#whole;
    const w = width / this.zoom;
    const h = height / this.zoom;
    const cx = Math.max(x + w / 2, Math.min(x + width - w / 2, this.#centre.x));
    const cy = Math.max(y + h / 2, Math.min(y + height - h / 2, this.#centre.y));
    this.#centre = { x: cx, y: cy };
    this.#svg.setAttribute("viewBox", `${cx - w / 2} ${cy - h / 2} ${w} ${h}`);
    this.onchange(this.zoom);
  }
}
