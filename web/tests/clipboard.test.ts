import { afterEach, describe, expect, it, vi } from "vitest";

import { copyText } from "../src/lib/clipboard";

/** Has the browser copy what is selected, or not; returns what it copied. */
function copying(lets = true): string[] {
  const copied: string[] = [];
  Object.assign(document, {
    execCommand: () => {
      const { activeElement } = document;
      if (activeElement instanceof HTMLTextAreaElement) copied.push(activeElement.value.slice(activeElement.selectionStart, activeElement.selectionEnd));
      return lets;
    },
  });
  return copied;
}

describe("a text that is copied", () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    document.body.replaceChildren();
    Reflect.deleteProperty(document, "execCommand");
  });

  it("goes to the page's own clipboard", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyText("a link")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("a link");
  });

  it("is handed over in the click itself where it is still to come", async () => {
    const written: Promise<Blob>[] = [];
    vi.stubGlobal("ClipboardItem", class { constructor(readonly parts: Record<string, Promise<Blob>>) {} });
    const write = vi.fn(async ([item]: { parts: Record<string, Promise<Blob>> }[]) => void written.push(item?.parts["text/plain"] as Promise<Blob>));
    vi.stubGlobal("navigator", { clipboard: { write } });
    let come: (text: string) => void = () => undefined;
    const copied = copyText(new Promise((resolve) => (come = resolve)));
    expect(write).toHaveBeenCalledOnce();
    come("a link");
    expect([await copied, await (await written[0])?.text()]).toEqual([true, "a link"]);
  });

  it("fails as what it is made of does", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.resolve() } });
    vi.stubGlobal("ClipboardItem", undefined);
    await expect(copyText(Promise.reject(new Error("no record")))).rejects.toThrow("no record");
  });

  it("is written once it is there where browsers take no promise", async () => {
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    vi.stubGlobal("ClipboardItem", undefined);
    expect(await copyText(Promise.resolve("a link"))).toBe(true);
    expect(writeText).toHaveBeenCalledWith("a link");
  });

  it("is copied where there is none, as over plain HTTP, and the focus stays where it was", async () => {
    vi.stubGlobal("navigator", {});
    const copied = copying();
    document.body.innerHTML = "<dialog open><button>Copy</button></dialog>";
    const button = document.querySelector("button");
    button?.focus();
    expect(await copyText("a link")).toBe(true);
    expect([copied, document.activeElement, document.querySelector("textarea")]).toEqual([["a link"], button, null]);
  });

  it("is not said to be copied where the browser refuses", async () => {
    vi.stubGlobal("navigator", { clipboard: { writeText: () => Promise.reject(new DOMException("no", "NotAllowedError")) } });
    copying(false);
    expect(await copyText("a link")).toBe(false);
  });
});
