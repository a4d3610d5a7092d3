import { svelte } from "@sveltejs/vite-plugin-svelte";
import { fileURLToPath } from "node:url";

import globalData from "@csstools/postcss-global-data";
import customMedia from "postcss-custom-media";
import { defaultClientConditions } from "vite";
import { defineConfig } from "vitest/config";

import { artPlugin } from "./scripts/art-css.mjs";
import { besidePlugin } from "./scripts/beside.mjs";
import { manualChunks } from "./scripts/chunks.mjs";
import { enginePlugin } from "./scripts/engine.mjs";
import { hoverPlugin } from "./scripts/hover.mjs";
import { installPlugin } from "./scripts/install.mjs";
import { licencesPlugin } from "./scripts/licences.mjs";

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

// `npm run dev` serves the app on Vite's port and passes calls on to a running `djambi`.
const server = process.env["DJAMBI_SERVER"] ?? "http://127.0.0.1:8765";

// Mode `page` builds the folder of static files that needs no server; it may lie anywhere.
export default defineConfig(({ mode }) => ({
  base: mode === "page" ? "./" : "/",
  // package.json's `imports` name what differs between the two builds.
  resolve: { conditions: mode === "page" ? ["page", ...defaultClientConditions] : [...defaultClientConditions] },
  worker: { format: "es" },
  plugins: [
    svelte(),
    artPlugin(path("../src/djambi/render/art.json"), path("./src/board/themes.json")),
    ...(mode === "page" ? [enginePlugin(), besidePlugin()] : []),
    licencesPlugin(),
    installPlugin(),
  ],
  // The breakpoints of styles/media.css are known in every style sheet.
  css: { postcss: { plugins: [globalData({ files: [path("./src/styles/media.css")] }), customMedia(), hoverPlugin()] } },
  build: {
    outDir: mode === "page" ? "../build/page" : "../src/djambi/server/static",
    emptyOutDir: true,
    // The oldest browsers of docs/how-to/host-a-page.md: what they know by a prefix alone is written with it, too.
    target: ["es2022", "chrome111", "firefox115", "safari16.4"],
    // A strict content security policy allows no `data:` address: every font and picture is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: { output: { manualChunks: manualChunks() } },
  },
  server: {
    proxy: { "/api": { target: server, ws: true, changeOrigin: true } },
    fs: { allow: [".."] },
  },
  // The limit is there for tests that hang: no measure of the machine's speed.
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], setupFiles: ["tests/patience.ts"], testTimeout: 600_000, hookTimeout: 600_000 },
}));
