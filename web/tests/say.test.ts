import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it } from "vitest";

import type { Session } from "../src/session/session.svelte";
import Say from "../src/talk/Say.svelte";

describe("the line in which one says something", () => {
  it("keeps what is written while the last sentence is sent", async () => {
    let answer: (problem: null) => void = () => undefined;
    const sent: unknown[] = [];
    const session = {
      talk: { drafts: {}, suggesting: false },
      feed: {
        utter: (request: unknown) => {
          sent.push(request);
          return new Promise((resolve) => (answer = resolve));
        },
      },
    } as unknown as Session;
    const made = mount(Say, { target: document.body, props: { session, room: "", emotes: [], strip: false, label: "Say" } });
    const field = document.querySelector("textarea");
    const write = (text: string): void => {
      if (field) field.value = text;
      field?.dispatchEvent(new Event("input", { bubbles: true }));
      flushSync();
    };
    write("Peace? ");
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    write("Peace? For three rounds");
    answer(null);
    await new Promise((done) => setTimeout(done));
    flushSync();
    expect([sent, field?.value]).toEqual([[{ type: "talk", room: "", text: "Peace?" }], "For three rounds"]);
    await unmount(made);
  });
});
