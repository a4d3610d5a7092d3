import { expect, test } from "vitest";

import { signed } from "../src/lib/signed";

test("a change has its sign before it, a minus and not a hyphen; none has no sign", () => {
  expect([187.4, -187.4, 0].map((change) => signed(change))).toEqual(["+187", "−187", "0"]);
  expect(signed(-0.255, "percent")).toBe("−26%");
});
