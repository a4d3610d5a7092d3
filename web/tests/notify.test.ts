import { afterEach, expect, it, vi } from "vitest";

import { askable, notify } from "../src/table/notify";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("a second notice about the same takes the place of the first, and is noticed as it was", () => {
  const shown: (NotificationOptions & { renotify?: boolean })[] = [];
  class Shown extends EventTarget {
    static readonly permission = "granted";
    constructor(_: string, options: NotificationOptions) {
      super();
      shown.push(options);
    }
  }
  vi.stubGlobal("Notification", Shown);
  vi.stubGlobal("isSecureContext", true);
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  for (const body of ["hello", "are you there?"]) notify("Ana", body, "g/talk");
  expect(shown.map(({ body, tag, renotify }) => [body, tag, renotify])).toEqual([
    ["hello", "g/talk", true],
    ["are you there?", "g/talk", true],
  ]);
});

it("a phone that stops pages out of sight is not offered notices, though an installed page knows of them", () => {
  vi.stubGlobal("Notification", { permission: "default" });
  vi.stubGlobal("isSecureContext", true);
  expect(askable()).toBe(true);
  Object.defineProperty(navigator, "standalone", { value: true, configurable: true });
  expect(askable()).toBe(false);
  Reflect.deleteProperty(navigator, "standalone");
});
