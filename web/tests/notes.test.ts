import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import type { Session } from "../src/session/session.svelte";
import Notes from "../src/table/Notes.svelte";
import { NoteFeed } from "./note-feed.svelte";

vi.mock("../src/api/games", () => ({ gamesApi: { board: () => Promise.resolve({}) } }));
vi.mock("../src/api/notebook", () => ({
  notebookApi: {
    notes: () => Promise.resolve({ notes: [{ lines: 1, text: "One.", marks: [] }], revision: "a" }),
    keepNote: (_: string, note: unknown) => Promise.resolve({ notes: [note], revision: "b" }),
  },
}));
vi.mock("../src/ui/PositionBoard.svelte", () => ({ default: () => undefined }));

it("a note is on the position for which it was begun, whatever is played meanwhile", async () => {
  const feed = new NoteFeed();
  const made = mount(Notes, { target: document.body, props: { session: { feed } as unknown as Session, turns: 0, onclose: () => undefined } });
  const settled = async (): Promise<void> => {
    await new Promise((done) => setTimeout(done));
    flushSync();
  };
  const text = (): string | undefined => document.querySelector("textarea")?.value;
  const write = (words: string): void => {
    const area = document.querySelector("textarea");
    if (area) area.value = words;
    area?.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  };
  await settled();
  write("Two.");
  feed.play();
  flushSync();
  expect([text(), feed.past]).toEqual(["Two.", null]);
  const [, before, after] = [...document.querySelectorAll<HTMLButtonElement>("[role=toolbar] button")];
  before?.click();
  await settled();
  expect(text()).toBe("One.");
  for (const words of ["Two.", ""]) {
    after?.click();
    await settled();
    expect(text()).toBe(words);
  }
  await unmount(made);
});
