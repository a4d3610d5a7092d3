import { flushSync, mount, unmount } from "svelte";
import { afterEach, expect, it, vi } from "vitest";

import { ApiError } from "../src/api/http";
import { gamesApi } from "../src/api/games";
import End from "../src/game/End.svelte";
import { Errands } from "../src/game/errands";
import type { Session } from "../src/session/session.svelte";

vi.mock("../src/session/table-extras", () => ({ getExtras: () => ({ current: null }) }));

afterEach(() => vi.restoreAllMocks());

it("the end of a game says itself why there is no rematch", async () => {
  vi.spyOn(gamesApi, "rematch").mockRejectedValue(new ApiError("unreachable", null));
  const words = { en: "Red wins.", fr: "" };
  const state = { view: { result: { ranking: [["r"]], words, named: null } }, game: { variant: "square-4" } };
  const session = { feed: { id: "g", table: null, state, seats: [], seat: () => null } } as unknown as Session;
  const printed = new Promise<never>(() => undefined);
  const made = mount(End, { target: document.body, props: { session, errands: new Errands("g"), printed, onlook: () => undefined } });
  flushSync();
  document.querySelector<HTMLButtonElement>(".ways .primary")?.click();
  await vi.waitFor(() => expect(document.querySelector(".ways [role=alert]")?.textContent).toBe("web.unreachable"));
  await unmount(made);
});
