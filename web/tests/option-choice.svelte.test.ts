import { flushSync, mount, unmount } from "svelte";
import { expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { ApiError } from "../src/api/http";
import type { OptionView, RulesReportView } from "../src/generated/api";
import OptionChoice from "../src/setup/OptionChoice.svelte";

it("what was said of the options before is gone where nobody answers about these", async () => {
  const remarks = [{ option: "pass", words: { en: "Without effect.", fr: "" } }];
  vi.spyOn(gamesApi, "rules").mockResolvedValueOnce({ remarks } as unknown as RulesReportView).mockRejectedValue(new ApiError("unreachable", null));
  const options = [{ name: "pass", values: ["yes", "no"] }] as unknown as OptionView[];
  const props = $state({ variant: "square-4", edition: "original", basis: { pass: "no" }, usual: null, options, values: { pass: "yes" } as Record<string, string>, onchange: vi.fn() });
  const made = mount(OptionChoice, { target: document.body, props });
  const details = document.querySelector("details");
  if (details) details.open = true;
  details?.dispatchEvent(new Event("toggle"));
  const remark = (): string | undefined => document.querySelector(".remark")?.textContent;
  await vi.waitFor(() => {
    flushSync();
    expect(remark()).toBe("Without effect.");
  });
  props.values = {};
  await vi.waitFor(() => {
    flushSync();
    expect([vi.mocked(gamesApi.rules).mock.calls.length, remark()]).toEqual([2, undefined]);
  });
  await unmount(made);
});
