import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { Camera } from "../src/board/camera";
import { listen } from "../src/board/pointer";

/** Returns a board of one cell, e5, whose listener is spied upon, and what sends it events of a pointer. */
function board() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.innerHTML = '<g data-cell="e5"></g>';
  Object.assign(svg, { setPointerCapture: () => undefined, getScreenCTM: () => null });
  Object.assign(document, { elementFromPoint: () => svg.firstElementChild });
  const [pick, help] = [vi.fn(), vi.fn()];
  listen(svg, new Camera(svg), { pick, lift: () => false, carry: vi.fn(), drop: vi.fn(), hover: vi.fn(), help });
  const send = (type: string, pointerId: number, timeStamp = 0, pointerType = "touch"): void => {
    const event = Object.assign(new Event(type), { pointerId, pointerType, button: 0, clientX: 0, clientY: 0 });
    svg.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: timeStamp }));
  };
  /** The click of a cell at a time of the events' clock. */
  const click = (timeStamp: number): void => {
    const event = new MouseEvent("click", { bubbles: true });
    svg.firstElementChild?.dispatchEvent(Object.defineProperty(event, "timeStamp", { value: timeStamp }));
  };
  return { pick, help, send, click };
}

afterEach(() => vi.restoreAllMocks());

it("a third finger on the board picks no cell", () => {
  const { pick, send } = board();
  for (const id of [1, 2, 3]) send("pointerdown", id);
  for (const id of [1, 2, 3]) send("pointerup", id);
  expect(pick).not.toHaveBeenCalled();
  send("pointerdown", 1);
  send("pointerup", 1);
  expect(pick.mock.calls).toEqual([["e5"]]);
});

it("a screen reader picks a cell, as it clicks it without a pointer", () => {
  const { pick, click } = board();
  click(40);
  click(9000);
  expect(pick.mock.calls).toEqual([["e5"], ["e5"]]);
});

it("the browser's click after a press is no second one", () => {
  const { pick, help, send, click } = board();
  send("pointerdown", 1, 1000, "mouse");
  send("pointerup", 1, 3000, "mouse");
  click(3001);
  expect(pick.mock.calls).toEqual([["e5"]]);
  send("pointerdown", 2, 5000);
  send("pointerup", 2, 5600);
  click(5601);
  expect([pick.mock.calls.length, help.mock.calls.length]).toEqual([1, 1]);
});

describe("a press on the board", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("that lasts asks for help while it does, and picks nothing", () => {
    const { pick, help, send } = board();
    send("pointerdown", 1);
    vi.advanceTimersByTime(600);
    expect(help.mock.calls).toEqual([["e5"]]);
    send("pointerup", 1, 700);
    expect([help.mock.calls.length, pick.mock.calls]).toEqual([1, []]);
  });

  it("that was short is a tap, though a busy machine hears of its end only after the timer", () => {
    const { pick, send } = board();
    send("pointerdown", 1, 1000);
    vi.advanceTimersByTime(600);
    send("pointerup", 1, 1090);
    expect(pick.mock.calls).toEqual([["e5"]]);
  });

  it("that was long asks for help, though a busy machine had no time for the timer", () => {
    const { pick, help, send } = board();
    send("pointerdown", 1, 1000);
    send("pointerup", 1, 1600);
    expect([help.mock.calls, pick.mock.calls]).toEqual([[["e5"]], []]);
  });

  it("of a mouse is a click, however long it is", () => {
    const { pick, help, send } = board();
    send("pointerdown", 1, 1000, "mouse");
    vi.advanceTimersByTime(2000);
    send("pointerup", 1, 3000, "mouse");
    expect([help.mock.calls, pick.mock.calls]).toEqual([[], [["e5"]]]);
  });
});
