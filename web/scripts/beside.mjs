// What lies beside the page that needs no server: the module for sites that embed boards, what starts it from a disk
// or a stick, and what it says when it is opened as a file.
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../beside", import.meta.url));
/** One program starts it on every Unix; on macOS its name must end so to open with a double click. */
const COPIES = { "start-linux.sh": ["start-linux.sh", "start-macos.command"] };
const PROGRAMS = Object.values(COPIES).flat();

const files = () => readdirSync(FOLDER, { recursive: true }).filter((name) => statSync(join(FOLDER, name)).isFile() && !/\.html$|__pycache__/.test(name));

/** Returns the text of a file as its system reads it. */
const textOf = (name) => {
  const text = readFileSync(join(FOLDER, name), "utf8");
  return /\.(cmd|ps1)$/.test(name) ? text.replaceAll("\n", "\r\n") : text;
};

/** A Vite plugin, for the build of the page alone. */
export function besidePlugin() {
  return {
    name: "djambi-beside",
    transformIndexHtml: () => [
      { tag: "div", attrs: { id: "from-disk", hidden: true }, children: readFileSync(join(FOLDER, "from-disk.html"), "utf8"), injectTo: "body-prepend" },
      { tag: "script", attrs: { src: "./from-disk.js" }, injectTo: "body" },
    ],
    generateBundle() {
      for (const name of files())
        for (const fileName of COPIES[name] ?? [name.replaceAll("\\", "/")]) this.emitFile({ type: "asset", fileName, source: textOf(name) });
    },
    writeBundle({ dir }) {
      for (const name of PROGRAMS) chmodSync(join(dir, name), 0o755);
    },
  };
}
