// Whose work the built app is besides ours, and on what terms: `licences.json`, made of the modules of the build.
// `djambi licences` and the app's own page read it.
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const IN_PACKAGE = /^(?<folder>.*\/node_modules\/(?<name>@[^/]+\/[^/]+|[^/@]+))\//;
const TERMS = /^(?:licen[cs]e|copying|notice)(?:\.|$)/i;

/** Returns what is said of the package in a folder: name, version, licence, and its terms in full. */
export function partOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const files = readdirSync(folder).filter((file) => TERMS.test(file)).toSorted();
  const text = files.map((file) => readFileSync(join(folder, file), "utf8").trim().replaceAll("\r\n", "\n")).join("\n\n");
  if (!license || !text) throw new Error(`${name} says no licence, or not its terms: it cannot be part of the app`);
  return { name, version, licence: license, text };
}

/** Returns the folders of the packages that files belong to, in order; those of no package are ours. */
export const foldersOf = (files) =>
  // On Windows Vite writes its modules with slashes, and `resolve` what is copied without: a package has both.
  [...new Set(files.map((file) => IN_PACKAGE.exec(file.replaceAll("\\", "/"))?.groups?.folder).filter(Boolean))].toSorted();

/** A Vite plugin: writes `licences.json` into every build. */
export function licencesPlugin() {
  let root = "";
  return {
    name: "djambi-licences",
    apply: "build",
    configResolved(config) {
      root = config.root;
    },
    generateBundle(_, bundle) {
      const modules = [...this.getModuleIds()].map((file) => file.replace(/^\0/, ""));
      // Fonts that a style sheet names are no modules: what is written of them knows where it comes from.
      const copied = Object.values(bundle).flatMap((file) => file.originalFileNames ?? []);
      const parts = foldersOf([...modules, ...copied.map((file) => resolve(root, file))]).map(partOf);
      this.emitFile({ type: "asset", fileName: "licences.json", source: `${JSON.stringify(parts, null, 1)}\n` });
    },
  };
}
