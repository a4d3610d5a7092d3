// The newspaper: what is wrapped, how letters stand apart, and from where a game is tried again.

import { expect, test } from "vitest";

import type { FrontPageView, SeatView } from "../src/generated/api";
import { gameFrom } from "../src/press/again";
import { spread } from "../src/press/spread";
import { wrapped } from "../src/press/wrapping";

const width = (part: string): number => part.length;

test("a text is wrapped between words, and a word is never cut", () => {
  expect(wrapped("Green wins by a majority of one", 12, width)).toEqual(["Green wins", "by a", "majority of", "one"]);
  expect(wrapped("indélogeable", 4, width)).toEqual(["indélogeable"]);
});

test("letters that would cover each other stand apart, and within the picture", () => {
  expect(spread([10, 30, 50], 8, 100)).toEqual([10, 30, 50]);
  expect(spread([29, 31, 36], 8, 100)).toEqual([24, 32, 40]);
  expect(spread([10, 12, 60], 8, 100)).toEqual([7, 15, 60]);
  expect(spread([50, 97, 99], 8, 100)).toEqual([50, 92, 100]);
  expect(spread([1, 1], 8, 100)).toEqual([0, 8]);
});

const seat = (party: string, player: SeatView["player"], more: Partial<SeatView> = {}): SeatView => ({
  party,
  player,
  name: "",
  level: null,
  holder: "table",
  account: null,
  guest: false,
  stand_in: null,
  ...more,
});

const paper: Pick<FrontPageView, "variant" | "seats" | "mine"> = {
  variant: "square-4",
  mine: "b",
  seats: [seat("r", "person", { name: "Anna" }), seat("b", "me"), seat("y", "bot", { level: "club:avenger" }), seat("g", "bot", { level: "novice" })],
};

test("the same seats sit down again, without those that the position has no more", () => {
  expect(gameFrom(paper, { before: "P", party: "b", seats: "rby" }, false)).toEqual({
    variant: "square-4",
    position: "P",
    seats: [
      { party: "r", player: "person", name: "Anna" },
      { party: "b", player: "me", name: "" },
      { party: "y", player: "bot", level: "club:avenger" },
    ],
  });
});

test("online, people who are not here are played by bots", () => {
  expect(gameFrom(paper, { before: "P", party: "b", seats: "rb" }, true).seats).toEqual([
    { party: "r", player: "bot" },
    { party: "b", player: "me", name: "" },
  ]);
});

test("a guest plays the party whose turn it is", () => {
  const seats = gameFrom({ ...paper, mine: "" }, { before: "P", party: "y", seats: "rbyg" }, false).seats ?? [];
  expect(seats.find(({ party }) => party === "y")).toEqual({ party: "y", player: "me", name: "" });
});
