import "svelte/elements";

declare module "svelte/elements" {
  // Svelte's types know it of lines to fill in alone.
  interface HTMLTextareaAttributes {
    autocorrect?: "on" | "off" | undefined;
  }
}
