import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";

import type { Session } from "../src/session/session.svelte";
import { texts } from "../src/lib/texts.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Say from "../src/talk/Say.svelte";

describe("the line in which one says something", () => {
  it("keeps what is written while the last sentence is sent", async () => {
    let answer: (problem: null) => void = () => undefined;
    const sent: unknown[] = [];
    const session = {
      talk: new TalkFeed("g"),
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

  it.each([true, false])("is as high as its text, by itself or where the style sheet does it (%s)", async (known) => {
    vi.stubGlobal("CSS", { supports: () => known });
    const height = vi.spyOn(Element.prototype, "scrollHeight", "get").mockReturnValue(40);
    const session = { talk: new TalkFeed("g"), feed: {} } as unknown as Session;
    const made = mount(Say, { target: document.body, props: { session, room: "", emotes: [], strip: false, label: "Say" } });
    flushSync();
    const field = document.querySelector("textarea")!;
    expect(field.style.height).toBe(known ? "" : "40px");
    height.mockReturnValue(80);
    field.value = "Peace?\nFor three rounds";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
    expect(field.style.height).toBe(known ? "" : "80px");
    await unmount(made);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("leaves the keyboard on the button that has sent it, which sends nothing more", async () => {
    const utter = vi.fn(() => Promise.resolve(null));
    const talk = new TalkFeed("g");
    talk.drafts[""] = "Peace?";
    const made = mount(Say, { target: document.body, props: { session: { talk, feed: { utter } } as unknown as Session, room: "", emotes: [], strip: false, label: "Say" } });
    const send = document.querySelector<HTMLButtonElement>("button[type=submit]");
    send?.focus();
    for (let i = 0; i < 2; i++) {
      send?.click();
      await new Promise((done) => setTimeout(done));
      flushSync();
    }
    expect([utter.mock.calls.length, document.activeElement === send, send?.getAttribute("aria-disabled"), send?.disabled]).toEqual([1, true, "true", false]);
    await unmount(made);
  });

  it("suggests a pact with those who sit there, once however often that is clicked", async () => {
    const sent: unknown[] = [];
    const promises = [{ by: "b", kind: "peace", rounds: 3, other: "r", cell: null }];
    const talk = new TalkFeed("g");
    talk.drafts[""] = "Peace?";
    const session = {
      talk,
      feed: {
        state: { view: { pieces: [] } },
        seat: (party: string) => ({ party, player: "person", name: party === "b" ? "Bea" : "Ana" }),
        utter: (request: { type: string }, take?: (pact: object) => void) => {
          sent.push(request.type);
          take?.({ parties: "rb", promises, words: [], secret: false });
          return request.type === "talk" ? Promise.resolve(null) : new Promise(() => undefined);
        },
      },
    } as unknown as Session;
    await texts.use("en", ["pact"]);
    const made = mount(Say, { target: document.body, props: { session, room: "", emotes: [], strip: false, label: "Say" } });
    document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
    await new Promise((done) => setTimeout(done));
    flushSync();
    expect(document.querySelector(".suggested p")?.textContent).toContain("Bea (Blue) will not attack Ana (Red) for 3 rounds.");
    for (let i = 0; i < 2; i++) document.querySelector<HTMLButtonElement>(".suggested .primary")?.click();
    expect(sent).toEqual(["talk", "propose"]);
    await unmount(made);
  });
});
