import type { Plugin } from "vite";

/** How a board looks in these themes: CSS variables, without their dashes. */
export interface BoardLook {
  readonly board: string;
  readonly themes: readonly ("light" | "dark")[];
  readonly values: Readonly<Record<string, string>>;
}

export function boardLooks(art: object, boards: object): BoardLook[];

/** Returns the style sheet of the drawings and boards. */
export function artCss(art: object, boards: object): string;

export function artPlugin(art: string, boards: string): Plugin;
