import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";

import { sceneOf } from "../src/board/scene";
import { Camera } from "../src/board/camera";
import BoardHost from "../src/game/BoardHost.svelte";
import type { BoardView } from "../src/generated/api";
import type { Session } from "../src/session/session.svelte";
import { board } from "./boards";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("cells are small, or are not, as often as the board has another size", async () => {
  let resized = (): void => undefined;
  class Observer {
    constructor(changed: () => void) {
      resized = changed;
    }
    observe(): void {}
    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  const scale = vi.spyOn(Camera.prototype, "scale", "get");
  const view = { last: null, parties: [], ruler: null, closed: [] };
  const session = {
    cramped: false,
    pace: 0,
    turn: { question: null, hand: null, scene: sceneOf([], []) },
    feed: { view, here: 0, past: null, recent: [], myTurn: false },
    hints: { reach: null, threats: null, proposal: null },
  };
  const props = { session: session as unknown as Session, geometry: board("square-4") as unknown as BoardView, turns: 0, reaching: null, resting: false, onhelp: vi.fn(), onzoom: vi.fn(), onready: vi.fn() };
  const made = mount(BoardHost, { target: document.body, props });
  flushSync();
  const cramped = [10, 60, 10].map((pixels) => {
    scale.mockReturnValue(pixels);
    resized();
    return session.cramped;
  });
  expect(cramped).toEqual([true, false, true]);
  await unmount(made);
});
