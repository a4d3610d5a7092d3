// What is said where the server that a page comes from does not answer.

import { mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { peopleApi } from "../src/api/people";
import type { MeView } from "../src/generated/api";
import { failureNotice } from "../src/lib/failures";
import { me } from "../src/lib/me.svelte";
import { preferences } from "../src/lib/settings.svelte";
import Away from "../src/ui/Away.svelte";

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Has a server answer who one is, and then no more. */
async function answered(online: boolean): Promise<void> {
  const { server } = me;
  vi.spyOn(peopleApi, "me").mockResolvedValueOnce({ ...server, online } as MeView);
  await me.load();
  me.server = server;
}

async function said(): Promise<string> {
  const away = mount(Away, { target: document.body });
  const text = document.querySelector("main")?.textContent ?? "";
  await unmount(away);
  return text;
}

it("a computer's own is to be started there", async () => {
  await answered(true);
  await answered(false);
  expect(await said()).toContain("make play");
  expect(failureNotice(new ApiError("unreachable", null))).toEqual({ key: "web.unreachable" });
});

it("nobody starts one that people share", async () => {
  await answered(true);
  expect(await said()).not.toContain("make play");
  expect(await said()).toContain("web.away.shared");
  expect(failureNotice(new ApiError("unreachable", null))).toEqual({ key: "web.unreachable.shared" });
});

it("it is said in the language that the browser keeps for somebody without an account", async () => {
  localStorage.setItem("djambi", JSON.stringify({ lang: "fr", theme: "dark" }));
  await preferences.load();
  expect([preferences.away, preferences.kept.lang, preferences.kept.theme]).toEqual([true, "fr", "dark"]);
});
