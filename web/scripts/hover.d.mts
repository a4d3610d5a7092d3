/** A PostCSS plugin. */
export function hoverPlugin(): { readonly postcssPlugin: string };
