import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { pactsApi } from "../src/api/pacts";
import type { PactTableView, PactView } from "../src/generated/api";
import Pacts from "../src/pacts/Pacts.svelte";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";

const words = { en: "", fr: "" };
const kinds = Object.entries({ peace: "party", no_power: null, spare: "piece" }).map(([kind, about]) => ({ kind, name: { en: kind, fr: kind }, about, by_deed: "broken" }));

const TABLE = { kinds, emotes: [], most_rounds: 9, most_promises: 9, words } as unknown as PactTableView;
const utter = vi.fn(async () => null);

/** Shows the pacts of a game in which I am Red, or more people than I are here, until the function that is returned is called. */
function shown(talk: TalkFeed, mine = "r", pieces: readonly object[] = []): () => Promise<void> {
  const parties = [..."rby"].map((party) => ({ party, status: "active" }));
  const seat = (party: string) => ({ party, player: "person", name: party, level: null });
  const feed = { mine, utter, over: false, seats: [..."rby"].map(seat), seat, state: { number: 1, view: { mover: "b", parties, pieces } } };
  const made = mount(Pacts, { target: document.body, props: { session: { talk, feed } as unknown as Session } });
  flushSync();
  return async () => unmount(made);
}

function press(text: string): void {
  [...document.querySelectorAll("button")].find((one) => one.textContent.trim() === text)?.click();
  flushSync();
}

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

function talking(): TalkFeed {
  const talk = new TalkFeed("g");
  talk.hear({ type: "asides", since: 0, number: 0, entries: [], pacts: [], terms: { talk: "free", rooms: [], pacts: true, secret: true, published: false, ambassador: false }, id: null }, "r");
  return talk;
}

