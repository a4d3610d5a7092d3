import { describe, expect, it } from "vitest";

import data from "../src/cast/faces.json";
import { FACES, faceOf } from "../src/cast/faces";
import { BOTS } from "../src/lib/cast";

const names = (parts: readonly unknown[]): string[] => parts.map((part) => String(Array.isArray(part) ? part[0] : part));
const faces: Readonly<Record<string, { parts: readonly unknown[] }>> = data.faces;
const known: Readonly<Record<string, unknown>> = data.parts;

const drawings = new Map(BOTS.map((bot) => [bot, faceOf(bot)?.figure.outerHTML ?? ""]));

describe("the faces of the cast", () => {
  it("are there for everybody, and for nobody else", () => {
    expect([...FACES].toSorted()).toEqual([...BOTS].toSorted());
    expect(faceOf("random")).toBeNull();
    expect(faceOf("toString")).toBeNull();
  });

  it("are drawn from parts that there are, and no part is there for nothing", () => {
    const used = new Set(Object.values(faces).flatMap(({ parts }) => names(parts)));
    expect([...used].toSorted()).toEqual(Object.keys(known).toSorted());
  });

  it.each(BOTS)("of %s is drawn, and like no other's", (bot) => {
    expect((drawings.get(bot) ?? "").length).toBeGreaterThan(2000);
    const mine = new Set(names(faces[bot]?.parts ?? []));
    for (const other of BOTS.filter((each) => each !== bot)) {
      const theirs = names(faces[other]?.parts ?? []);
      expect(theirs.filter((part) => !mine.has(part)).length, other).toBeGreaterThanOrEqual(3);
    }
    expect(new Set(drawings.values()).size).toBe(BOTS.length);
  });
});
