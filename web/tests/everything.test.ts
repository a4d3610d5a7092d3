import "fake-indexeddb/auto";

import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { openDatabase } from "../src/engine/database";
import { keep, STORE } from "../src/host/web-storage";
import { remember } from "../src/lib/servers";
import { eraseAll } from "../src/page/everything";

vi.mock("../src/host/build", () => ({ IN_PAGE: true }));

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

const keys = (): string[] => [...Object.keys(localStorage), ...Object.keys(sessionStorage)].toSorted();

it("everything is what the page has stored: the server where it lies keeps what is its own", async () => {
  const database = await openDatabase();
  await database.put("settings", "{}", "device");
  // What a server's own app keeps in the same browser: settings, and keys of invitations.
  localStorage.setItem("djambi", '{"name":"Ada"}');
  sessionStorage.setItem("djambi.keys", '{"g":"secret"}');
  localStorage.setItem("another", "1");
  const others = keys();
  keep("localStorage", `${STORE}.read`, []);
  keep("sessionStorage", `${STORE}.begun`, []);
  remember("https://djambi.example.org/");
  await eraseAll();
  expect(keys()).toEqual(others);
  expect(await database.count("settings")).toBe(0);
  database.close();
});

it("what can be deleted is, where the browser refuses the rest, and it is said who refuses", async () => {
  keep("localStorage", `${STORE}.read`, []);
  vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  });
  const error: unknown = await eraseAll().catch((fault: unknown) => fault);
  expect(error).toBeInstanceOf(ApiError);
  expect((error as ApiError).words?.en).toBe("The browser does not let Djambi read its storage.");
  expect(keys()).toEqual([]);
  vi.stubGlobal("localStorage", undefined);
  vi.stubGlobal("sessionStorage", undefined);
  await expect(eraseAll()).rejects.toMatchObject({ code: "no_storage" });
  vi.unstubAllGlobals();
});
