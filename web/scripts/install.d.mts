import type { Plugin } from "vite";

export function manifest(page: string): Record<string, unknown>;
export function installPlugin(): Plugin;
