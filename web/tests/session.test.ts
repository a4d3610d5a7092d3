import { describe, expect, it, vi } from "vitest";

import { preferences } from "../src/lib/settings.svelte";
import { Session } from "../src/session/session.svelte";
import { Wire, wired } from "./wire";

describe("the pace of bots among themselves", () => {
  wired();

  it("is the one chosen last, before the server has answered", () => {
    const session = new Session("g", () => undefined);
    const last = (): unknown => Wire.last.sent.at(-1)?.["id"];
    void session.setPace("fast");
    const fast = last();
    void session.setPace("pause");
    expect(session.botPace).toBe("pause");
    // An answer that comes late brings no former pace back.
    Wire.last.says({ type: "done", id: fast });
    expect(session.botPace).toBe("pause");
    session.close();
  });
});

describe("a pass by itself", () => {
  wired();

  it("is sent again where it was lost on the way, once and in the same position only", async () => {
    preferences.kept.auto_pass = true;
    const session = new Session("g", () => undefined);
    const passes = (): number => Wire.last.sent.filter(({ type }) => type === "turn").length;
    const position = { mover: "r", ply: 0, position: "", last: null, parties: [{ party: "r", status: "active" }], stages: { "": { prefix: "", kind: "piece", choices: [{ text: "pass", act: "pass", cells: [] }] } } };
    const state = { type: "state", number: 1, version: "1", game: {}, view: position, lines: [], seats: [], you: { parties: "r" }, draw: "", can_undo: false, table: null, clock: null, id: null };
    const nothing = { ...state, type: "update", since: 1, kept: 0, events: [] };
    Wire.last.says(state);
    expect(passes()).toBe(1);
    Wire.last.breaks();
    await vi.advanceTimersByTimeAsync(0);
    session.feed.reconnect();
    Wire.last.says(nothing);
    Wire.last.says(nothing);
    expect(passes()).toBe(1);
    Wire.last.breaks();
    await vi.advanceTimersByTimeAsync(0);
    session.feed.reconnect();
    Wire.last.says({ ...nothing, number: 2, view: { ...position, mover: "b", ply: 1, stages: {} }, events: [{ kind: "turn" }] });
    expect(passes()).toBe(0);
    session.close();
    preferences.kept.auto_pass = false;
  });
});
