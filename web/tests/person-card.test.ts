import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import PersonCard from "../src/cast/PersonCard.svelte";
import { texts } from "../src/lib/texts.svelte";

it("a bot whose story could not be fetched shows no keys in its place, and says so", async () => {
  vi.spyOn(texts, "more").mockRejectedValue(new Error("no network"));
  const made = mount(PersonCard, { target: document.body, props: { bot: "novice", party: "r", onclose: () => undefined } });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector("dialog [role=alert]")?.textContent).toBe("web.unreachable");
  });
  expect(document.body.textContent).not.toContain("cast.");
  await unmount(made);
});
