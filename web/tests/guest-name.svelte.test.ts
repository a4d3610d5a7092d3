import { afterEach, describe, expect, it, vi } from "vitest";

import english from "../../src/djambi/texts/en/online.json";
import { texts } from "../src/lib/texts.svelte";
import { GuestName } from "../src/people/guest-name.svelte";

describe("the name of a guest", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("is suggested, each of those that there are", async () => {
    await texts.use("en", ["online"]);
    const known = Object.entries(english).flatMap(([key, name]) => (key.startsWith("online.alias.") ? [name] : []));
    const drawn = known.map((_, i) => {
      vi.spyOn(Math, "random").mockReturnValueOnce((i + 0.5) / known.length);
      return new GuestName().suggestion;
    });
    expect(new Set(drawn)).toEqual(new Set(known));
  });

  it("is what is typed, if anything is", () => {
    const name = new GuestName();
    expect(name.chosen).toBe(name.suggestion);
    name.typed = "  Niccolò ";
    expect(name.chosen).toBe("Niccolò");
    name.typed = "  ";
    expect(name.chosen).toBe(name.suggestion);
  });
});
