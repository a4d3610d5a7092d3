import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { AsideView } from "../src/generated/api";
import { OpenPanels } from "../src/session/open-panels.svelte";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Beside from "../src/table/Beside.svelte";
import { TurnFeed } from "./turn-feed.svelte";

const ring = vi.hoisted(() => vi.fn());
vi.mock("../src/lib/sounds", () => ({ ring }));
vi.mock("../src/api/pacts", () => ({ pactsApi: { table: () => new Promise(() => undefined) } }));
vi.mock("../src/table/Notes.svelte", () => {
  throw new Error("the server is gone");
});

describe("my turn", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    ring.mockClear();
  });
  afterEach(() => vi.useRealTimers());

  /** Shows a table at which others are to move, until the function that is returned is called. */
  function watched(): { feed: TurnFeed; turn: { sending: boolean }; away: () => Promise<void> } {
    const talk = new TalkFeed("g");
    const [feed, turn] = [new TurnFeed(), { sending: false }];
    const session = { talk, turn, feed } as unknown as Session;
    const made = mount(Beside, { target: document.body, props: { session, around: new OpenPanels(talk), turns: 0 } });
    flushSync();
    return { feed, turn, away: async () => unmount(made) };
  }

  it("rings once it has come to stay, whatever else is told meanwhile", async () => {
    const { feed, away } = watched();
    feed.hears(true);
    flushSync();
    feed.hears(true);
    flushSync();
    expect(ring).not.toHaveBeenCalled();
    vi.advanceTimersByTime(5000);
    expect(ring.mock.calls).toEqual([["turn"]]);
    await away();
  });

  it.each([
    ["is played as planned", ({ feed }: ReturnType<typeof watched>) => feed.hears(false)],
    ["passes by itself", ({ turn }: ReturnType<typeof watched>) => (turn.sending = true)],
  ])("rings no bell where it %s", async (_, happens) => {
    const shown = watched();
    shown.feed.hears(true);
    flushSync();
    happens(shown);
    flushSync();
    vi.advanceTimersByTime(5000);
    expect(ring).not.toHaveBeenCalled();
    await shown.away();
  });
});

it("the same word said again is another thing for readers to hear", async () => {
  const talk = new TalkFeed("g");
  let hear: (entries: readonly AsideView[]) => void = () => undefined;
  vi.spyOn(talk, "subscribe").mockImplementation((heard) => {
    hear = heard;
    return () => undefined;
  });
  const session = { talk, feed: new TurnFeed() } as unknown as Session;
  const made = mount(Beside, { target: document.body, props: { session, around: new OpenPanels(talk), turns: 0 } });
  flushSync();
  const told = (): Element | undefined => document.querySelector("[role=log]")?.children[0];
  const word = { number: 1, kind: "said", room: "rb", party: null, name: "Ann", text: "Hello", pact: null } as unknown as AsideView;
  hear([word]);
  flushSync();
  const first = told();
  expect(first?.textContent).toContain("table.heard");
  hear([{ ...word, number: 2 }]);
  flushSync();
  expect(told()?.textContent).toBe(first?.textContent);
  expect(told()).not.toBe(first);
  await unmount(made);
});

it("what lies in the drawer lies in the panel once the device is turned and has room", async () => {
  const window = globalThis.window as unknown as { happyDOM: { setViewport(size: { width: number; height: number }): void } };
  window.happyDOM.setViewport({ width: 800, height: 1200 });
  const talk = new TalkFeed("g");
  const around = new OpenPanels(talk);
  const session = { talk, feed: { id: "g", table: null, mine: "", toMove: false, over: false } } as unknown as Session;
  const made = mount(Beside, { target: document.body, props: { session, around, turns: 0 } });
  around.open("pacts");
  flushSync();
  expect([around.wide, around.drawer]).toEqual([false, "pacts"]);
  window.happyDOM.setViewport({ width: 1200, height: 800 });
  flushSync();
  expect([around.wide, around.drawer, around.panel]).toEqual([true, null, "pacts"]);
  await unmount(made);
  window.happyDOM.setViewport({ width: 1024, height: 768 });
});

it("a page of one's own that cannot be fetched says so and can be closed", async () => {
  const talk = new TalkFeed("g");
  const around = new OpenPanels(talk);
  const session = { talk, feed: { id: "g", table: null, mine: "", myTurn: false, over: false } } as unknown as Session;
  const made = mount(Beside, { target: document.body, props: { session, around, turns: 0 } });
  around.page = "notes";
  flushSync();
  await vi.waitFor(() => expect(document.querySelector("dialog [role=alert]")?.textContent).toBe("web.unreachable"));
  document.querySelector<HTMLButtonElement>("dialog button")?.click();
  flushSync();
  expect([around.page, document.querySelector("dialog")]).toEqual([null, null]);
  await unmount(made);
});
