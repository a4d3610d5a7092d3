import type { Plugin } from "vite";

export interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly text: string;
}
export function partOf(folder: string): Part;
export function foldersOf(files: readonly string[]): string[];
export function licencesPlugin(): Plugin;
