import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { AsideView } from "../src/generated/api";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Talk from "../src/talk/Talk.svelte";

vi.mock("../src/api/pacts", () => ({ pactsApi: { table: () => new Promise(() => undefined) } }));

describe("what was said today", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it("was said yesterday once midnight has passed", async () => {
    vi.setSystemTime(new Date(2026, 10, 21, 23, 58));
    const talk = new TalkFeed("g");
    const entry = { number: 1, at: new Date().toISOString(), event: 1, kind: "said", room: "", party: "b", name: "Ana", text: "Peace?", muted: false };
    const terms = { talk: "free", rooms: [], pacts: false, secret: false, published: false, ambassador: false };
    talk.hear({ type: "asides", since: 0, number: 1, entries: [entry as unknown as AsideView], pacts: [], terms, id: null } as never, "r");
    const session = { talk, feed: { mine: "r", lines: [], seat: () => null } } as unknown as Session;
    const made = mount(Talk, { target: document.body, props: { session, onperson: () => undefined, oncounter: () => undefined } });
    flushSync();
    const told = (): string => document.querySelector("time")?.textContent ?? "";
    expect(told()).not.toContain("Nov 21");
    vi.advanceTimersByTime(180_000);
    flushSync();
    expect(told()).toContain("Nov 21");
    await unmount(made);
    expect(vi.getTimerCount()).toBe(0);
  });
});
