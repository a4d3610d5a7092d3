import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Tabs } from "../src/engine/tabs";

/** The locks of a browser that are held, by name; all of them are shared. */
let held: string[] = [];

beforeEach(() => {
  held = [];
  vi.stubGlobal("navigator", {
    locks: {
      request: async (name: string, _: LockOptions, work: () => Promise<void>) => {
        held.push(name);
        await work();
        held.splice(held.indexOf(name), 1);
      },
      query: async () => {
        // What was let go before is gone by then.
        await new Promise((done) => setTimeout(done));
        return { held: held.map((name) => ({ name })) };
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

it("a tab knows whether another one shows a game, however often it does so itself", async () => {
  const [one, other] = [new Tabs(), new Tabs()];
  one.show("a");
  one.show("a");
  const shown = (): Promise<boolean[]> => Promise.all([one.shown_elsewhere("a"), other.shown_elsewhere("a"), other.shown_elsewhere("b")]);
  expect(await shown()).toEqual([false, true, false]);
  other.show("a");
  one.leave("a");
  expect(await shown()).toEqual([true, true, false]);
  one.leave("a");
  expect(await shown()).toEqual([true, false, false]);
});

it("where a browser has no locks, no tab is known of", async () => {
  vi.stubGlobal("navigator", {});
  const tabs = new Tabs();
  tabs.show("a");
  expect(await tabs.shown_elsewhere("a")).toBe(false);
  tabs.leave("a");
});
