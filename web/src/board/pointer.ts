// Mouse, finger and pen on the board: click, drag a piece, hold for help, pan and pinch.

import type { Camera } from "./camera";
import type { Point } from "./geometry";

export interface PointerListener {
  /** A click or a tap on a cell, or the drop of a dragged piece on one. */
  pick(cell: string): void;
  /** A piece is to be dragged: may it? */
  lift(cell: string): boolean;
  /** The dragged piece is over a point of the board. */
  carry(at: Point, cell: string | null): void;
  /** The dragged piece was let go, over a cell or beside the board. */
  drop(cell: string | null): void;
  hover(cell: string | null): void;
  /** Somebody wants to know what this is (long press). */
  help(cell: string): void;
}

/** How far a finger or a mouse may slip before a click is a drag. */
const DRAG_SLACK_PX = 7;
/** How long a finger or a pen presses before it asks for help. */
const LONG_PRESS_MS = 480;
/** How long after a press the browser's own click for it may come, on a phone that is busy. */
const CLICK_MS = 1500;

type Mode = "press" | "drag" | "pan" | "pinch" | "held";

class Pointers {
  #svg: SVGSVGElement;
  #camera: Camera;
  #to: PointerListener;
  #down = new Map<number, Point>();
  #mode: Mode | null = null;
  /** Where a press began, and when, by the clock of the events. */
  #start: { cell: string | null; at: Point; time: number } = { cell: null, at: { x: 0, y: 0 }, time: 0 };
  /** How a pinch began: how far apart two fingers were, how large the board was, and its point between them: it stays there. */
  #grip = { spread: 1, zoom: 1, point: { x: 0, y: 0 } };
  #timer = 0;
  #over: string | null = null;
  /** When a pointer last pressed the board or let it go, by the clock of the events. */
  #pressedAt = Number.NEGATIVE_INFINITY;

