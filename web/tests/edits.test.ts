// What the editor changes in a set-up.

import { describe, expect, it } from "vitest";

import { erase, later, move, put, stateOf, states, turnOf, withState, withTurn } from "../src/editor/edits";
import type { EditedSetupView } from "../src/generated/api";

const SETUP: EditedSetupView = {
  variant: "hex-3",
  edition: "bga",
  options: {},
  cells: { a1: "rC", b2: "x" },
  parties: [..."rby"].map((party) => ({ party, status: "active", lord: null, gone: false })),
  order: "rby",
  seat: "r",
  ruler: null,
  winners: "",
  quiet: 0,
  ply: 0,
};

describe("an edit", () => {
  it("puts, moves and takes away, and leaves the set-up before it alone", () => {
    expect(put(SETUP, "c3", "bM").cells).toEqual({ a1: "rC", b2: "x", c3: "bM" });
    expect(move(SETUP, "a1", "b2").cells).toEqual({ b2: "rC" });
    expect(move(SETUP, "a1", "a1").cells).toEqual(SETUP.cells);
    expect(move(SETUP, "z9", "a1").cells).toEqual(SETUP.cells);
    expect(erase(SETUP, "b2").cells).toEqual({ a1: "rC" });
    expect(SETUP.cells).toEqual({ a1: "rC", b2: "x" });
  });

  it("changes one party's state and keeps whether it is gone", () => {
    const vassal = withState(SETUP, "b", "vassal:r");
    expect(vassal.parties.map(stateOf)).toEqual(["active", "vassal:r", "active"]);
    const gone = withState(vassal, "b", "frozen", true);
    expect(withState(gone, "b", "vassal:y").parties[1]).toEqual({ party: "b", status: "vassal", lord: "y", gone: true });
  });

  it("offers no party as its own lord", () => {
    expect(states("r", [..."rby"])).toEqual([
      "active", "vassal:b", "vassal:y", "inherited:b", "inherited:y", "frozen", "held:b", "held:y", "hostage",
    ]);
  });

  it("moves a seat on in the order, the last one to the front", () => {
    expect(later("rby", "r")).toBe("bry");
    expect(later("rby", "y")).toBe("yrb");
    expect(later("rby", "z")).toBe("rby");
  });

  it.each(["b", "r+b", "=r", "=rb"])("says and reads whose turn it is: %s", (word) => {
    const next = withTurn(withTurn(SETUP, "y+b"), word);
    expect(turnOf(next)).toBe(word);
    expect(next.ruler).toBe(word === "r+b" ? "r" : null);
  });
});
