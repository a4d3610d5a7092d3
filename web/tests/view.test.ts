import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { NO_MARKS, type Picture } from "../src/board/picture";
import { sceneOf } from "../src/board/scene";
import { SvgBoard } from "../src/board/view";
import { board } from "./boards";

const listener = { pick: () => undefined, lift: () => false, back: () => undefined, hover: () => undefined, help: () => undefined, zoom: () => undefined };

describe.each([
  ["turned", (made: SvgBoard) => made.turn(1)],
  ["without coordinates", (made: SvgBoard) => void (made.coordinates = false)],
])("a board that is drawn anew, %s,", (_, redraw) => {
  function redrawn(before: (made: SvgBoard) => void): SvgBoard {
    const made = new SvgBoard(board("square-4"), listener, "board");
    document.body.replaceChildren(made.element);
    before(made);
    redraw(made);
    return made;
  }
  const cell = (made: SvgBoard, name: string): Element | null => made.element.querySelector(`[data-cell="${name}"]`);

  afterEach(() => document.body.replaceChildren());

  it("says of its cells what it said before", () => {
    const made = redrawn((one) => one.describe((name) => `${name}, empty`));
    expect(cell(made, "c3")?.getAttribute("aria-label")).toBe("c3, empty");
  });

  it("still lets one choose", () => {
    const made = redrawn((one) => one.mark({ ...NO_MARKS, targets: new Map([["c3", "select"]]) }));
    expect(cell(made, "c3")?.getAttribute("data-act")).toBe("select");
  });

  it("keeps the keyboard on its cell", () => {
    const made = redrawn((one) => one.focus("c3"));
    expect(document.activeElement).toBe(cell(made, "c3"));
  });
});

it("hears letters with Caps Lock on, too", () => {
  const heard: string[] = [];
  const made = new SvgBoard(board("square-4"), { ...listener, help: (cell) => heard.push(cell), finish: () => heard.push("finished") }, "board");
  document.body.replaceChildren(made.element);
  made.focus("c3");
  for (const key of ["h", "H", "f", "F"]) document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  expect(heard).toEqual(["c3", "c3", "finished", "finished"]);
});

it("follows no line of the screen that was one before the board was turned", () => {
  const walked = (key: string): string => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    return document.activeElement?.getAttribute("data-cell") ?? "";
  };
  const placed = (turns: number): SvgBoard => {
    const made = new SvgBoard(board("hex-6"), listener, "board");
    made.turn(turns);
    document.body.replaceChildren(made.element);
    return made;
  };
  for (const turns of [1, 2, 3, 4, 5]) {
    const made = placed(0);
    made.focus();
    for (let i = 0; i < 3; i++) walked("ArrowRight");
    made.turn(turns);
    const from = walked("");
    const to = walked("ArrowRight");
    placed(turns).focus(from);
    expect([turns, to]).toEqual([turns, walked("ArrowRight")]);
  }
  document.body.replaceChildren();
});

it("takes Enter for the cell that has the focus, whoever put it there", () => {
  const picked: string[] = [];
  const made = new SvgBoard(board("square-4"), { ...listener, pick: (cell) => picked.push(cell) }, "board");
  document.body.replaceChildren(made.element);
  const cell = made.element.querySelector<SVGElement>('[data-cell="c3"]');
  cell?.focus();
  cell?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
  expect(picked).toEqual(["c3"]);
  document.body.replaceChildren();
});

