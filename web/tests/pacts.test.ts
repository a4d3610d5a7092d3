// Pacts as they are put together, and as they are shown.

import { describe, expect, it } from "vitest";

import type { AsideView, PactTableView, PactView, PromiseView } from "../src/generated/api";
import { aims, ALL, draftsOf, FIRST, promises, standing, united } from "../src/pacts/draft";
import { breaks, deedOf, sorted, pactState, trust } from "../src/pacts/pact-state";

const kind = (name: PactTableView["kinds"][number]["kind"], about: "party" | "piece" | null): PactTableView["kinds"][number] => ({
  kind: name,
  about,
  name: { en: name, fr: name },
  deed: { en: "", fr: "" },
  by_deed: "broken",
  by_term: "kept",
  by_end: "kept",
  void: [],
});
const TABLE: PactTableView = {
  kinds: [kind("peace", "party"), kind("attack", "party"), kind("no_power", null), kind("spare", "piece")],
  emotes: [],
  most_rounds: 20,
  most_promises: 8,
  longest: 500,
};

const promise = (by: string, other: string | null, change: Partial<PromiseView> = {}): PromiseView => ({
  by,
  kind: "peace",
  rounds: 3,
  other,
  piece: null,
  words: { en: "", fr: "" },
  verdict: "running",
  left: 2,
  line: null,
  reason: null,
  why: null,
  remark: null,
  named: null,
  ...change,
});
const pact = (id: string, change: Partial<PactView> = {}): PactView => ({
  id,
  by: "r",
  parties: "rb",
  secret: false,
  state: "concluded",
  agreed: "rb",
  counters: null,
  line: 0,
  denounced: "",
  promises: [promise("r", "b"), promise("b", "r")],
  may: [],
  ...change,
});

const MILITANT = { cell: "c3", party: "b", kind: "M" };

describe("a pact in the making", () => {
  it("has each promise once, for as long as any line of it says", () => {
    const both = promises(FIRST, ["r", "b"], TABLE);
    expect(united([...both, { by: "r", kind: "peace", rounds: 9, other: "b" }, { by: "r", kind: "peace", rounds: 1, other: "b" }], TABLE)).toEqual([
      { by: "r", kind: "peace", rounds: 9, other: "b" },
      both[1],
    ]);
    const spare = (cell: string) => ({ by: "r", kind: "spare" as const, rounds: 2, cell });
    expect(united([spare("a1"), spare("a2")], TABLE)).toHaveLength(2);
  });

  it("has what is to be done once for the fewest rounds in which it was to be done", () => {
    const table = { ...TABLE, kinds: TABLE.kinds.map((one) => (one.kind === "attack" ? { ...one, by_deed: "kept" as const } : one)) };
    const attack = (rounds: number) => ({ by: "r", kind: "attack" as const, rounds, other: "y" });
    expect(united([attack(5), attack(2), attack(9)], table)).toEqual([attack(2)]);
  });

  it("is a promise by each where all give it", () => {
    expect(promises(FIRST, ["r", "b", "y"], TABLE)).toHaveLength(6);
    expect(promises(FIRST, ["r", "b"], TABLE)).toEqual([
      { by: "r", kind: "peace", rounds: 3, other: "b" },
      { by: "b", kind: "peace", rounds: 3, other: "r" },
    ]);
  });

  it("says nothing while something is missing", () => {
    expect(promises({ ...FIRST, kind: "spare", by: "r" }, ["r", "b"], TABLE)).toEqual([]);
    expect(promises({ ...FIRST, kind: "attack", by: "r", other: "" }, ["r", "b"], TABLE)).toEqual([]);
    expect(promises({ ...FIRST, kind: "no_power", by: "r", rounds: 2 }, ["r", "b"], TABLE)).toEqual([{ by: "r", kind: "no_power", rounds: 2 }]);
    expect(promises({ ...FIRST, kind: "attack", by: "r", other: "y" }, ["r", "b"], TABLE)).toEqual([{ by: "r", kind: "attack", rounds: 3, other: "y" }]);
    expect(promises({ ...FIRST, kind: "spare", by: "r", piece: MILITANT }, ["r", "b"], TABLE)).toEqual([
      { by: "r", kind: "spare", rounds: 3, cell: "c3" },
    ]);
  });

  it("spares the pieces of others", () => {
    const spared = promises({ ...FIRST, kind: "spare", piece: MILITANT }, ["r", "b"], TABLE, "r");
    expect(spared).toEqual([{ by: "b", kind: "spare", rounds: 3, cell: "c3" }]);
  });

  it("spares the piece that was meant, not one that stands there later", () => {
    const there = { ...MILITANT, controller: "b" };
    expect(standing(MILITANT, [there])).toBe(there);
    expect(standing(MILITANT, [{ ...there, kind: "A" }, { ...there, cell: "c4" }, { ...there, party: "y" }])).toBeNull();
    expect(standing(null, [there])).toBeNull();
  });

  it("attacks first whoever is no party to it", () => {
    const active = ["r", "b", "y", "g"];
    expect(aims({ ...FIRST, kind: "attack" }, ["r", "b"], active)).toEqual(["y", "g"]);
    expect(aims({ ...FIRST, kind: "attack", by: "r" }, ["r", "b"], active)).toEqual(["y", "g", "b"]);
    expect(aims({ ...FIRST, by: "r" }, ["r", "b"], active)).toEqual(["b"]);
    expect(aims(FIRST, ["r", "b"], active)).toEqual([ALL]);
  });

  it("begins, as a counter-proposal, as the pact was written", () => {
    const lines = draftsOf(pact("a", { promises: [promise("r", "b"), promise("b", "r"), promise("b", null, { kind: "no_power" })] }));
    expect(lines.map(({ by, kind: what }) => [by, what])).toEqual([[ALL, "peace"], ["b", "no_power"]]);
    expect(promises(lines[0] ?? FIRST, ["r", "b"], TABLE)).toHaveLength(2);
    // Peace among three is one line as long as it lasts the same for all of them.
    const among = (...rounds: number[]) => [..."rby"].flatMap((by, i) => [..."rby"].filter((other) => other !== by).map((other) => promise(by, other, { rounds: rounds[i] ?? 0 })));
    const written = (promised: PromiseView[]) => draftsOf(pact("t", { parties: "rby", promises: promised })).map(({ by, other, rounds }) => `${by}${other}${rounds}`);
    expect([written(among(5, 5, 5)), written(among(5, 5, 6)).length, written(among(5, 5, 5).slice(1)).length]).toEqual([["**5"], 6, 5]);
    // One-sided peace stays one-sided.
    expect(draftsOf(pact("b", { promises: [promise("r", "b")] })).map((line) => line.by)).toEqual(["r"]);
    // A piece is where it stands now, if it is not dead.
    const spared = (now: string | null) => draftsOf(pact("c", { promises: [promise("r", null, { kind: "spare", piece: { ...MILITANT, now } })] }))[0]?.piece;
    expect([spared("c5"), spared(null)]).toMatchObject([{ ...MILITANT, cell: "c5" }, null]);
  });
});

