import { flushSync, mount, unmount } from "svelte";
import { describe, expect, it, vi } from "vitest";

import type { EmoteView } from "../src/generated/api";
import type { Session } from "../src/session/session.svelte";
import { texts } from "../src/lib/texts.svelte";
import { TalkFeed } from "../src/session/talk-feed.svelte";
import Say from "../src/talk/Say.svelte";
import { press, read, showing } from "./game-wire";
import { Wire } from "./wire";

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

describe("a line to say something", () => {
  const game = showing(Say);
  const EMOTES = [{ emote: "hello", words: { en: "Hello!", fr: "" } }, { emote: "no", words: { en: "No.", fr: "" } }] as unknown as EmoteView[];
  function shown({ strip = false, emotes = EMOTES }: { strip?: boolean; emotes?: EmoteView[] } = {}): void {
    game.show((session) => ({ session, room: "", emotes, strip, label: "Say" }));
    game.says({ table: {} });
  }
  const field = (): HTMLTextAreaElement => document.querySelector("textarea") ?? document.createElement("textarea");
  const send = (): Element | null => document.querySelector("[type=submit]");
  const spoken = (kind = "talk"): unknown[] => Wire.last.sent.filter((one) => one["type"] === kind);
  function type(text: string): void {
    field().value = text;
    field().dispatchEvent(new Event("input", { bubbles: true }));
    flushSync();
  }
  function pressed(key: string, more: KeyboardEventInit = {}): boolean {
    const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more });
    field().dispatchEvent(event);
    flushSync();
    return event.defaultPrevented;
  }
  async function answered(message: object): Promise<void> {
    Wire.last.says({ id: Wire.last.sent.at(-1)?.["id"], ...message });
    await vi.advanceTimersByTimeAsync(0);
    flushSync();
  }
  const REFUSED = { type: "failed", code: "often", words: { en: "Not so often.", fr: "" }, message: "" };

  it("is sent with Enter, once, and is empty then", async () => {
    shown();
    expect([field().getAttribute("aria-label"), send()?.getAttribute("aria-disabled")]).toEqual(["Say", "true"]);
    expect([pressed("Enter"), spoken()]).toEqual([true, []]);
    type("  Together? ");
    expect(send()?.getAttribute("aria-disabled")).toBe("false");
    pressed("Enter");
    pressed("Enter");
    expect([spoken(), send()?.getAttribute("aria-disabled")]).toMatchObject([[{ room: "", text: "Together?" }], "true"]);
    await answered({ type: "noted" });
    expect([field().value, read("[role=alert]")]).toEqual(["", []]);
    type("Again");
    pressed("Enter");
    expect(spoken().length).toBe(2);
  });

  it("goes on in another row with Shift, and lets one finish a word of another script", () => {
    shown();
    type("A");
    expect([pressed("Enter", { shiftKey: true }), pressed("Enter", { isComposing: true }), pressed("a"), spoken()]).toEqual([false, false, false, []]);
  });

  it("stays, and says why, where it was refused", async () => {
    shown();
    type("Hello");
    pressed("Enter");
    await answered(REFUSED);
    expect([field().value, read("[role=alert]")]).toEqual(["Hello", ["Not so often."]]);
  });

  it("has what can be said with one touch behind a button, and closes it after that", async () => {
    shown();
    const emotes = (): string[] => read(".emotes button");
    const open = (): string | null | undefined => document.querySelector(".line button")?.getAttribute("aria-expanded");
    expect([emotes(), open()]).toEqual([[], "false"]);
    press("table.talk.emotes");
    expect([emotes(), open()]).toEqual([["Hello!", "No."], "true"]);
    press("No.");
    expect(spoken("emote")).toMatchObject([{ room: "", emote: "no" }]);
    await answered(REFUSED);
    expect([emotes().length, read("[role=alert]")]).toEqual([2, ["Not so often."]]);
    press("Hello!");
    await answered({ type: "noted" });
    expect([emotes(), read("[role=alert]")]).toEqual([[], []]);
  });

  it("has it at once under a thumb, for as long as one likes", async () => {
    shown({ strip: true });
    expect(document.querySelectorAll(".line button").length).toBe(1);
    press("Hello!");
    await answered({ type: "noted" });
    expect(read(".emotes.strip button").length).toBe(2);
  });

  it("has nothing to touch before that was fetched", () => {
    shown({ strip: true, emotes: [] });
    expect(document.querySelector(".emotes")).toBeNull();
  });

  describe("that is understood as a pact", () => {
    const pact = { parties: "rb", promises: [{ by: "r", kind: "peace", rounds: 3, other: "b", piece: null }], words: [{ en: "Red keeps peace.", fr: "" }], secret: true };
    async function suggested(): Promise<void> {
      shown();
      type("Peace?");
      pressed("Enter");
      await answered({ type: "noted", suggestion: pact });
    }

    it("suggests it, and hints wait meanwhile", async () => {
      await suggested();
      expect([document.querySelectorAll(".suggested").length, game.session.talk.suggesting]).toEqual([1, true]);
      expect(document.querySelector("[role=status].hidden")?.textContent).toBe(read(".suggested p")[0]);
      press("table.pact.suggested.no");
      expect([document.querySelectorAll(".suggested").length, game.session.talk.suggesting]).toEqual([0, false]);
    });

    it("proposes it once, and again where that was refused", async () => {
      await suggested();
      press("table.pact.suggested.yes");
      press("table.pact.suggested.yes");
      expect(spoken("propose")).toMatchObject([{ parties: "rb", promises: pact.promises, secret: true }]);
      await answered(REFUSED);
      expect([document.querySelectorAll(".suggested").length, read("[role=alert]")]).toEqual([1, ["Not so often."]]);
      press("table.pact.suggested.yes");
      await answered({ type: "noted" });
      expect([spoken("propose").length, document.querySelectorAll(".suggested").length, read("[role=alert]")]).toEqual([2, 0, []]);
    });
  });
});
