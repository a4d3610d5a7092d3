import type { Plugin } from "vite";

export function artPlugin(file: string): Plugin;
