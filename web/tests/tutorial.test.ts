import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import Tutorial from "../src/learn/Tutorial.svelte";

vi.mock("../src/learn/PracticePosition.svelte", () => ({ default: () => undefined }));
vi.mock("../src/learn/ChoiceButtons.svelte", () => ({ default: () => undefined }));
vi.mock("../src/learn/exercise.svelte", () => ({
  Exercise: class {
    readonly phase = "choose";
    readonly task = 0;
    readonly geometry = {};
    readonly replies = [];
    readonly now = { answer: "f2-f6", goal: { en: "", fr: "" }, hint: { en: "", fr: "" } };
    readonly practice = {
      view: {},
      notice: null,
      prompt: "Choose where the corpse is placed.",
      chooser: { started: true, hand: { stage: { kind: "placement" }, turn: { origin: "f2" } } },
      marks: () => ({}),
    };
    load = (): Promise<void> => Promise.resolve();
    close = (): void => undefined;
  },
}));

it("the story says what every game says of a stage of which it tells nothing", async () => {
  const made = mount(Tutorial, { target: document.body });
  flushSync();
  expect(document.querySelector(".cue")?.textContent).toBe("Choose where the corpse is placed.");
  await unmount(made);
});
