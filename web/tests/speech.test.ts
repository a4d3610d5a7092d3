import { describe, expect, it, vi } from "vitest";

import type { GameFeed } from "../src/session/game-feed.svelte";
import { Speech } from "../src/session/speech.svelte";

const remark = (party: string) => ({ party, words: { en: party, fr: party } });
const lines = [
  { event: 2, remark: remark("b") },
  { event: 3, remark: remark("y") },
];
const fed = (here: number | null) => ({ lines, past: here === null ? null : { lines: here }, here: here ?? lines.length });

describe("what bots say", () => {
  it("is sent away where one looks back, too", () => {
    const feed = fed(1);
    const speech = new Speech(feed as unknown as GameFeed);
    expect(speech.remark?.party).toBe("b");
    speech.hush();
    expect(speech.remark).toBeNull();
    Object.assign(feed, fed(2));
    expect(speech.remark?.party).toBe("y");
  });

  it("is waited for no more by whoever has left", () => {
    vi.useFakeTimers();
    const speech = new Speech(fed(null) as unknown as GameFeed);
    speech.listen();
    expect(vi.getTimerCount()).toBe(1);
    speech.close();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it("is no news where it was said before one came", () => {
    const feed = { ...fed(null), lines: [...lines] };
    const speech = new Speech(feed as unknown as GameFeed);
    speech.arrive();
    feed.lines.push({ event: 4 } as never);
    speech.arrive();
    expect(speech.listen()).toBeNull();
    feed.lines.push({ event: 5, remark: remark("g") });
    speech.arrive();
    expect(speech.listen()?.party).toBe("g");
  });

  it("ends by itself, but not what is said in the past", () => {
    vi.useFakeTimers();
    const feed = fed(null);
    const speech = new Speech(feed as unknown as GameFeed);
    speech.listen();
    expect(speech.remark?.party).toBe("y");
    Object.assign(feed, fed(1));
    vi.runAllTimers();
    expect(speech.remark?.party).toBe("b");
    Object.assign(feed, fed(null));
    expect(speech.remark).toBeNull();
    vi.useRealTimers();
  });
});
