import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import { t, texts } from "../src/lib/texts.svelte";
import About from "../src/page/About.svelte";
import type { ImportReport } from "../src/page/everything";

const { importAll } = vi.hoisted(() => ({ importAll: vi.fn<(file: File) => Promise<ImportReport>>() }));
vi.mock("../src/page/everything", () => ({ importAll, MAX_IMPORT_BYTES: 100 }));
vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

const drop = (...files: File[]): void => {
  for (const file of files) {
    const event = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), { dataTransfer: { files: [file] } });
    document.querySelector(".drop")?.dispatchEvent(event);
  }
};

it("a file that is too large says how large one may be", async () => {
  await texts.use("en", ["page"]);
  const made = mount(About, { target: document.body });
  drop(new File(["x".repeat(101)], "all.json"));
  await settled();
  expect(document.querySelector("[role=alert]")?.textContent).toBe("all.json is too large: files of up to 0.1 kB can be imported.");
  await unmount(made);
});

it("a file that is dropped while another one is read is not, and what was refused may have one name twice", async () => {
  let read: (report: ImportReport) => void = () => undefined;
  importAll.mockReturnValue(new Promise((resolve) => (read = resolve)));
  const made = mount(About, { target: document.body });
  drop(new File(["{}"], "one.json"), new File(["{}"], "two.json"));
  expect(importAll.mock.calls.map(([file]) => file.name)).toEqual(["one.json"]);
  const words = { en: "Damaged.", fr: "Abîmée." };
  read({ added: 0, same: 0, longer: 0, copied: 0, refused: [{ id: "a", words }, { id: "a", words }] });
  await settled();
  expect(document.querySelectorAll(".refused li")).toHaveLength(2);
  await unmount(made);
});

it("says that the browser asks whether it is to keep what is stored, until that is answered", async () => {
  let answer: (kept: boolean) => void = () => undefined;
  const persist = vi.fn(() => new Promise<boolean>((resolve) => (answer = resolve)));
  vi.stubGlobal("navigator", { storage: { persist, persisted: () => Promise.resolve(false) } });
  const made = mount(About, { target: document.body });
  await settled();
  const button = [...document.querySelectorAll("button")].find((each) => each.textContent === t("page.storage.ask"));
  const state = (): string => document.querySelector("[aria-labelledby=storage] .state")?.textContent.trim() ?? "";
  expect(state()).toBe(t("page.storage.loose"));
  button?.click();
  button?.click();
  flushSync();
  expect([state(), button?.getAttribute("aria-disabled")]).toEqual([t("page.storage.asked"), "true"]);
  answer(false);
  await settled();
  expect([state(), persist.mock.calls.length]).toEqual([t("page.storage.denied"), 1]);
  await unmount(made);
  vi.unstubAllGlobals();
});
