// The app around its screens.

import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";

import App from "../src/app/App.svelte";
import type { MyAccountView } from "../src/generated/api";
import { me } from "../src/lib/me.svelte";
import { router } from "../src/lib/router.svelte";

afterEach(() => vi.unstubAllGlobals());

it("shows whoever becomes somebody else nothing of the account before", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
  const becomes = (id: string, name: string): void => {
    me.server = { ...me.server, online: true, account: { id, name, email: `${id}@example.org`, guest: false, preferences: {} } as unknown as MyAccountView };
  };
  const fields = (): string[] => [...document.querySelectorAll<HTMLInputElement>("main input")].map(({ value }) => value);
  becomes("ana", "Ana");
  router.go("/account");
  const app = mount(App, { target: document.body });
  await vi.waitFor(() => expect(fields()).toContain("Ana"));
  becomes("bea", "Bea");
  flushSync();
  await vi.waitFor(() => expect(fields()).toContain("Bea"));
  expect(fields().filter((value) => /ana/i.test(value))).toEqual([]);
  await unmount(app);
});
