// Positions and records in addresses.

import { describe, expect, it } from "vitest";

import { gameIn, linkTo, linkToGame, linkToRecord, positionIn, recordIn } from "../src/analysis/link";

const hash = (link: string): string => link.slice(link.indexOf("#"));

const POSITIONS = [
  "square-4 bga,own_kills=none 9/9/9/9/9/6bM2/9/1rA6bC/rC8 r,b>r~,y!*,g? rbyg r+b 0 12",
  "square-4 original 8yC/9/9/9/9/9/9/9/rC8 r,b!,y,g! rbyg =ry 3 9",
];

describe("a link", () => {
  it.each(POSITIONS)("holds a position: %s", (position) => {
    const link = linkTo("/edit", position);
    expect(link.startsWith("/edit#p=square-4.")).toBe(true);
    expect(link).not.toContain(" ");
    expect(positionIn(hash(link))).toBe(position);
  });

  it("is read as it was typed, and is nothing if it is broken", () => {
    expect(positionIn("#p=hex-3")).toBe("hex-3");
    expect(positionIn("#p=%E0%A4%A")).toBeNull();
    expect(positionIn("#g=abc")).toBeNull();
  });

  it("names a game of this server, and nothing else", () => {
    expect(gameIn(hash(linkToGame("d2jevsngwuxe")))).toBe("d2jevsngwuxe");
    expect(gameIn("#g=../../etc")).toBeNull();
  });

  it("holds a whole record, much shorter than it is", async () => {
    const record = `[Event "Été"]\n\n${"1. r c3-e3 b g3-g5 {a comment} ".repeat(200)}`;
    const link = await linkToRecord(record);
    expect(link).toMatch(/^\/analyse#r=[A-Za-z0-9_-]+$/);
    expect(link.length).toBeLessThan(record.length / 10);
    expect(await recordIn(hash(link))).toBe(record);
  });

  it("does not unpack what is broken or grows without bound", async () => {
    expect(await recordIn("#r=!!!")).toBeNull();
    expect(await recordIn("#r=AAAA")).toBeNull();
    // The single byte 0xff, which is no text.
    expect(await recordIn("#r=AQEA_v__")).toBeNull();
    expect(await recordIn("#p=x")).toBeNull();
    expect(await recordIn(hash(await linkToRecord("x".repeat(390_000))))).not.toBeNull();
    const bomb = await linkToRecord("x".repeat(500_000)).catch(() => "");
    expect(bomb === "" || (await recordIn(hash(bomb))) === null).toBe(true);
  });
});
