// A field of several lines that is as high as its text, where the style sheet's `field-sizing` is not known: Firefox, and Safari
// before 26.

/** Attaches to a text area, `text` being what stands in it. */
export const growsWithText =
  (text: () => string) =>
  (field: HTMLTextAreaElement): void => {
    if (CSS.supports("field-sizing", "content")) return;
    text();
    field.style.height = "auto";
    field.style.height = `${field.scrollHeight + field.offsetHeight - field.clientHeight}px`;
  };
