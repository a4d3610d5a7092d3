import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { BOTS } from "../src/lib/cast";
import type { GameFeed } from "../src/session/game-feed.svelte";
import type { Session } from "../src/session/session.svelte";
import { amongBots } from "../src/session/standing";
import { CommentaryFeed } from "../src/watch/commentary.svelte";
import { castGame } from "../src/watch/table";
import Watching from "../src/watch/Watching.svelte";

const asked = vi.hoisted(() => vi.fn());
vi.mock("../src/api/study", () => ({ studyApi: { commentary: asked } }));

const lines = (n: number) => Array.from({ length: n }, (_, i) => ({ event: i + 2, kind: "turn", text: `turn ${i + 1}` })) as never;
const view = (ply: number) => ({ position: `p${ply}` }) as never;
const answer = (n: number) => ({ comments: [{ topic: "leads", party: "r", other: "", words: { en: `${n}`, fr: `${n}` }, named: null }], shares: { r: 1 } });

const feed = (players: string, table: object | null, active = "rb"): GameFeed =>
  ({
    table,
    state: { view: { mover: "r", parties: [..."rb"].map((party) => ({ party, status: active.includes(party) ? "active" : "vassal" })) } },
    seat: (party: string) => ({ player: players["rb".indexOf(party)] === "b" ? "bot" : "me" }),
    seats: [],
  }) as unknown as GameFeed;

describe("who is commented on", () => {
  it("is bots among themselves at one's own computer", () => {
    expect(amongBots(feed("bb", null))).toBe(true);
    expect(amongBots(feed("mb", null))).toBe(false);
    // Whoever is out of the game watches the others.
    expect(amongBots(feed("mb", null, "b"))).toBe(true);
  });

  it("is nobody at a table of people", () => {
    expect(amongBots(feed("bb", {}))).toBe(false);
    expect(amongBots(feed("mb", {}))).toBe(false);
  });
});

describe("the commentary", () => {
  beforeEach(() => void asked.mockReset());
  afterEach(() => void vi.useRealTimers());

  it("asks about one turn at a time, and about the last one next", async () => {
    const answers: ((found: object) => void)[] = [];
    asked.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const commentary = new CommentaryFeed();
    commentary.follow(lines(0), view(0));
    for (const n of [1, 2, 3]) commentary.follow(lines(n), view(n));
    expect(asked.mock.calls.map((call) => call.slice(0, 2))).toEqual([["p0", ""]]);
    answers[0]?.(answer(0));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
    expect(asked.mock.calls[1]?.slice(0, 2)).toEqual(["p2", "turn 3"]);
    answers[1]?.(answer(3));
    await vi.waitFor(() => expect(commentary.points.map(({ x }) => x)).toEqual([0, 3]));
    expect(commentary.comments.map(({ line }) => line)).toEqual([3, 0]);
    commentary.close();
  });

  it("says nothing of a turn that was taken back while one waited for the answer", async () => {
    const answers: ((found: object) => void)[] = [];
    asked.mockImplementation(() => new Promise((resolve) => answers.push(resolve)));
    const commentary = new CommentaryFeed();
    commentary.follow(lines(4), view(4));
    answers[0]?.(answer(4));
    await vi.waitFor(() => expect(commentary.points).toHaveLength(1));
    commentary.follow(lines(5), view(5));
    commentary.follow(lines(4), view(4));
    answers[1]?.(answer(5));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(3));
    expect([commentary.points, commentary.comments]).toEqual([[], []]);
    answers[2]?.(answer(4));
    await vi.waitFor(() => expect(commentary.points.map(({ x }) => x)).toEqual([4]));
    commentary.close();
  });

  it("goes on after a failure, and forgets what was taken back", async () => {
    asked.mockRejectedValueOnce(new Error("busy")).mockResolvedValue(answer(1));
    const commentary = new CommentaryFeed();
    commentary.follow(lines(4), view(4));
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    commentary.follow(lines(5), view(5));
    await vi.waitFor(() => expect(commentary.points.map(({ x }) => x)).toEqual([5]));
    commentary.follow(lines(2), view(2));
    await vi.waitFor(() => expect(commentary.points.map(({ x }) => x)).toEqual([2]));
    expect(asked.mock.calls.at(-1)?.slice(0, 2)).toEqual(["p2", ""]);
  });
});

describe("beside the board", () => {
  it.each([
    ["has nothing to say of a game that was over when it was opened", true, 0],
    ["waits for what there is to say of one that is played", false, 1],
  ])("%s", async (_, over, sections) => {
    asked.mockReset().mockResolvedValue({ comments: [], shares: { b: 1 } });
    const session = { feed: { status: "open", over, state: { lines: lines(4), view: view(4) } }, botPace: "normal", setPace: vi.fn() } as unknown as Session;
    const made = mount(Watching, { target: document.body, props: { session } });
    flushSync();
    await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
    flushSync();
    expect(document.querySelectorAll(".watching")).toHaveLength(sections);
    await unmount(made);
  });

  it("shows shares that add up, the largest first", async () => {
    asked.mockReset().mockResolvedValue({ comments: [], shares: { g: 0.234, r: 0.255, b: 0.254, y: 0.257 } });
    const session = { feed: { status: "open", over: false, state: { lines: lines(4), view: view(4) } }, botPace: "normal", setPace: vi.fn() } as unknown as Session;
    const made = mount(Watching, { target: document.body, props: { session } });
    flushSync();
    await vi.waitFor(() => {
      flushSync();
      expect([...document.querySelectorAll(".graph p > span")].map(({ textContent }) => textContent)).toEqual(["26%", "26%", "25%", "23%"]);
    });
    await unmount(made);
  });
});

describe("a table to watch", () => {
  it("has four different people of the cast, and nobody else", () => {
    const { seats = [] } = castGame();
    expect(seats.map(({ party, player }) => party + player)).toEqual(["rbot", "bbot", "ybot", "gbot"]);
    const people = seats.map(({ level }) => level ?? "");
    expect(new Set(people).size).toBe(4);
    for (const each of people) {
      expect(BOTS).toContain(each);
      expect(["casual", "regular", "club"]).toContain(each.split(":")[0]);
    }
  });
});
