// Whoever came by a link shows its key wherever a game is asked for something: else there is no such game for them.

import { beforeEach, expect, it, vi } from "vitest";

import { gamesApi } from "../src/api/games";
import { inviteKeys } from "../src/api/invite-keys";
import { notebookApi } from "../src/api/notebook";
import { pressApi } from "../src/api/press";

const asked = vi.hoisted(() => [] as string[]);
vi.mock("#host", () => ({
  host: {
    call: (method: string, address: string) => {
      asked.push(`${method} ${address}`);
      return Promise.resolve(new Response("{}"));
    },
  },
}));

beforeEach(() => {
  sessionStorage.clear();
  asked.length = 0;
});

it.each([["", ""], ["abc", "?key=abc"]])("with the key %j a game is asked for everything", async (key, query) => {
  inviteKeys.keep("g", key);
  await gamesApi.record("g");
  await pressApi.paper("g");
  await notebookApi.notes("g");
  await notebookApi.keepNote("g", { lines: 0, text: "", marks: [] });
  expect(asked).toEqual(["GET record", "GET paper", "GET notes", "PUT note"].map((each) => each.replace(" ", " /api/games/g/") + query));
});
