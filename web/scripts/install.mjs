// What makes the app one that can be installed: its manifest, its icons, its service worker. All of it is made
// by the build, from our own drawing and style sheet.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { png } from "./paint.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

export function manifest(page) {
  const icon = (src, sizes, purpose = "any") => ({ src, sizes, type: src.endsWith("svg") ? "image/svg+xml" : "image/png", purpose });
  return {
    id: "/",
    name: "Djambi",
    short_name: "Djambi",
    description: "Four parties, one seat of power. · Quatre partis, un seul pouvoir.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: page,
    theme_color: page,
    categories: ["games"],
    icons: [
      icon("/icon-192.png", "192x192"),
      icon("/icon-512.png", "512x512"),
      icon("/icon-full-512.png", "512x512", "maskable"),
      icon("/icon.svg", "any"),
    ],
  };
}

/** The grounds of the light and the dark theme, as base.css has them. */
function grounds() {
  const css = readFileSync(at("src/styles/base.css"), "utf8");
  const [light, dark] = [...css.matchAll(/--page: (#[0-9a-f]{6});/g)].map(([, colour]) => colour);
  return { light, dark };
}

/** A Vite plugin, for the build alone: a service worker would only be in the way of `npm run dev`. */
export function installPlugin() {
  const { light, dark } = grounds();
  const meta = (theme, content) => ({ tag: "meta", injectTo: "head", attrs: { name: "theme-color", media: `(prefers-color-scheme: ${theme})`, content } });
  const link = (rel, href) => ({ tag: "link", injectTo: "head", attrs: { rel, href } });
  return {
    name: "djambi-install",
    apply: "build",
    enforce: "post",
    transformIndexHtml: () => [
      meta("light", light),
      meta("dark", dark),
      link("manifest", "/manifest.webmanifest"),
      link("apple-touch-icon", "/icon-full-180.png"),
    ],
    generateBundle(_, bundle) {
      const emit = (fileName, source) => this.emitFile({ type: "asset", fileName, source });
      const drawing = readFileSync(at("public/icon.svg"), "utf8");
      emit("manifest.webmanifest", JSON.stringify(manifest(light)));
      for (const size of [192, 512]) emit(`icon-${size}.png`, png(drawing, size));
      // Whole squares, which systems cut as they like: the drawing keeps away from their edges.
      for (const size of [180, 512]) emit(`icon-full-${size}.png`, png(drawing, size, light, 0.66));
      const built = Object.keys(bundle).filter((name) => name.startsWith("assets/")).toSorted();
      const files = ["/", "/icon.svg", "/manifest.webmanifest", ...built.map((name) => `/${name}`)];
      const worker = readFileSync(at("src/worker/sw.js"), "utf8");
      const page = readFileSync(at("index.html"), "utf8");
      const version = createHash("sha256").update([page, drawing, worker, ...files].join("\n")).digest("hex").slice(0, 12);
      emit("sw.js", worker.replace("__VERSION__", version).replace('["__FILES__"]', JSON.stringify(files)));
    },
  };
}
