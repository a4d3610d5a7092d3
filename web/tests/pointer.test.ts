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

/** Returns a board of two cells, e5 up to 100 pixels from the left and f5 up to 200; what is seen of it fills 100 pixels. */
function twoCells(lifts = true) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.innerHTML = '<g data-cell="e5"></g><g data-cell="f5"></g>';
  const view = (): number[] => (svg.getAttribute("viewBox") ?? "").split(" ").map(Number);
  Object.assign(svg, { setPointerCapture: () => undefined, getScreenCTM: () => ({ a: 100 / (view()[2] ?? 100) }) });
  Object.assign(document, { elementFromPoint: (x: number) => (x < 200 ? svg.children[x < 100 ? 0 : 1] : document.body) });
  const camera = new Camera(svg);
  camera.toBoard = (clientX, clientY) => {
    const [x = 0, y = 0, width = 0] = view();
    return { x: x + (clientX * width) / 100, y: y + (clientY * width) / 100 };
  };
  camera.frame({ x: 0, y: 0, width: 100, height: 100 });
  const to = { pick: vi.fn(), lift: vi.fn(() => lifts), carry: vi.fn(), drop: vi.fn(), hover: vi.fn(), help: vi.fn() };
  listen(svg, camera, to);
  /** Sends an event, and returns whether the browser is kept from doing what it would. */
  const send = (type: string, more: object = {}): boolean => {
    const event = Object.assign(new Event(type, { cancelable: true }), { pointerId: 1, pointerType: "mouse", button: 0, clientX: 50, clientY: 50, ...more });
    svg.dispatchEvent(event);
    return event.defaultPrevented;
  };
  const at = (x: number, y = 50, pointerId = 1): object => ({ clientX: x, clientY: y, pointerId });
  return { to, camera, send, at, seen: () => svg.getAttribute("viewBox") };
}

describe("a piece that may be moved", () => {
  it("is dragged once the pointer has gone far enough, and dropped where that is let go", () => {
    const { to, send, at } = twoCells();
    send("pointerdown", at(50));
    send("pointermove", at(55, 54));
    expect(to.lift).not.toHaveBeenCalled();
    send("pointermove", at(55, 57));
    send("pointermove", at(150));
    expect([to.lift.mock.calls, to.carry.mock.calls.map(([, cell]) => cell as unknown)]).toEqual([[["e5"]], ["e5", "f5"]]);
    expect(send("touchmove")).toBe(true);
    send("pointerup", at(150));
    expect([to.drop.mock.calls, to.pick.mock.calls]).toEqual([[["f5"]], []]);
    // Beside the board it is let go nowhere.
    send("pointerdown", at(50));
    send("pointermove", at(250));
    send("pointerup", at(250));
    expect(to.drop.mock.lastCall).toEqual([null]);
  });

  it.each([
    ["another finger comes", "pointerdown", 2],
    ["the browser takes the finger", "pointercancel", 1],
  ])("lies where it lay when %s", (_, type, pointerId) => {
    const { to, send, at } = twoCells();
    send("pointerdown", at(50));
    send("pointermove", at(150));
    send(type, at(150, 50, pointerId));
    expect(to.drop.mock.calls).toEqual([[null]]);
    for (const id of [1, 2]) send("pointerup", at(150, 50, id));
    expect([to.drop.mock.calls.length, to.pick.mock.calls]).toEqual([1, []]);
  });
});

