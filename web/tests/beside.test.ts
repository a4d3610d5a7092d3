import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import { OpenPanels } from "../src/session/open-panels.svelte";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Beside from "../src/table/Beside.svelte";

vi.mock("../src/api/pacts", () => ({ pactsApi: { table: () => new Promise(() => undefined) } }));
vi.mock("../src/table/Notes.svelte", () => {
  throw new Error("the server is gone");
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
