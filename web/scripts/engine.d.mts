import type { Plugin } from "vite";

export function enginePlugin(): Plugin;
