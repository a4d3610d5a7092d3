// What makes the app one that can be installed: its manifest, its icons, its service worker. All of it is made
// by the build, from our own drawing and style sheet; what the build of mode `page` says otherwise is in `ALONE`.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

import { png } from "./paint.mjs";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

/**
 * What a page may do that no server sends headers for: what its server allows (security/response_headers.py), and
 * WebAssembly with the workers that it runs in. `frame-ancestors` is a header's alone.
 */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "font-src 'self'; media-src 'self' data: blob:; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** Pictures of docs/images for whoever is about to install the app, made by tools/screenshots.py. */
const SCREENSHOTS = [
  { name: "app-desk.webp", sizes: "1280x800", form_factor: "wide", label: "A game, its parties and its turns" },
  { name: "app-phone.webp", sizes: "390x844", form_factor: "narrow", label: "A game on a phone" },
];

/** Ways into the app from its icon: French and English, for a manifest has one language. */
const SHORTCUTS = [
  ["New game · Nouvelle partie", "/new"],
  ["Puzzles · Problèmes", "/puzzles"],
  ["Lessons · Leçons", "/learn"],
  ["Analysis · Analyse", "/analyse"],
];

/** Returns the manifest of an app that lies at `base`; `alone` says that no server stands behind it. */
export function manifest(page, base = "/", alone = false) {
  const icon = (src, sizes, purpose = "any") => ({ src: base + src, sizes, type: src.endsWith("svg") ? "image/svg+xml" : "image/png", purpose });
  return {
    // An `id` is read from the site's root on: in a folder that may lie anywhere, `start_url` stands for it.
    ...(alone ? {} : { id: base }),
    name: "Djambi",
    short_name: "Djambi",
    description: "Four parties, one seat of power. · Quatre partis, un seul pouvoir.",
    lang: "en",
    dir: "ltr",
    start_url: base,
    scope: base,
    display: "standalone",
    display_override: ["standalone", "minimal-ui"],
    background_color: page,
    theme_color: page,
    categories: ["games"],
    icons: [
      icon("icon-192.png", "192x192"),
      icon("icon-512.png", "512x512"),
      icon("icon-full-512.png", "512x512", "maskable"),
      icon("icon.svg", "any"),
    ],
    shortcuts: SHORTCUTS.map(([name, path]) => ({
      name,
      url: alone ? `${base}#${path}` : path,
      icons: [icon("icon-192.png", "192x192")],
    })),
    ...(alone ? { screenshots: SCREENSHOTS.map(({ name, ...row }) => ({ src: `${base}screenshots/${name}`, type: "image/webp", ...row })) } : {}),
  };
}

/** The grounds of the light and the dark theme, as tokens.css has them. */
function grounds() {
  const css = readFileSync(at("src/styles/tokens.css"), "utf8");
  const [light, dark] = [...css.matchAll(/--page: (#[0-9a-f]{6});/g)].map(([, colour]) => colour);
  return { light, dark };
}

/** What the app never asks for: what lies there for people and for other sites, and the worker itself. */
const UNKEPT = /^(?:sw\.js|screenshots\/.*|start-.*|starter\/.*|djambi-embed.*|.*\.txt|.*\.map)$/;

/** Returns the names of the files in a folder that the app may ask for, in order. */
export const appFiles = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((name) => !UNKEPT.test(name))
    .toSorted();

/** Returns what the service worker keeps of a folder: address, bytes and SHA-256 of each file, the page first. */
function filesOf(folder, base) {
  const found = appFiles(folder).filter((name) => name !== "index.html");
  const row = (name, file = name) => {
    const content = readFileSync(join(folder, file));
    return [name, content.length, createHash("sha256").update(content).digest("base64")];
  };
  const [, bytes, sum] = row(base, "index.html");
  // Hosts may add to a page on its way, so that its sum is not theirs; the version has it all the same.
  return { sum, files: [[base, bytes, ""], ...found.map((name) => row(name))] };
}

/** Writes the service worker of an app into its folder, when all that the folder holds is there. */
export function writeWorker(folder, base = "./", alone = true) {
  const worker = readFileSync(at("src/worker/sw.js"), "utf8");
  const { sum, files } = filesOf(folder, base);
  const version = createHash("sha256").update([worker, sum, ...files].join("\n")).digest("hex").slice(0, 12);
  const constants = { '"__VERSION__"': version, '"__ALONE__"': alone, '["__FILES__"]': files };
  const filled = Object.entries(constants).reduce((text, [name, value]) => text.replace(name, () => JSON.stringify(value)), worker);
  writeFileSync(join(folder, "sw.js"), filled);
}

/** A Vite plugin, for the build alone: a service worker would only be in the way of `npm run dev`. */
export function installPlugin() {
  const { light, dark } = grounds();
  const meta = (theme, content) => ({ tag: "meta", injectTo: "head", attrs: { name: "theme-color", media: `(prefers-color-scheme: ${theme})`, content } });
  const link = (rel, href) => ({ tag: "link", injectTo: "head", attrs: { rel, href } });
  const policy = { tag: "meta", injectTo: "head-prepend", attrs: { "http-equiv": "content-security-policy", content: POLICY } };
  let base = "/";
  let alone = false;
  let folder = "";
  return {
    name: "djambi-install",
    apply: "build",
    enforce: "post",
    configResolved(config) {
      base = config.base;
      alone = config.mode === "page";
      folder = join(config.root, config.build.outDir);
    },
    transformIndexHtml: () => [
      ...(alone ? [policy] : []),
      meta("light", light),
      meta("dark", dark),
      link("manifest", `${base}manifest.webmanifest`),
      link("apple-touch-icon", `${base}icon-full-180.png`),
    ],
    generateBundle() {
      const emit = (fileName, source) => this.emitFile({ type: "asset", fileName, source });
      const drawing = readFileSync(at("public/icon.svg"), "utf8");
      emit("manifest.webmanifest", JSON.stringify(manifest(light, base, alone)));
      if (alone) for (const { name } of SCREENSHOTS) emit(`screenshots/${name}`, readFileSync(at(`../docs/images/${name}`)));
      for (const size of [192, 512]) emit(`icon-${size}.png`, png(drawing, size));
      // Whole squares, which systems cut as they like: the drawing keeps away from their edges.
      for (const size of [180, 512]) emit(`icon-full-${size}.png`, png(drawing, size, light, 0.66));
    },
    closeBundle: {
      order: "post",
      sequential: true,
      handler: () => writeWorker(folder, base, alone),
    },
  };
}
