import type { Plugin } from "vite";

export function besidePlugin(mode: string): Plugin;