  constructor(element: SVGSVGElement, camera: Camera, to: PointerListener) {
    this.#svg = element;
    this.#camera = camera;
    this.#to = to;
    element.addEventListener("pointerdown", this.#press);
    element.addEventListener("pointermove", this.#move);
    element.addEventListener("pointerup", this.#release);
    element.addEventListener("pointercancel", this.#cancel);
    element.addEventListener("click", this.#activate);
    element.addEventListener("pointerleave", () => this.#hover(null));
    element.addEventListener("touchmove", this.#hold, { passive: false });
    element.addEventListener("wheel", this.#wheel, { passive: false });
    element.addEventListener("contextmenu", (event) => {
      // A long press on a touch screen is ours.
      if (this.#mode !== null) event.preventDefault();
    });
  }

  #cellAt(x: number, y: number): string | null {
    const found = document.elementFromPoint(x, y)?.closest("[data-cell]");
    return found && this.#svg.contains(found) ? found.getAttribute("data-cell") : null;
  }

  #press = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const at = { x: event.clientX, y: event.clientY };
    this.#pressedAt = event.timeStamp;
    this.#down.set(event.pointerId, at);
    this.#svg.setPointerCapture(event.pointerId);
    clearTimeout(this.#timer);
    if (this.#down.size > 1) {
      if (this.#mode === "drag") this.#to.drop(null);
      this.#grasp();
      return;
    }
    this.#mode = "press";
    this.#start = { cell: this.#cellAt(at.x, at.y), at, time: event.timeStamp };
    if (event.pointerType !== "mouse")
      this.#timer = window.setTimeout(() => {
        if (this.#mode !== "press" || this.#start.cell === null) return;
        this.#mode = "held";
        this.#to.help(this.#start.cell);
      }, LONG_PRESS_MS);
  };

  #move = (event: PointerEvent): void => {
    const before = this.#down.get(event.pointerId);
    const at = { x: event.clientX, y: event.clientY };
    if (!before) {
      if (event.pointerType === "mouse") this.#hover(this.#cellAt(at.x, at.y));
      return;
    }
    if (this.#mode === "pinch") {
      this.#pinch(event.pointerId, at);
      return;
    }
    this.#down.set(event.pointerId, at);
    if (this.#mode === "press" && Math.hypot(at.x - this.#start.at.x, at.y - this.#start.at.y) > DRAG_SLACK_PX) {
      clearTimeout(this.#timer);
      const { cell } = this.#start;
      this.#mode = cell !== null && this.#to.lift(cell) ? "drag" : "pan";
    }
    if (this.#mode === "drag") this.#to.carry(this.#camera.toBoard(at.x, at.y), this.#cellAt(at.x, at.y));
    if (this.#mode === "pan" && this.#camera.zoom > 1) {
      const k = this.#camera.scale;
      this.#camera.pan((before.x - at.x) / k, (before.y - at.y) / k);
    }
  };

  /** Keeps the page where it is, that a finger may scroll, while the finger drags a piece. */
  #hold = (event: TouchEvent): void => {
    if (event.cancelable && (this.#mode === "drag" || this.#mode === "pinch")) event.preventDefault();
  };

  #release = (event: PointerEvent): void => {
    if (!this.#down.delete(event.pointerId)) return;
    this.#pressedAt = event.timeStamp;
    clearTimeout(this.#timer);
    if (this.#down.size > 0) {
      this.#grasp();
      return;
    }
    const mode = this.#mode;
    this.#mode = null;
    const cell = this.#cellAt(event.clientX, event.clientY);
    if (mode === "drag") this.#to.drop(cell);
    else if (mode === "press" || mode === "held") this.#pressed(mode, event);
  };

  /**
   * Takes a press that has ended. How long it was is told by the times of its events: on a busy machine the timer may run
   * before the end of a short press comes, or not at all during a long one.
   */
  #pressed(mode: "press" | "held", { pointerType, timeStamp }: PointerEvent): void {
    const { cell, time } = this.#start;
    if (cell === null) return;
    const long = pointerType !== "mouse" && timeStamp - time >= LONG_PRESS_MS;
    if (!long) this.#to.pick(cell);
    else if (mode === "press") this.#to.help(cell);
  }

  /** Picks a cell that is activated without a pointer: screen readers and voice control click what they read. */
  #activate = ({ target, timeStamp }: MouseEvent): void => {
    if (timeStamp - this.#pressedAt < CLICK_MS) return;
    const cell = (target as Element).closest("[data-cell]")?.getAttribute("data-cell");
    if (cell) this.#to.pick(cell);
  };

  #cancel = (event: PointerEvent): void => {
    this.#down.delete(event.pointerId);
    clearTimeout(this.#timer);
    if (this.#mode === "drag") this.#to.drop(null);
    if (this.#down.size === 0) this.#mode = null;
    else this.#grasp();
  };

  #hover(cell: string | null): void {
    if (cell === this.#over) return;
    this.#over = cell;
    this.#to.hover(cell);
  }

  /** Returns how far apart the first two fingers are, and the point of the window between them; null for a single one. */
  #fingers(): { spread: number; middle: Point } | null {
    const [a, b] = this.#down.values();
    return a && b ? { spread: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } } : null;
  }

  /** Begins a pinch with the fingers that are on the board now. */
  #grasp(): void {
    this.#mode = "pinch";
    const fingers = this.#fingers();
    if (!fingers) return;
    const { spread, middle } = fingers;
    this.#grip = { spread, zoom: this.#camera.zoom, point: this.#camera.toBoard(middle.x, middle.y) };
  }

  #pinch(id: number, at: Point): void {
    this.#down.set(id, at);
    const fingers = this.#fingers();
    if (!fingers) return;
    const { spread, zoom, point } = this.#grip;
    const { middle } = fingers;
    this.#camera.by((zoom * fingers.spread) / spread / this.#camera.zoom, point, this.#camera.toBoard(middle.x, middle.y));
  }

  #wheel = (event: WheelEvent): void => {
    // Plain wheel scrolls the page; with Ctrl (and a touchpad's pinch) it zooms.
    if (!event.ctrlKey && this.#camera.zoom === 1) return;
    event.preventDefault();
    if (event.ctrlKey) this.#camera.by(Math.exp(-event.deltaY / 200), this.#camera.toBoard(event.clientX, event.clientY));
    else this.#camera.pan(event.deltaX / this.#camera.scale, event.deltaY / this.#camera.scale);
  };
}

/** Listens to pointers on the board for as long as it lives. */
export function listen(element: SVGSVGElement, camera: Camera, to: PointerListener): object {
  return new Pointers(element, camera, to);
}
