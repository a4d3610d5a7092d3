import { afterEach, describe, expect, it } from "vitest";

import { NO_MARKS } from "../src/board/picture";
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
