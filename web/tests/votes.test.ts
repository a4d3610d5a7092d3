import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";

import type { Session } from "../src/session/session.svelte";
import Votes from "../src/table/Votes.svelte";
import { press, read, showing, type Told } from "./game-wire";
import { VoteFeed } from "./vote-feed.svelte";
import { Wire } from "./wire";

it("why an answer was not taken is told as long as its vote is held", async () => {
  const feed = new VoteFeed();
  const made = mount(Votes, { target: document.body, props: { session: { feed } as unknown as Session } });
  document.querySelector<HTMLButtonElement>("button")?.click();
  await new Promise((done) => setTimeout(done));
  flushSync();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Too late.");
  feed.hold(2);
  flushSync();
  expect([document.querySelector("section") !== null, document.querySelector("[role=alert]")]).toEqual([true, null]);
  await unmount(made);
});

describe("a vote that is held", () => {
  const game = showing(Votes);
  const VOTE = { number: 3, kind: "pause", party: "b", kept: null, voters: "rbyg", agreed: "b", at: 0, until: 60_000 };
  function shown(vote: object | null, more: Told = {}): void {
    game.show((session) => ({ session }));
    says(vote, more);
  }
  const says = (vote: object | null, more: Told = {}): void =>
    game.says({ table: { vote: vote && { ...VOTE, ...vote }, clock: { now: 0, running: null, until: null, left: {}, paused: false } }, ...more });
  const buttons = (): string[] => read("section button");

  it("is not there without one", () => {
    shown(null);
    expect(document.querySelector("section")).toBeNull();
  });

  it.each([["table.vote.pause.yes", true], ["table.vote.pause.no", false]])("says what it is about, until when, who has agreed, and asks me: %s", (name, agree) => {
    shown({});
    expect([read("header strong"), read("header .muted"), document.querySelectorAll("[role=timer]").length, document.querySelectorAll(".agreed > span").length]).toEqual([["table.vote.pause"], ["table.vote.all"], 1, 1]);
    expect(buttons()).toEqual(["table.vote.pause.yes", "table.vote.pause.no"]);
    press(name);
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "ballot", vote: 3, agree });
  });

  it.each([
    ["draw", "table.vote.secret"],
    ["resume", "table.vote.later"],
    ["undo", "table.vote.all"],
  ])("on a %s follows its own rule", (kind, rule) => {
    shown({ kind, agreed: "" });
    expect([read("header .muted"), document.querySelector(".agreed")]).toEqual([[rule], null]);
  });

  it("is not asked of those who have no say in it", () => {
    shown({ voters: "byg" });
    expect([buttons(), read(".said")]).toEqual([[], []]);
    says({}, { mine: "" });
    expect(buttons()).toEqual([]);
  });

  it("says what I have answered; a draw that I agreed to may still be refused", () => {
    shown({ agreed: "br" });
    expect([read(".said"), buttons()]).toEqual([["table.vote.mine.yes"], []]);
    const secret = (ballot: boolean): void => says({ kind: "draw", party: "", agreed: "" }, { you: { place: { invite: "", ballot } } });
    secret(true);
    expect([read(".said"), buttons()]).toEqual([["table.vote.mine.yes"], ["table.vote.draw.no"]]);
    press("table.vote.draw.no");
    expect(Wire.last.sent.at(-1)).toMatchObject({ type: "ballot", vote: 3, agree: false });
    secret(false);
    expect([read(".said"), buttons()]).toEqual([["table.vote.mine.no"], []]);
  });
});