describe("a pact in the making", () => {
  afterEach(() => {
    vi.restoreAllMocks();
    utter.mockClear();
  });

  it("is still there when one comes back from what was said, until it is given up", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue(TABLE);
    const talk = talking();
    const away = shown(talk);
    press("table.pact.new");
    await settled();
    press("web.player.party");
    press("table.pact.add");
    const chosen = (): unknown => [document.querySelectorAll("button[aria-pressed=true]").length, document.querySelectorAll(".line").length];
    expect(chosen()).toEqual([1, 2]);
    await away();
    const gone = shown(talk);
    await settled();
    expect(chosen()).toEqual([1, 2]);
    press("table.cancel");
    press("table.pact.new");
    await settled();
    expect(chosen()).toEqual([0, 1]);
    await gone();
  });

  it("has one side of those at one device: whoever is to move, unless another one is chosen", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue(TABLE);
    const talk = talking();
    const away = shown(talk, "rb");
    press("table.pact.new");
    await settled();
    const sides = [...document.querySelectorAll<HTMLButtonElement>("button[aria-pressed]")];
    expect(sides.map((one) => one.ariaPressed ?? one.getAttribute("aria-pressed"))).toEqual(["false", "true", "false"]);
    const propose = document.querySelector<HTMLButtonElement>("button[type=submit]");
    expect(propose?.disabled).toBe(true);
    for (const party of [0, 1]) sides[party]?.click();
    flushSync();
    // Red alone makes no pact.
    expect(propose?.disabled).toBe(true);
    sides[2]?.click();
    flushSync();
    propose?.click();
    await settled();
    expect(utter).toHaveBeenCalledWith(expect.objectContaining({ parties: "ry", counters: null }));
    await away();
  });

  it("cannot be proposed any more where the piece that it spares is gone", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue(TABLE);
    const talk = talking();
    const spared = { cell: "c3", party: "b", kind: "M" };
    talk.composing = true;
    talk.pactDraft = { counters: null, chosen: ["r", "b"], lines: [{ by: "r", kind: "spare", rounds: 3, other: "", piece: spared }], secret: false };
    const proposes = async (...pieces: object[]): Promise<boolean> => {
      const away = shown(talk, "r", pieces);
      await settled();
      const submit = document.querySelector<HTMLButtonElement>("button[type=submit]");
      await away();
      return submit?.disabled === false;
    };
    expect(await proposes({ ...spared, controller: "b" })).toBe(true);
    expect(await proposes()).toBe(false);
    expect(await proposes({ ...spared, kind: "A", controller: "b" })).toBe(false);
  });

  it("is, as a counter-proposal, between those of the pact, whoever else is at the device", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue(TABLE);
    const talk = talking();
    const promises = [..."ry"].map((by) => ({ by, kind: "peace", rounds: 2, other: by === "r" ? "y" : "r", piece: null, words, verdict: "proposed" }));
    talk.learn([{ id: "p", by: "y", parties: "ry", agreed: "y", denounced: "", promises, secret: false, state: "proposed", may: ["counter"] } as unknown as PactView]);
    talk.countering = "p";
    const away = shown(talk, "rb");
    await settled();
    document.querySelector<HTMLButtonElement>("button[type=submit]")?.click();
    await settled();
    expect(utter).toHaveBeenCalledWith(expect.objectContaining({ parties: "ry", counters: "p" }));
    await away();
  });

  it("is proposed once, however often that is pressed", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue(TABLE);
    utter.mockReturnValueOnce(new Promise(() => undefined));
    const talk = talking();
    talk.composing = true;
    talk.pactDraft = { counters: null, chosen: ["r", "b"], lines: [{ by: "r", kind: "no_power", rounds: 1, other: "", piece: null }], secret: false };
    const away = shown(talk);
    await settled();
    const propose = document.querySelector<HTMLButtonElement>("button[type=submit]");
    propose?.focus();
    for (let i = 0; i < 2; i++) {
      propose?.click();
      await settled();
    }
    expect([utter.mock.calls.length, document.activeElement === propose]).toEqual([1, true]);
    await away();
  });

  it("lasts at least a round and at most as many as there may be, and the keyboard stays where that is chosen", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue({ ...TABLE, most_rounds: 3 });
    const away = shown(talking());
    press("table.pact.new");
    await settled();
    const rounds = (): string | undefined => document.querySelector(".rounds span")?.textContent;
    for (const name of ["table.pact.more", "table.pact.fewer"]) {
      const button = document.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`);
      button?.focus();
      for (let i = 0; i < 4; i++) {
        button?.click();
        flushSync();
      }
      expect([rounds(), document.activeElement === button]).toEqual([name === "table.pact.more" ? "table.pact.for.other" : "table.pact.for.one", true]);
    }
    await away();
  });

  it("leaves the keyboard where promises are added, once the last but one is taken away", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue(TABLE);
    const away = shown(talking());
    press("table.pact.new");
    await settled();
    press("table.pact.add");
    const button = [...document.querySelectorAll<HTMLButtonElement>("[aria-label='table.pact.remove']")].at(-1);
    button?.focus();
    button?.click();
    await settled();
    expect([document.querySelectorAll(".line").length, document.activeElement?.textContent.trim()]).toEqual([1, "table.pact.add"]);
    await away();
  });

  it("leaves the keyboard among the pacts when it is given up", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue(TABLE);
    const away = shown(talking());
    press("table.pact.new");
    await settled();
    [...document.querySelectorAll("button")].find((one) => one.textContent === "table.cancel")?.focus();
    press("table.cancel");
    await settled();
    expect(document.activeElement?.textContent.trim()).toBe("table.pact.new");
    await away();
  });

  it("says why its promises could not be read, and reads them when it is asked again", async () => {
    const asked = vi.spyOn(pactsApi, "table").mockRejectedValue(new ApiError("busy", { en: "Busy.", fr: "" }));
    const away = shown(talking());
    press("table.pact.new");
    await settled();
    expect(document.querySelector("[role=alert]")?.textContent).toBe("Busy.web.retry");
    expect(document.querySelector(".line")).toBeNull();
    asked.mockResolvedValue(TABLE);
    press("web.retry");
    await settled();
    expect([document.querySelector("[role=alert]"), document.querySelectorAll(".line").length]).toEqual([null, 1]);
    await away();
  });
});
