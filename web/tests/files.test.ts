import { afterEach, expect, it, vi } from "vitest";

import { save } from "../src/lib/files";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it("a file that is handed over is there until a phone's question whether to keep it is answered", () => {
  vi.useFakeTimers();
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:a");
  const forgotten = vi.spyOn(URL, "revokeObjectURL").mockReturnValue(undefined);
  save(new Blob(["1"]), "a.djambi");
  vi.advanceTimersByTime(30_000);
  expect(forgotten).not.toHaveBeenCalled();
  vi.advanceTimersByTime(60_000);
  expect(forgotten).toHaveBeenCalledExactlyOnceWith("blob:a");
});
