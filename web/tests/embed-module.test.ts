import { afterEach, describe, expect, it, vi } from "vitest";

import { embed, EmbedError, type Board, type EmbedOptions } from "../beside/djambi-embed.js";

const FOLDER = "https://boards.example/djambi/";
/** Not in the document: no frame loads anything. */
const place = document.createElement("div");
let board: Board;

/** A board in a page, and what it is sent; `says` is the board's side. */
function embedded(options: EmbedOptions = {}) {
  board = embed(place, { src: FOLDER, ...options });
  const sent: Record<string, unknown>[] = [];
  const source = { postMessage: (message: Record<string, unknown>, target: string) => sent.push({ ...message, target }) };
  Object.defineProperty(board.frame, "contentWindow", { value: source });
  const says = (data: unknown, origin = "https://boards.example", from: unknown = source): void =>
    void window.dispatchEvent(Object.assign(new Event("message"), { data, origin, source: from }));
  return { board, sent, says };
}

afterEach(() => board.remove());

describe("the module for pages with boards", () => {
  it("puts what is asked for into the frame's address", () => {
    const { frame } = embedded({ position: "hex-3 harcourt r!", list: 6, lang: "fr", title: "The end" }).board;
    expect(frame.src).toBe(`${FOLDER}#/embed?position=hex-3+harcourt+r%21&list=6&lang=fr`);
    expect([frame.title, frame.className, frame.parentElement]).toEqual(["The end", "djambi-board", place]);
    expect(() => embed(place, { positon: "hex-3" } as EmbedOptions)).toThrow(TypeError);
  });

  it("asks when the board is ready, and hands the answers out", async () => {
    const { sent, says } = embedded();
    const shown = board.show(2);
    const refused = board.load({ record: "?" });
    expect(sent).toEqual([]);
    says({ djambi: 1, type: "ready" });
    const to = { djambi: 1, target: "https://boards.example" };
    expect(sent).toEqual([
      { ...to, type: "follow" },
      { ...to, type: "show", number: 2, id: "q1" },
      { ...to, type: "load", record: "?", id: "q2" },
    ]);
    says({ djambi: 1, type: "shown", number: 2, position: "p", id: "q1" });
    expect(await shown).toEqual({ type: "shown", number: 2, position: "p" });
    says({ djambi: 1, type: "error", code: "unreadable", text: "No.", id: "q2" });
    await expect(refused).rejects.toEqual(new EmbedError("unreadable", "No."));
  });

  it("listens to its board alone", () => {
    const { says } = embedded();
    const heard = vi.fn();
    const end = board.on("turn", heard);
    const turn = { type: "turn", text: "c3-e3", party: "r", by: "reader", number: 1, position: "p" } as const;
    says({ djambi: 1, ...turn }, "https://evil.example");
    says({ djambi: 1, ...turn }, "https://boards.example", {});
    says(null);
    expect(heard).not.toHaveBeenCalled();
    says({ djambi: 1, ...turn });
    expect(heard).toHaveBeenCalledExactlyOnceWith(turn);
    end();
    says({ djambi: 1, ...turn });
    expect(heard).toHaveBeenCalledOnce();
  });

  it("leaves nothing open when the board goes", async () => {
    embedded();
    const asked = board.ask();
    board.remove();
    await expect(asked).rejects.toMatchObject({ code: "removed" });
    expect(place.firstChild).toBeNull();
    const { sent, says } = embedded();
    says({ djambi: 1, type: "ready" });
    board.remove();
    await expect(board.ask()).rejects.toMatchObject({ code: "removed" });
    await expect(board.load("hex-3")).rejects.toMatchObject({ code: "removed" });
    expect(sent).toHaveLength(1);
  });

  it("leaves nothing open when the frame is loaded anew, and asks the new board", async () => {
    const { sent, says } = embedded();
    says({ djambi: 1, type: "ready" });
    const asked = board.ask();
    says({ djambi: 1, type: "ready" });
    await expect(asked).rejects.toMatchObject({ code: "removed" });
    const shown = board.show(0);
    expect(sent.slice(2).map(({ type }) => type)).toEqual(["follow", "show"]);
    says({ djambi: 1, type: "shown", number: 0, position: "p", id: "q2" });
    expect(await shown).toMatchObject({ number: 0 });
  });
});
