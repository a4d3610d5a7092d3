import { flushSync, mount, unmount } from "svelte";
import { afterEach, describe, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { pactsApi } from "../src/api/pacts";
import type { PactTableView } from "../src/generated/api";
import Pacts from "../src/pacts/Pacts.svelte";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";

const words = { en: "", fr: "" };
const kinds = ["peace", "no_power"].map((kind) => ({ kind, name: { en: kind, fr: kind }, about: kind === "peace" ? "party" : null, by_deed: "broken" }));

/** Shows the pacts of a game in which I am Red, until the function that is returned is called. */
function shown(talk: TalkFeed): () => Promise<void> {
  const parties = [..."rby"].map((party) => ({ party, status: "active" }));
  const seat = (party: string) => ({ party, player: "person", name: party, level: null });
  const feed = { mine: "r", over: false, seats: [..."rby"].map(seat), seat, state: { number: 1, view: { parties, pieces: [] } } };
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
  afterEach(() => vi.restoreAllMocks());

  it("is still there when one comes back from what was said, until it is given up", async () => {
    vi.spyOn(pactsApi, "table").mockResolvedValue({ kinds, emotes: [], most_rounds: 9, most_promises: 9, words } as unknown as PactTableView);
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

  it("says why its promises could not be read", async () => {
    vi.spyOn(pactsApi, "table").mockRejectedValue(new ApiError("busy", { en: "Busy.", fr: "" }));
    const away = shown(talking());
    press("table.pact.new");
    await settled();
    expect(document.querySelector("[role=alert]")?.textContent).toBe("Busy.");
    await away();
  });
});
