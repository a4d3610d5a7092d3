import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import About from "../src/page/About.svelte";
import type { ImportReport } from "../src/page/everything";

const { importAll } = vi.hoisted(() => ({ importAll: vi.fn<(file: File) => Promise<ImportReport>>() }));
vi.mock("../src/page/everything", () => ({ importAll, MOST_BYTES: 100 }));
vi.mock("../src/ui/navigation", () => ({ getWays: () => [], PAGE_PLACES: [] }));

async function settled(): Promise<void> {
  await new Promise((done) => setTimeout(done));
  flushSync();
}

it("a file that is dropped while another one is read is not, and what was refused may have one name twice", async () => {
  let read: (report: ImportReport) => void = () => undefined;
  importAll.mockReturnValue(new Promise((resolve) => (read = resolve)));
  const made = mount(About, { target: document.body });
  const drop = (name: string): void => {
    const event = Object.assign(new Event("drop", { bubbles: true, cancelable: true }), { dataTransfer: { files: [new File(["{}"], name)] } });
    document.querySelector(".drop")?.dispatchEvent(event);
  };
  drop("one.json");
  drop("two.json");
  expect(importAll.mock.calls.map(([file]) => file.name)).toEqual(["one.json"]);
  const words = { en: "Damaged.", fr: "Abîmée." };
  read({ added: 0, same: 0, longer: 0, copied: 0, refused: [{ id: "a", words }, { id: "a", words }] });
  await settled();
  expect(document.querySelectorAll(".refused li")).toHaveLength(2);
  await unmount(made);
});
