import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";

import Open from "../src/analysis/Open.svelte";
import { gamesApi } from "../src/api/games";

afterEach(() => vi.restoreAllMocks());

it("the arrow keys go through the list of boards, and nothing is opened before it is asked for", async () => {
  vi.spyOn(gamesApi, "recent").mockResolvedValue({ games: [], more: false });
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue({ variants: [{ name: "square-2" }, { name: "hex-3" }] } as never);
  const [onopen, onclose] = [vi.fn(() => Promise.resolve(null)), vi.fn()];
  const made = mount(Open, { target: document.body, props: { onopen, onclose } });
  await vi.waitFor(() => {
    flushSync();
    expect(document.querySelector("select")).not.toBeNull();
  });
  const list = document.querySelector("select");
  for (const name of ["square-2", "hex-3"]) {
    if (list) list.value = name;
    list?.dispatchEvent(new Event("change", { bubbles: true }));
  }
  flushSync();
  expect(onopen).not.toHaveBeenCalled();
  document.querySelector<HTMLButtonElement>("select + button")?.click();
  await vi.waitFor(() => expect(onclose).toHaveBeenCalledOnce());
  expect(onopen.mock.calls).toEqual([["hex-3", undefined]]);
  await unmount(made);
});

it("a file chooser that is left without a file leaves the dialog open", async () => {
  vi.spyOn(gamesApi, "recent").mockResolvedValue({ games: [], more: false });
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue({ variants: [] } as never);
  const onclose = vi.fn();
  const made = mount(Open, { target: document.body, props: { onopen: () => Promise.resolve(null), onclose } });
  flushSync();
  document.querySelector("input[type=file]")?.dispatchEvent(new Event("cancel", { bubbles: true }));
  expect(onclose).not.toHaveBeenCalled();
  const escape = new Event("cancel", { cancelable: true });
  document.querySelector("dialog")?.dispatchEvent(escape);
  expect(onclose).toHaveBeenCalledOnce();
  expect(escape.defaultPrevented).toBe(true);
  await unmount(made);
});

it("a file chooser offers files of no known type, as records are on a phone", async () => {
  vi.spyOn(gamesApi, "recent").mockResolvedValue({ games: [], more: false });
  vi.spyOn(gamesApi, "catalogue").mockResolvedValue({ variants: [] } as never);
  const made = mount(Open, { target: document.body, props: { onopen: () => Promise.resolve(null), onclose: () => undefined } });
  flushSync();
  expect(document.querySelector<HTMLInputElement>("input[type=file]")?.accept.split(",")).toContain("application/octet-stream");
  await unmount(made);
});
