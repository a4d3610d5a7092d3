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
