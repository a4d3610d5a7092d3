import { describe, expect, it, vi } from "vitest";

import { SCREENS, screenAt, WAYS } from "../src/app/screens";
import english from "../src/lib/texts-en";
import { router } from "../src/lib/router.svelte";

describe("screens", () => {
  it("have addresses", () => {
    expect(screenAt("/i/k7Qx-2m_9")?.name).toBe("invite");
    expect(screenAt("/people/ab12")?.name).toBe("person");
    expect(screenAt("/rules")?.name).toBe("rules");
    expect(screenAt("/rules/goal")?.name).toBe("rules");
    expect(screenAt("/people/%2e%2e")).toBeUndefined();
    expect(screenAt("/puzzles/square-4-0a1b")?.name).toBe("puzzle");
    expect(screenAt("/puzzles/calendar")).toBeUndefined();
  });

  it("are where the navigation leads", () => {
    expect(WAYS.map(({ path }) => path)).toContain("/learn");
    for (const { path, key } of WAYS) {
      expect(screenAt(path)?.path.test(path)).toBe(true);
      expect([key, `${key}.line`].filter((each) => !(each in english))).toEqual([]);
    }
  });

  it("can all be shown", () => {
    for (const { component, load, online } of SCREENS) expect(component ?? load ?? online).toBeDefined();
  });
});

describe("the router", () => {
  it("knows what stands second in an address", () => {
    router.go("/learn/first-blood");
    expect([router.path, router.id]).toEqual(["/learn/first-blood", "first-blood"]);
  });

  it("tells a screen that one goes elsewhere in it by what stands behind the #", () => {
    const heard = vi.fn();
    addEventListener("hashchange", heard);
    for (const address of ["/edit", "/analyse#one", "/analyse#one", "/analyse"]) router.go(address);
    expect(heard).toHaveBeenCalledTimes(1);
    removeEventListener("hashchange", heard);
  });

  it("begins a screen anew for another query, but not for one that the screen writes itself", () => {
    router.go("/puzzles");
    const { visits } = router;
    router.rewrite("/puzzles?kind=maze");
    router.go("/puzzles?kind=maze");
    expect(router.visits).toBe(visits);
    router.go("/puzzles");
    expect(router.visits).toBe(visits + 1);
    // The way back in the browser's history.
    history.replaceState(null, "", "/puzzles?kind=duel");
    dispatchEvent(new Event("popstate"));
    expect(router.visits).toBe(visits + 2);
    router.go("/search?player=ana");
    expect(router.visits).toBe(visits + 2);
  });

  it("goes back to where one was before a passage", () => {
    for (const before of ["/search?player=ana", "/analyse#p=hex-3"]) {
      router.go(before);
      router.go("/sign-in");
      router.settle(true);
      router.go("/sign-up");
      router.back("/sign-up");
      router.settle(false);
      expect(location.pathname + location.search + location.hash).toBe(before);
    }
  });
});
