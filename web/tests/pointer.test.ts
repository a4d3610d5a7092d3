import { afterEach, expect, it, vi } from "vitest";

import { Camera } from "../src/board/camera";
import { listen } from "../src/board/pointer";

afterEach(() => vi.restoreAllMocks());

it("a third finger on the board picks no cell", () => {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.innerHTML = '<g data-cell="e5"></g>';
  Object.assign(svg, { setPointerCapture: () => undefined, getScreenCTM: () => null });
  Object.assign(document, { elementFromPoint: () => svg.firstElementChild });
  const pick = vi.fn();
  listen(svg, new Camera(svg), { pick, lift: () => false, carry: vi.fn(), drop: vi.fn(), hover: vi.fn(), help: vi.fn() });
  const finger = (type: string, pointerId: number): void =>
    void svg.dispatchEvent(Object.assign(new Event(type), { pointerId, pointerType: "touch", button: 0, clientX: 0, clientY: 0 }));
  for (const id of [1, 2, 3]) finger("pointerdown", id);
  for (const id of [1, 2, 3]) finger("pointerup", id);
  expect(pick).not.toHaveBeenCalled();
  finger("pointerdown", 1);
  finger("pointerup", 1);
  expect(pick.mock.calls).toEqual([["e5"]]);
});
