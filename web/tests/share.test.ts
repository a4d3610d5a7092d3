import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import Share from "../src/analysis/Share.svelte";
import type { OpenStudy } from "../src/analysis/study.svelte";
import { studyApi } from "../src/api/study";
import { texts } from "../src/lib/texts.svelte";

const { copyText } = vi.hoisted(() => ({ copyText: vi.fn(() => Promise.resolve(true)) }));
vi.mock("../src/lib/clipboard", () => ({ copyText }));

it("says what was copied, for the names of the buttons stay as they are", async () => {
  await texts.use("en", ["study"]);
  vi.spyOn(studyApi, "record").mockReturnValue(new Promise(() => undefined));
  const study = { position: "square-4", body: {}, tree: { nodes: new Map() } } as unknown as OpenStudy;
  const made = mount(Share, { target: document.body, props: { study, onclose: vi.fn() } });
  flushSync();
  const buttons = [...document.querySelectorAll<HTMLButtonElement>(".line > .button:not(:disabled)")];
  const heard: (string | null | undefined)[] = [];
  for (const button of buttons) {
    button.click();
    await vi.waitFor(() => expect(button.textContent).toBe("Copied"));
    heard.push(document.querySelector("[role=status]")?.textContent);
  }
  const labels = buttons.map((button) => button.closest("label")?.querySelector("span")?.textContent);
  expect(heard).toEqual(labels.map((label) => `Copied: ${label}`));
  expect(heard.length).toBe(2);
  await unmount(made);
});
