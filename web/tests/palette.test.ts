import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";

import Palette from "../src/editor/Palette.svelte";
import { texts } from "../src/lib/texts.svelte";

let made: object | null = null;
afterEach(async () => {
  if (made) await unmount(made);
  made = null;
});

const onparty = vi.fn();
const ontool = vi.fn();
function shown(props: Partial<Parameters<typeof Palette>[1]> = {}): void {
  made = mount(Palette, { target: document.body, props: { parties: ["r", "b"], party: "r", tool: { do: "move" }, onparty, ontool, ...props } });
  flushSync();
}
const groups = (): string[] => [...document.querySelectorAll("legend")].map(({ textContent }) => textContent);
const radios = (group: number): HTMLInputElement[] => [...(document.querySelectorAll("fieldset")[group]?.querySelectorAll<HTMLInputElement>("input[type=radio]") ?? [])];
const checked = (group: number): (string | null)[] => radios(group).filter((one) => one.checked).map((one) => one.getAttribute("aria-label"));

it.each([
  ["en", ["Party of the pieces", "What to put on the board"], ["The blue Chief", "Move pieces", "Remove"]],
  ["fr", ["Parti des pièces", "Que poser sur le plateau"], ["Le Chef bleu", "Déplacer des pièces", "Retirer"]],
] as const)("is one party of all and one tool of all, each a group of its own: %s", async (lang, legends, tools) => {
  await texts.use(lang, ["study"]);
  shown({ party: "b", tool: { do: "put", what: "bC" } });
  expect(groups()).toEqual(legends);
  expect([radios(0).length, checked(0).length, new Set(radios(0).map(({ name }) => name)).size]).toEqual([2, 1, 1]);
  expect([checked(1), new Set(radios(1).map(({ name }) => name)).size]).toEqual([[tools[0]], 1]);
  expect(radios(1).map((one) => one.getAttribute("aria-label"))).toEqual(expect.arrayContaining([...tools]));
  expect(radios(0)[0]?.name).not.toBe(radios(1)[0]?.name);
});

it("tells which party and which tool is chosen", () => {
  shown();
  radios(0)[1]?.click();
  expect(onparty).toHaveBeenLastCalledWith("b");
  for (const one of radios(1)) one.click();
  expect(ontool.mock.calls.map(([tool]) => (tool as { what?: string; do: string }).what ?? (tool as { do: string }).do)).toEqual(expect.arrayContaining(["rC", "erase"]));
});
