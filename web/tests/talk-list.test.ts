import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import type { AsidesMessage } from "../src/generated/api";
import { texts } from "../src/lib/texts.svelte";
import type { Session } from "../src/session/session.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Talk from "../src/talk/Talk.svelte";

vi.mock("../src/api/pacts", () => ({ pactsApi: { table: () => new Promise(() => undefined) } }));

it("another room is another list, which is not read out as if all of it had just been said", async () => {
  const talk = new TalkFeed("g");
  const aside = (number: number, room: string) => ({ number, at: "2026-11-21T08:00:00Z", event: 0, kind: "said", room, party: "b", name: "Bea", text: room || "all", emote: null, pact: null, muted: false, remark: null, bluff: false });
  const terms = { talk: "free", rooms: ["", "*"], pacts: false, secret: true, published: false, ambassador: true };
  const says = (since: number, ...rooms: string[]): void =>
    talk.hear({ type: "asides", since, number: since + rooms.length, entries: rooms.map((room, i) => aside(since + 1 + i, room)), pacts: [], terms, id: null } as unknown as AsidesMessage, "r");
  const feed = { id: "g", mine: "r", lines: [], seat: () => null, seats: [] };
  says(0, "", "rb");
  const made = mount(Talk, { target: document.body, props: { session: { talk, feed } as unknown as Session, onperson: vi.fn(), oncounter: vi.fn() } });
  flushSync();
  const log = document.querySelector("[role=log]");
  says(2, "");
  flushSync();
  expect(document.querySelector("[role=log]")).toBe(log);
  expect(log?.querySelectorAll("article")).toHaveLength(2);
  document.querySelectorAll<HTMLButtonElement>(".rooms button")[1]?.click();
  flushSync();
  expect(document.querySelector("[role=log]")).not.toBe(log);
  expect(document.querySelector("[role=log]")?.textContent).toContain("rb");
  await unmount(made);
});

it.each([
  ["r", ["You", "Bea"], "You and Bea"],
  ["rb", ["Ana", "Bea"], "Ana and Bea"],
])("whoever sits alone at a device is you, and of several each has a name: %s", async (mine, speakers, makers) => {
  await texts.use("en", ["table", "pact"]);
  const talk = new TalkFeed("g");
  const names: Readonly<Record<string, string>> = { r: "Ana", b: "Bea" };
  const aside = (number: number, party: string, pact: string | null) => ({ number, at: "2026-11-21T08:00:00Z", event: 0, kind: pact ? "proposed" : "said", room: "", party, name: names[party], text: "", emote: null, pact, muted: false, remark: null, bluff: false });
  const pact = { id: "p", by: "r", parties: "rb", secret: false, state: "proposed", agreed: "r", counters: null, line: 0, denounced: "", promises: [], may: [] };
  const terms = { talk: "free", rooms: [""], pacts: true, secret: true, published: false, ambassador: true };
  talk.hear({ type: "asides", since: 0, number: 2, entries: [aside(1, "r", "p"), aside(2, "b", null)], pacts: [pact], terms, id: null } as unknown as AsidesMessage, mine);
  const parties = ["r", "b"].map((party) => ({ party, status: "active" }));
  const feed = { id: "g", mine, lines: [], seats: [], over: false, state: { view: { parties } }, seat: (party: string) => ({ party, player: "me", name: names[party] }) };
  const made = mount(Talk, { target: document.body, props: { session: { talk, feed } as unknown as Session, onperson: vi.fn(), oncounter: vi.fn() } });
  flushSync();
  const shown = (selector: string): string[] => [...document.querySelectorAll(selector)].map((one) => one.textContent.trim());
  expect(shown(".head strong, .head .person")).toEqual(speakers);
  expect(shown(".pact header strong")).toEqual([makers]);
  expect(shown(".pact > .small")).toEqual(["Waiting for Bea."]);
  await unmount(made);
});

it.each([
  ["r", false, "Only you and Bea can read this."],
  ["r", true, "Only you and Bea can read this until the game is over."],
  ["ry", false, "Only the people at this device and Bea can read this."],
  ["ry", true, "Only the people at this device and Bea can read this until the game is over."],
])("says truly who can read what is said in private, where %s are here and it is published: %s", async (mine, published, words) => {
  await texts.use("en", ["table", "pact"]);
  const talk = new TalkFeed("g");
  const terms = { talk: "free", rooms: ["", "*"], pacts: false, secret: true, published, ambassador: true };
  talk.hear({ type: "asides", since: 0, number: 0, entries: [], pacts: [], terms, id: null } as unknown as AsidesMessage, mine);
  talk.begin("rb");
  const names: Readonly<Record<string, string>> = { r: "Ana", b: "Bea", y: "Cem" };
  const feed = { id: "g", mine, lines: [], seats: [], seat: (party: string) => ({ party, player: "person", name: names[party] }) };
  const made = mount(Talk, { target: document.body, props: { session: { talk, feed } as unknown as Session, onperson: vi.fn(), oncounter: vi.fn() } });
  flushSync();
  expect(document.querySelector(".note")?.textContent).toBe(words);
  await unmount(made);
});
