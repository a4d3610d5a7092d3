import { flushSync, mount, unmount } from "svelte";
import { expect, it } from "vitest";

import type { Session } from "../src/session/session.svelte";
import Votes from "../src/table/Votes.svelte";
import { VoteFeed } from "./vote-feed.svelte";

it("why an answer was not taken is told as long as its vote is held", async () => {
  const feed = new VoteFeed();
  const made = mount(Votes, { target: document.body, props: { session: { feed } as unknown as Session } });
  document.querySelector<HTMLButtonElement>("button")?.click();
  await new Promise((done) => setTimeout(done));
  flushSync();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("Too late.");
  feed.hold(2);
  flushSync();
  expect([document.querySelector("section") !== null, document.querySelector("[role=alert]")]).toEqual([true, null]);
  await unmount(made);
});
