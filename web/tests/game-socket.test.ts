import { describe, expect, it, vi } from "vitest";

import { GameSocket, RequestSuperseded, ServerRefusal, type GameSocketListener } from "../src/api/game-socket";
import { Wire, wired } from "./wire";

function listener(): GameSocketListener & { heard: string[] } {
  const heard: string[] = [];
  return {
    heard,
    state: (state) => heard.push(`state ${state.number}`),
    update: (update) => heard.push(`update ${update.number}`),
    thinking: ({ party, part }) => heard.push(`thinking ${party} ${part}`),
    asides: (asides) => heard.push(`asides ${asides.number}`),
    status: (status) => heard.push(status),
  };
}

const update = (since: number, number: number) => ({ type: "update", since, number, events: [{}], id: null });

describe("a game's connection", () => {
  wired();

  it("gives each question its answer, in whatever order they come", async () => {
    const live = new GameSocket("g1", listener());
    const first = live.ask({ type: "stage", prefix: "c3-c5" });
    const second = live.ask({ type: "why", origin: "c3", target: "e5" });
    const [a, b] = Wire.last.sent;
    Wire.last.says({ type: "reason", id: b?.["id"], code: "maze", words: null });
    Wire.last.says({ type: "choices", id: a?.["id"], number: 1, stage: {} });
    expect((await first).type).toBe("choices");
    expect((await second).type).toBe("reason");
    live.close();
  });

  it("says no more once it is closed, whatever is still asked, and is not opened again", async () => {
    const live = new GameSocket("g1", listener());
    Wire.last.says({ type: "state", number: 4, id: null });
    const asked = live.ask({ type: "stage", prefix: "c3-c5" });
    live.close();
    expect(Wire.last.readyState).toBe(Wire.CLOSING + 1);
    await expect(asked).rejects.toBeInstanceOf(RequestSuperseded);
    dispatchEvent(new Event("online"));
    vi.advanceTimersByTime(60_000);
    expect([Wire.all.length, Wire.last.sent.length, vi.getTimerCount()]).toEqual([1, 1, 0]);
  });

  it("takes updates in order and asks for what it missed", () => {
    const to = listener();
    const live = new GameSocket("g1", to);
    Wire.last.says({ type: "state", number: 4, id: null });
    Wire.last.says(update(4, 5));
    Wire.last.says(update(6, 7));
    expect(to.heard.filter((word) => word.startsWith("update"))).toEqual(["update 5"]);
    expect(Wire.last.sent).toEqual([{ type: "resume", after: 5, id: 1 }]);
    Wire.last.says(update(5, 7));
    expect(live.number).toBe(7);
    live.close();
  });

  it("tells how far a bot has come, unless the turn has been played", () => {
    const to = listener();
    const live = new GameSocket("g1", to);
    Wire.last.says({ type: "state", number: 4, id: null });
    Wire.last.says({ type: "thinking", number: 4, party: "b", part: 0.5 });
    Wire.last.says({ type: "thinking", number: 3, party: "r", part: 0.9 });
    expect(to.heard.filter((word) => word.startsWith("thinking"))).toEqual(["thinking b 0.5"]);
    live.close();
  });

  it("comes back after a loss, from the last event that it saw", async () => {
    const to = listener();
    const live = new GameSocket("g1", to);
    Wire.last.says({ type: "state", number: 4, id: null });
    const lost = live.ask({ type: "hint" });
    const caught = expect(lost).rejects.toBeInstanceOf(RequestSuperseded);
    Wire.last.breaks();
    await caught;
    await vi.advanceTimersByTimeAsync(500);
    expect(Wire.all).toHaveLength(2);
    expect(Wire.last.url).toContain("/api/games/g1/socket?after=4");
    Wire.last.says(update(4, 6));
    expect(to.heard.slice(-2)).toEqual(["open", "update 6"]);
    live.close();
  });

  it.each([
    ["there is no such game", 4404, "missing"],
    ["the server speaks another protocol", 4426, "outdated"],
  ])("says that %s, and tries no more", async (_, code, status) => {
    const to = listener();
    const live = new GameSocket("g1", to);
    Wire.last.breaks(code);
    await vi.advanceTimersByTimeAsync(20_000);
    // Nor when the network is back, or somebody looks at the page again.
    dispatchEvent(new Event("online"));
    document.dispatchEvent(new Event("visibilitychange"));
    live.hurry();
    expect(to.heard.at(-1)).toBe(status);
    expect(Wire.all).toHaveLength(1);
    live.close();
  });

  it("tells a refusal from a stale turn", async () => {
    const live = new GameSocket("g1", listener());
    const refused = live.ask({ type: "turn", after: 1, text: "a1-z9" });
    const stale = live.ask({ type: "turn", after: 1, text: "a1-a2" });
    Wire.last.says({ type: "failed", id: 1, code: "bad_turn", words: { en: "", fr: "" } });
    Wire.last.says({ type: "state", number: 9, id: 2 });
    await expect(refused).rejects.toBeInstanceOf(ServerRefusal);
    await expect(stale).rejects.toBeInstanceOf(RequestSuperseded);
    expect(live.number).toBe(9);
    live.close();
  });

  it("knows what it has just done before it sees it", async () => {
    const to = listener();
    const live = new GameSocket("g", to);
    Wire.last.says({ type: "state", number: 3, id: null });
    const done = live.ask({ type: "sit", after: live.last, party: "b" });
    Wire.last.says({ type: "done", id: 1, number: 4 });
    await done;
    expect([live.number, live.last]).toEqual([3, 4]);
    Wire.last.says(update(3, 4));
    expect([live.number, live.last]).toEqual([4, 4]);
    Wire.last.says({ type: "state", number: 2, id: null });
    expect(live.last).toBe(2);
    live.close();
  });

  it("tries at once when it is told to, and once only", () => {
    const live = new GameSocket("g", listener());
    for (let i = 0; i < 6; i++) {
      Wire.last.breaks();
      vi.advanceTimersByTime(10_000);
    }
    Wire.last.breaks();
    const before = Wire.all.length;
    live.hurry();
    live.hurry();
    expect(Wire.all.length).toBe(before + 1);
    Wire.last.says({ type: "state", number: 4, id: null });
    vi.advanceTimersByTime(3000);
    expect(Wire.all.length).toBe(before + 1);
    live.close();
    live.hurry();
    expect(Wire.all.length).toBe(before + 1);
  });

  it("replaces a connection that is being closed once", async () => {
    const live = new GameSocket("g", listener());
    const lost = expect(live.ask({ type: "hint" })).rejects.toBeInstanceOf(RequestSuperseded);
    const closing = Wire.last;
    closing.readyState = Wire.CLOSING;
    live.hurry();
    closing.breaks();
    await lost;
    vi.advanceTimersByTime(2000);
    expect(Wire.all).toHaveLength(2);
    live.close();
  });

  it("notices within ten seconds that nothing comes any more, says so, and tries again", async () => {
    const to = listener();
    const live = new GameSocket("g", to);
    Wire.last.says({ type: "state", number: 3, id: null });
    const dead = Wire.last;
    const lost = live.ask({ type: "hint" });
    const caught = expect(lost).rejects.toBeInstanceOf(RequestSuperseded);
    await vi.advanceTimersByTimeAsync(9999);
    await caught;
    expect(dead.readyState).toBe(3);
    expect(to.heard.at(-1)).toBe("lost");
    expect(Wire.all).toHaveLength(2);
    expect(Wire.last.url).toContain("after=3");
    // What it still says is no news.
    dead.says(update(3, 4));
    expect(live.number).toBe(3);
    Wire.last.says(update(3, 4));
    expect(to.heard.at(-1)).toBe("update 4");
    live.close();
  });

  it("does not wait for ever for a connection that never opens, and gives each more time than the one before", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    const to = listener();
    const live = new GameSocket("g", to);
    const begun: number[] = [];
    for (let second = 0; second < 60; second++) {
      if (Wire.all.length > begun.length) {
        begun.push(second);
        Wire.last.readyState = Wire.CONNECTING;
      }
      await vi.advanceTimersByTimeAsync(1000);
    }
    // They have 5, 5, 10 and 15 seconds; between them are pauses of 0.4, 0.8, 1.6 and 3.2.
    expect(begun).toEqual([0, 6, 12, 23, 41]);
    expect(to.heard.at(-1)).toBe("lost");
    live.close();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(Wire.all).toHaveLength(5);
  });

  it("waits for a long game over a slow line", async () => {
    const to = listener();
    const live = new GameSocket("g", to);
    await vi.advanceTimersByTimeAsync(24_000);
    Wire.last.says({ type: "state", number: 900, id: null });
    expect([to.heard, Wire.all.length]).toEqual([["connecting", "open", "state 900"], 1]);
    live.close();
  });

  it("stays with a server that answers, and knows how quick it is", async () => {
    const delays: number[] = [];
    const live = new GameSocket("g", { ...listener(), delay: (time) => delays.push(time) });
    Wire.last.says({ type: "state", number: 3, id: null });
    for (let i = 0; i < 10; i++) {
      await vi.advanceTimersByTimeAsync(4000);
      const ping = Wire.last.sent.at(-1);
      expect(ping).toMatchObject({ type: "ping" });
      Wire.last.says({ type: "pong", id: ping?.["id"], number: 3 });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect(Wire.all).toHaveLength(1);
    expect(delays).toHaveLength(10);
    live.close();
  });

  it("asks at once when the page is seen again or the network is back", () => {
    const live = new GameSocket("g", listener());
    Wire.last.says({ type: "state", number: 3, id: null });
    for (const [target, event] of [[document, "visibilitychange"], [window, "online"]] as const) {
      const before = Wire.last.sent.length;
      target.dispatchEvent(new Event(event));
      const ping = Wire.last.sent.at(-1);
      expect(Wire.last.sent).toHaveLength(before + 1);
      expect(ping).toMatchObject({ type: "ping" });
      Wire.last.says({ type: "pong", id: ping?.["id"], number: 3 });
    }
    live.close();
  });

  it("connects anew at once when the page is seen again after it was stopped, whatever its connection says of itself", () => {
    const to = listener();
    const live = new GameSocket("g", to);
    Wire.last.says({ type: "state", number: 3, id: null });
    // Its timers stand meanwhile.
    vi.setSystemTime(Date.now() + 90_000);
    document.dispatchEvent(new Event("visibilitychange"));
    expect(Wire.all.map(({ readyState }) => readyState)).toEqual([3, 1]);
    expect(Wire.last.url).toContain("?after=3");
    Wire.last.says(update(3, 4));
    document.dispatchEvent(new Event("visibilitychange"));
    expect([Wire.all.length, to.heard.slice(-2)]).toEqual([2, ["open", "update 4"]]);
    live.close();
  });

  it("hears what is said in order, asks for what it missed, and says after a loss how much it has heard", () => {
    const to = listener();
    const live = new GameSocket("g1", to);
    const asides = (since: number, number: number) => ({ type: "asides", since, number, entries: [{}], id: null });
    Wire.last.says({ type: "state", number: 4, id: null });
    Wire.last.says(asides(0, 3));
    Wire.last.says(asides(3, 4));
    Wire.last.says(asides(2, 3));
    Wire.last.says(asides(5, 6));
    expect(to.heard.filter((word) => word.startsWith("asides"))).toEqual(["asides 3", "asides 4"]);
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "hear", after: 4 });
    Wire.last.breaks();
    vi.runOnlyPendingTimers();
    expect(Wire.last.url).toContain("?after=4&said=4");
    // The whole list again: what was secret in a game that is over.
    Wire.last.says(asides(0, 9));
    expect(live.heard).toBe(9);
    live.close();
  });
});