describe("the part of the board that is seen", () => {
  it("follows the pointer where nothing may be lifted, once it is less than all", () => {
    const { to, camera, send, at, seen } = twoCells(false);
    const drag = (): void => {
      send("pointerdown", at(50));
      send("pointermove", at(62));
      send("pointermove", at(62, 45));
      send("pointerup", at(62, 45));
    };
    drag();
    expect(seen()).toBe("0 0 100 100");
    camera.by(2);
    drag();
    expect([seen(), to.pick.mock.calls, to.carry.mock.calls, to.drop.mock.calls]).toEqual(["19 27.5 50 50", [], [], []]);
    // The page may scroll meanwhile.
    send("pointerdown", at(50));
    send("pointermove", at(62));
    expect(send("touchmove")).toBe(false);
  });

  it("is smaller the farther two fingers go apart, and all of it at most", () => {
    const { camera, send, at, seen } = twoCells();
    send("pointerdown", at(40, 50, 1));
    send("pointerdown", at(60, 50, 2));
    send("pointermove", at(80, 50, 2));
    expect([camera.zoom, seen(), send("touchmove")]).toEqual([2, "20 25 50 50", true]);
    // Together they move it: what was between them stays there.
    send("pointermove", at(30, 50, 1));
    send("pointermove", at(70, 50, 2));
    expect([camera.zoom, seen()]).toEqual([2, "25 25 50 50"]);
    send("pointermove", at(35, 50, 2));
    expect([camera.zoom, seen()]).toEqual([1, "0 0 100 100"]);
    send("pointerup", at(35, 50, 2));
    send("pointermove", at(90, 50, 1));
    expect(camera.zoom).toBe(1);
  });

  it("has under two fingers what was under them when all of it was seen, also after it could not be", () => {
    const { camera, send, at } = twoCells();
    const under = (): [number, number] => {
      const { x, y } = camera.toBoard(55, 60);
      return [Math.round(x), Math.round(y)];
    };
    send("pointerdown", at(40, 30, 1));
    send("pointerdown", at(50, 30, 2));
    // As near each other as they were, and farther down: all of it is seen, and cannot follow them.
    send("pointermove", at(50, 60, 1));
    send("pointermove", at(60, 60, 2));
    expect([camera.zoom, under()]).toEqual([1, [55, 60]]);
    send("pointermove", at(45, 60, 1));
    send("pointermove", at(65, 60, 2));
    expect([camera.zoom, under()]).toEqual([2, [45, 30]]);
  });

  it("is as large as before where two fingers are as far apart as before, whichever of them moves first", () => {
    const { camera, send, at } = twoCells();
    send("pointerdown", at(40, 50, 1));
    send("pointerdown", at(60, 50, 2));
    const moved = [[50, 1], [70, 2], [80, 2], [60, 1], [60, 2], [40, 1]] as const;
    const zooms = moved.map(([x, id]) => {
      send("pointermove", at(x, 50, id));
      return camera.zoom;
    });
    expect(zooms).toEqual([1, 1, 1.5, 1, 1, 1]);
  });

  it("does not jump when one of three fingers goes", () => {
    const { camera, send, at, seen } = twoCells();
    for (const [id, x] of [[1, 20], [2, 40], [3, 90]] as const) send("pointerdown", at(x, 50, id));
    send("pointermove", at(60, 50, 2));
    const before = seen();
    expect(camera.zoom).toBe(2);
    send("pointerup", at(20, 50, 1));
    send("pointermove", at(90, 50, 3));
    expect(seen()).toBe(before);
    send("pointercancel", at(90, 50, 3));
    send("pointerdown", at(20, 50, 1));
    send("pointerdown", at(80, 50, 3));
    send("pointercancel", at(60, 50, 2));
    send("pointermove", at(20, 50, 1));
    expect(seen()).toBe(before);
  });

  it("changes with the wheel by Ctrl, and without it once it is less than all: else the page scrolls", () => {
    const { camera, send, seen } = twoCells();
    expect([send("wheel", { deltaX: 0, deltaY: 30 }), seen()]).toEqual([false, "0 0 100 100"]);
    expect(send("wheel", { ctrlKey: true, deltaY: -200 * Math.log(2) })).toBe(true);
    expect([camera.zoom, seen()]).toEqual([2, "25 25 50 50"]);
    expect([send("wheel", { deltaX: 10, deltaY: 30 }), seen()]).toEqual([true, "30 40 50 50"]);
  });

  it("stays when the board moves, and is all of it where it has another size", () => {
    const { camera, seen } = twoCells();
    camera.to({ x: 60, y: 40 }, 9);
    expect([camera.zoom, seen()]).toEqual([4, "47.5 27.5 25 25"]);
    camera.frame({ x: 50, y: 0, width: 100, height: 100 });
    expect([camera.zoom, seen()]).toEqual([4, "50 27.5 25 25"]);
    for (const size of [{ width: 100, height: 90 }, { width: 110, height: 90 }]) {
      camera.by(2);
      camera.frame({ x: 50, y: 0, ...size });
      expect([camera.zoom, seen()]).toEqual([1, `50 0 ${size.width} ${size.height}`]);
    }
  });

  it("goes to a cell that has the focus, no farther than it must", () => {
    const { camera, seen } = twoCells();
    camera.reveal({ x: 99, y: 99 });
    expect(seen()).toBe("0 0 100 100");
    camera.by(2);
    camera.reveal({ x: 70, y: 30 });
    expect(seen()).toBe("25 25 50 50");
    camera.reveal({ x: 80, y: 10 }, 5);
    expect(seen()).toBe("35 5 50 50");
  });
});

it("a mouse over a cell tells of it once, and that it has left; a finger tells of none", () => {
  const { to, send, at } = twoCells();
  for (const x of [40, 60, 150, 250, 260]) send("pointermove", at(x));
  send("pointermove", { ...at(50), pointerType: "touch" });
  send("pointermove", at(50));
  send("pointerleave");
  send("pointerleave");
  expect(to.hover.mock.calls.flat()).toEqual(["e5", "f5", null, "e5", null]);
});

it("a mouse's other buttons are the browser's, and a long press is the board's", () => {
  const { to, send } = twoCells();
  send("pointerdown", { button: 2 });
  expect(send("contextmenu")).toBe(false);
  send("pointerup", { button: 2 });
  expect(to.pick).not.toHaveBeenCalled();
  send("pointerdown", { pointerType: "touch" });
  expect(send("contextmenu")).toBe(true);
  send("pointercancel", { pointerType: "touch" });
  expect(send("contextmenu")).toBe(false);
});