describe("a pact that is shown", () => {
  const broken = pact("x", { promises: [promise("r", "b", { verdict: "broken", line: 7 }), promise("b", "r", { verdict: "void", line: 7 })] });

  it("is broken if one of its promises is, and runs as long as one does", () => {
    expect(pactState(broken)).toBe("broken");
    expect(pactState(pact("y"))).toBe("running");
    expect(pactState(pact("z", { promises: [promise("r", "b", { verdict: "kept" }), promise("b", "r")] }))).toBe("running");
    expect(pactState(pact("w", { state: "declined" }))).toBe("declined");
    expect(pactState(pact("v", { promises: [promise("r", "b"), promise("b", "r", { verdict: "broken" })] }))).toBe("broken");
  });

  it("is taken back by who proposed it, and refused by others", () => {
    const aside = { kind: "declined", pact: "q", party: "r" } as AsideView;
    const asked = [pact("q", { state: "declined" })];
    expect(deedOf(aside, asked)).toBe("withdrawn");
    expect(deedOf({ ...aside, party: "b" }, asked)).toBe("declined");
    expect(deedOf({ ...aside, kind: "denounced" }, asked)).toBe("denounced");
  });

  it("comes first where it waits for me", () => {
    const asked = pact("q", { state: "proposed", may: ["accept"] });
    expect(sorted([broken, pact("y"), pact("p", { state: "proposed" }), asked]).map(({ id }) => id)).toEqual(["q", "p", "y", "x"]);
    expect(sorted([broken, pact("y"), { ...broken, id: "z" }]).map(({ id }) => id)).toEqual(["y", "z", "x"]);
  });

  it("marks the line that broke it, and who did", () => {
    const other = pact("o", { promises: [promise("r", "y", { verdict: "broken", line: 7 }), promise("y", "r", { verdict: "broken" }), promise("r", "g", { verdict: "kept", line: 8 })] });
    const told = [...breaks([broken, other, pact("y")])].map(([line, found]) => [line, found.map((one) => `${one.pact.id} ${one.promise.by}`)]);
    expect(told).toEqual([[7, ["x r", "o r"]]]);
    expect(["r", "b", "y"].map((party) => trust([broken, other, pact("y")], party).broken)).toEqual([2, 0, 1]);
    expect(trust([broken, pact("y")], "b").bound.map(({ id }) => id)).toEqual(["y"]);
    expect(trust([broken, pact("y")], "g").bound).toEqual([]);
  });
});
