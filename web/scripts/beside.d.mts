import type { Plugin } from "vite";

export function besidePlugin(): Plugin;
