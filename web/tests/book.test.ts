import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { lessonsApi } from "../src/api/lessons";
import type { RulebookView } from "../src/generated/api";
import { book } from "../src/learn/book.svelte";
import Rules from "../src/learn/Rules.svelte";
import { router } from "../src/lib/router.svelte";

vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));

const rulebook = (edition: string): RulebookView => ({ edition }) as RulebookView;

describe("the rulebook", () => {
  afterEach(() => vi.restoreAllMocks());

  it("is that of the edition chosen last, though another one could not be read", async () => {
    let fail: (error: Error) => void = () => undefined;
    vi.spyOn(lessonsApi, "rulebook").mockImplementation((edition) =>
      edition === "bga" ? new Promise((_, reject) => (fail = reject)) : Promise.resolve(rulebook(edition)),
    );
    const lost = book.open("bga");
    await book.open("harcourt");
    fail(new Error("away"));
    await lost;
    expect([book.edition, book.view?.edition, book.failed]).toEqual(["harcourt", "harcourt", null]);
  });

  it("that could not be read is the one that is tried again", async () => {
    const reading = vi.spyOn(lessonsApi, "rulebook").mockImplementation((edition) => Promise.resolve(rulebook(edition)));
    await book.open("harcourt");
    reading.mockRejectedValueOnce(new Error("away"));
    await book.open("bga");
    expect([book.edition, book.failed === null]).toEqual(["harcourt", false]);
    await book.retry();
    expect([book.edition, book.view?.edition, book.failed]).toEqual(["bga", "bga", null]);
  });

  it("has its edition in the address, where a reload finds it", async () => {
    const words = { en: "", fr: "" };
    vi.spyOn(lessonsApi, "rulebook").mockImplementation((edition) =>
      Promise.resolve({ edition, pages: [], table: [], title: words, readings: { title: words } } as unknown as RulebookView),
    );
    router.go("/rules/goal");
    await book.open("harcourt");
    const made = mount(Rules, { target: document.body });
    for (const edition of ["harcourt", "bga", "original"]) {
      await book.open(edition);
      flushSync();
      expect(location.pathname + location.search).toBe(`/rules/goal?edition=${edition}`);
    }
    await unmount(made);
  });

  it("leads from page to page of its edition, to which one comes back", async () => {
    const words = { en: "", fr: "" };
    const pages = ["goal", "chief"].map((name) => ({ name, kind: "", title: words, paragraphs: [], boards: [], options: [] }));
    vi.spyOn(lessonsApi, "rulebook").mockImplementation((edition) =>
      Promise.resolve({ edition, pages, table: [], title: words, readings: { title: words } } as unknown as RulebookView),
    );
    router.go("/rules/goal");
    book.view = null;
    await book.open("original");
    const made = mount(Rules, { target: document.body });
    flushSync();
    const read = router.path + router.search;
    const ways = [...document.querySelectorAll("nav li a, .turn a")].map((way) => way.getAttribute("href"));
    expect([...new Set(ways)]).toEqual(["goal", "chief", "editions", "readings"].map((name) => `/rules/${name}?edition=original`));
    await unmount(made);
    await book.open("hallepee");
    router.go(read);
    const again = mount(Rules, { target: document.body });
    await vi.waitFor(() => expect(book.view?.edition).toBe("original"));
    await unmount(again);
    // Whoever asks for none goes on in the one that was read last.
    await book.open("hallepee");
    router.go("/rules");
    const bare = mount(Rules, { target: document.body });
    flushSync();
    expect(location.pathname + location.search).toBe("/rules?edition=hallepee");
    await unmount(bare);
  });
});
