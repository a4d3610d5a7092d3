import { mount, unmount } from "svelte";
import { expect, it } from "vitest";

import Medal from "../src/career/Medal.svelte";
import { texts } from "../src/lib/texts.svelte";

it.each([
  ["en", "5%"],
  ["fr", "5\u202f%"],
] as const)("a medal writes a share as it is written in %s", async (lang, written) => {
  await texts.use(lang);
  const made = mount(Medal, { target: document.body, props: { name: "comeback", earned: true } });
  expect(document.querySelector(".medal text")?.textContent.replaceAll("\u00a0", "\u202f")).toBe(written);
  await unmount(made);
});
