// Texts for the clipboard, also on pages that have none: those that come over plain HTTP from another machine.

/**
 * Puts a text on the clipboard; false where the browser does not let the page do that, which it has to ask for at once when it
 * is clicked. A text that is still to come may fail to: then so does this.
 */
export async function copyText(text: string | Promise<string>): Promise<boolean> {
  try {
    await written(text);
    return true;
  } catch {
    return copySelected(await text);
  }
}

/** Writes a text. Safari lets a page do so in the click alone, and takes what is to come as a promise. */
async function written(text: string | Promise<string>): Promise<void> {
  const { clipboard } = navigator;
  if (typeof text === "string" || typeof ClipboardItem === "undefined") await clipboard.writeText(await text);
  else await clipboard.write([new ClipboardItem({ "text/plain": text.then((found) => new Blob([found], { type: "text/plain" })) })]);
}

/** Copies a text as what somebody has selected. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "hidden";
  field.value = text;
  // What lies outside of an open dialog cannot be selected.
  (before?.closest("dialog") ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