describe("what is drawn on the board", () => {
  const PIECES = [
    { cell: "c3", party: "r", kind: "M" },
    { cell: "d4", party: "b", kind: "C" },
  ];
  const picture = (change: Partial<Picture> = {}): Picture =>
    ({ scene: sceneOf(PIECES, ["e6"]), standing: () => ({}), ruler: null, closed: false, turn: null, hints: [], ...change });
  function shown(): { made: SvgBoard; to: Record<"pick" | "lift" | "hover" | "back" | "help" | "zoom", ReturnType<typeof vi.fn>>; count: (selector: string) => number } {
    const to = { pick: vi.fn(), lift: vi.fn(() => true), hover: vi.fn(), back: vi.fn(), help: vi.fn(), zoom: vi.fn() };
    const made = new SvgBoard(board("square-4"), to, "board");
    document.body.replaceChildren(made.element);
    void made.show(picture(), 0);
    return { made, to, count: (selector) => made.element.querySelectorAll(selector).length };
  }
  const cell = (made: SvgBoard, name: string): Element | null => made.element.querySelector(`[data-cell="${name}"]`);
  /** Sends an event of the mouse over a cell, or beside the board. */
  function mouse(made: SvgBoard, type: string, over: string | null, x = 0): void {
    Object.assign(document, { elementFromPoint: () => (over === null ? document.body : cell(made, over)) });
    made.element.dispatchEvent(Object.assign(new Event(type), { pointerId: 1, pointerType: "mouse", button: 0, clientX: x, clientY: 0 }));
  }
  const pressed = (key: string, more: object = {}): string => {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, ...more }));
    return document.activeElement?.getAttribute("data-cell") ?? "";
  };

  beforeEach(() => void Object.assign(SVGElement.prototype, { setPointerCapture: () => undefined }));
  afterEach(() => document.body.replaceChildren());

  it("is a sign for each act, and a tint where a piece can move, was chosen or has been", () => {
    const { made, count } = shown();
    made.mark({
      ...NO_MARKS,
      targets: new Map([["c3", "select"], ["e5", "select"], ["d4", "kill"]]),
      chosen: ["c3"],
      last: ["a1", "a2"],
      reach: new Map([["d4", "kill"], ["c7", "move"]]),
      ways: [{ from: "a1", to: "a5" }, { from: "b1", to: "b5", party: "b" }],
      threats: [{ from: "d4", to: "c3" }],
      hint: { from: "c3", to: "c5" },
      drawn: [{ from: "i1", to: "i5" }],
    });
    expect([count(".tint.can"), count(".tint.ruling"), count(".tint.chosen"), count(".tint.last"), count(".tint.reach")]).toEqual([2, 1, 1, 2, 2]);
    expect([count(".act-kill"), count(".act-move"), count(".arrow.way"), count(".arrow.latest.party-b"), count(".arrow.threat"), count(".arrow.hint")]).toEqual([1, 1, 2, 1, 1, 2]);
    expect([cell(made, "c3")?.getAttribute("aria-pressed"), cell(made, "d4")?.getAttribute("data-act"), count("[aria-pressed]"), count(".cell.target")]).toEqual(["true", "kill", 1, 3]);
    made.mark(NO_MARKS);
    expect([count(".tint"), count(".sign"), count(".arrow"), count("[aria-pressed]"), count("[data-act]"), count(".target")]).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("points with an arrow into a free cell, and at the edge of a piece", () => {
    const { made } = shown();
    const tip = (to: string): number[] => {
      made.mark({ ...NO_MARKS, hint: { from: "c3", to } });
      return (made.element.querySelector(".arrow.hint polygon")?.getAttribute("points") ?? "").split(/[ ,]/).slice(0, 2).map(Number);
    };
    const far = (to: string): number => {
      const corners = (cell(made, to)?.getAttribute("points") ?? "").split(" ").map((pair) => pair.split(",").map(Number));
      const middle = [0, 1].map((i) => corners.reduce((sum, corner) => sum + (corner[i] ?? NaN), 0) / corners.length);
      return Math.hypot(...tip(to).map((x, i) => x - (middle[i] ?? NaN)));
    };
    expect(far("c4")).toBeLessThan(0.15);
    expect(far("d4")).toBeGreaterThan(0.3);
  });

  it("frames a piece that is spoken of", () => {
    const { made, count } = shown();
    made.mark({ ...NO_MARKS, pointed: ["c3"] });
    expect(count(".tint.pointed")).toBe(1);
  });

  it("glows in the maze where somebody rules, and around it where the fortress is closed", () => {
    const { made, count } = shown();
    expect(count(".power")).toBe(0);
    void made.show(picture({ ruler: "b" }), 0);
    expect([count(".power.party-b .throne"), count(".wall")]).toEqual([1, 0]);
    void made.show(picture({ ruler: "r", closed: true }), 0);
    expect([count(".power"), count(".power.party-r .throne"), count(".wall")]).toEqual([1, 1, board("square-4").fortress.length]);
  });

  it("is a piece in the hand, over the cell that it was lifted off", () => {
    const { made, count } = shown();
    expect([count(".token"), count(".held")]).toEqual([3, 0]);
    void made.show(picture({ scene: { ...sceneOf(PIECES.slice(0, 1), ["e6"]), held: { token: { party: "b", kind: "C" }, over: "d4" } } }), 0);
    expect([count(".held .token"), count(".tokens > g")]).toEqual([1, 3]);
    void made.show(picture(), 0);
    expect([count(".held"), count(".token")]).toEqual([0, 3]);
  });

  it("is the piece that would go to a cell under the mouse, unless it would be chosen there", () => {
    const { made, to, count } = shown();
    made.mark({ ...NO_MARKS, targets: new Map([["c5", "move"], ["d4", "select"]]), chosen: ["c3"] });
    const ghost = (over: string | null): number => {
      mouse(made, "pointermove", over);
      return count(".ghost .token");
    };
    expect([ghost("c5"), ghost("d4"), ghost("c5"), ghost("a1"), ghost("c5"), ghost(null)]).toEqual([1, 0, 1, 0, 1, 0]);
    expect(to.hover.mock.calls.flat()).toEqual(["c5", "d4", "c5", "a1", "c5", null]);
  });

  it("is a piece on its way with the pointer, which aims where it may go", () => {
    const { made, to, count } = shown();
    made.mark({ ...NO_MARKS, targets: new Map([["c5", "move"]]), chosen: ["c3"] });
    mouse(made, "pointerdown", "c3");
    mouse(made, "pointermove", "c3", 20);
    mouse(made, "pointermove", "c5", 40);
    expect([to.lift.mock.calls, count(".lifted"), count(".ghost .token"), count(".aimed"), cell(made, "c5")?.classList.contains("aimed")]).toEqual([[["c3"]], 1, 1, 1, true]);
    mouse(made, "pointermove", "a1", 60);
    expect(count(".aimed")).toBe(0);
    mouse(made, "pointermove", "c5", 40);
    mouse(made, "pointerup", "c5", 40);
    expect([to.pick.mock.calls, count(".lifted"), count(".ghost .token"), count(".aimed")]).toEqual([[["c5"]], 0, 0, 0]);
    // Laid down where it was, or beside the board, it has gone nowhere.
    for (const over of ["c3", null]) {
      mouse(made, "pointerdown", "c3");
      mouse(made, "pointermove", over, 20);
      mouse(made, "pointerup", over, 20);
    }
    expect([to.pick.mock.calls.length, count(".lifted")]).toEqual([1, 0]);
  });

  it("lies on the board again after it was dragged, though it stands elsewhere by then", () => {
    const { made, count } = shown();
    mouse(made, "pointerdown", "c3");
    mouse(made, "pointermove", "c3", 20);
    void made.show(picture({ scene: sceneOf([{ cell: "c6", party: "r", kind: "M" }, ...PIECES.slice(1)], ["e6"]), hints: [["c3", "c6"]] }), 0);
    mouse(made, "pointerup", null, 20);
    expect(count(".lifted")).toBe(0);
  });

  it("is walked and enlarged with the keyboard", () => {
    const { made, to } = shown();
    made.mark({ ...NO_MARKS, targets: new Map([["a1", "move"], ["c3", "select"], ["i9", "move"]]), chosen: ["c3"] });
    made.focus("c3");
    expect([pressed("n"), pressed("n"), pressed("n", { shiftKey: true }), pressed("Home")]).toEqual(["a1", "i9", "a1", "e5"]);
    for (const key of ["Enter", " ", "Escape", "Backspace", "?"]) pressed(key);
    expect([to.pick.mock.calls, to.back.mock.calls.length, to.help.mock.calls]).toEqual([[["e5"], ["e5"]], 2, [["e5"]]]);
    // With Ctrl it is the browser's.
    expect(pressed("ArrowUp", { ctrlKey: true })).toBe("e5");
    pressed("+");
    expect([made.camera.zoom, made.element.classList.contains("zoomed")]).toEqual([1.4, true]);
    pressed("-");
    expect([made.camera.zoom, to.zoom.mock.lastCall]).toEqual([1, [1]]);
    made.enlarge(2);
    const [x = 0, y = 0, width = 0, height = 0] = made.element.getAttribute("viewBox")?.split(" ").map(Number) ?? [];
    const centre = made.drawn.cells.get("c3")?.centre;
    expect([made.camera.zoom, x + width / 2, y + height / 2]).toEqual([2, expect.closeTo(centre?.x ?? 0), expect.closeTo(centre?.y ?? 0)]);
  });

  it("is told to whoever reads the board anew where that has changed", () => {
    const { made } = shown();
    const names = vi.fn((name: string) => `${name}, empty`);
    made.describe(names);
    cell(made, "c3")?.setAttribute("aria-label", "kept");
    made.describe(names);
    expect(cell(made, "c3")?.getAttribute("aria-label")).toBe("kept");
    made.describe((name) => `${name}, red Militant`);
    expect(cell(made, "c3")?.getAttribute("aria-label")).toBe("c3, red Militant");
    made.label = "the game";
    made.busy = true;
    expect([made.element.getAttribute("aria-label"), made.element.getAttribute("aria-busy")]).toEqual(["the game", "true"]);
  });
});
