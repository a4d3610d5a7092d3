import { beforeEach, describe, expect, it } from "vitest";

import { ApiError } from "../src/api/http";
import { Departure } from "../src/lib/departure";
import { router } from "../src/lib/router.svelte";

/** Something that is being made, for the test to say when it is. */
function making(): { make: () => Promise<{ id: string }>; made: (id: string) => void; begun: () => number } {
  let begun = 0;
  let made: (id: string) => void = () => undefined;
  return {
    make: () => {
      begun += 1;
      return new Promise((resolve) => (made = (id) => resolve({ id })));
    },
    made: (id) => made(id),
    begun: () => begun,
  };
}

describe("the way to a new game", () => {
  beforeEach(() => router.go("/new"));

  it("leads there, and says meanwhile that it does", async () => {
    const departure = new Departure();
    const { make, made } = making();
    const gone = departure.to(make);
    expect([departure.going, router.path]).toEqual([true, "/new"]);
    made("abc");
    await gone;
    expect([departure.going, router.path]).toEqual([false, "/g/abc"]);
  });

  it("is begun once, however often a button is pressed", async () => {
    const departure = new Departure();
    const { make, made, begun } = making();
    const gone = departure.to(make);
    await departure.to(make);
    made("abc");
    await gone;
    expect(begun()).toBe(1);
  });

  it("takes nobody along who has gone elsewhere meanwhile", async () => {
    const departure = new Departure();
    const { make, made } = making();
    const gone = departure.to(make);
    router.go("/rules");
    made("abc");
    await gone;
    expect([router.path, location.pathname, departure.problem]).toEqual(["/rules", "/rules", null]);
  });

  it("says why it cannot be gone, until it is tried again", async () => {
    const departure = new Departure();
    await departure.to(() => Promise.reject(new ApiError("busy", { en: "Busy.", fr: "Occupé." })));
    expect([departure.problem, departure.going, router.path]).toEqual([{ words: { en: "Busy.", fr: "Occupé." } }, false, "/new"]);
    await departure.to(() => Promise.resolve({ id: "abc" }));
    expect([departure.problem, router.path]).toEqual([null, "/g/abc"]);
  });
});
