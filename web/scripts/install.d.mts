import type { Plugin } from "vite";

export function manifest(page: string, base?: string, alone?: boolean): Record<string, unknown>;
export function appFiles(folder: string): string[];
export function writeWorker(folder: string, base?: string, alone?: boolean): void;
export function installPlugin(): Plugin;
