// What a page without a server has besides the app: the engine, and the answers for the time until it runs. Both lie in
// `build/`, made by tools/build_engine.py and tools/prepare_page.py.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const ENGINE = at("../build/engine");
const PREPARED = at("../build/prepared");
const MANIFEST = "engine.json";

const filesOf = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .toSorted();

/** Returns a name for all that is built together: a hash of the app's sources, the engine, and the prepared answers. */
function buildName() {
  const hash = createHash("sha256");
  for (const file of [...filesOf(at("src")), at("package.json"), join(ENGINE, MANIFEST), ...filesOf(PREPARED)]) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 12);
}

/**
 * A Vite plugin that puts both beside the app. Every address has a hash in it, so that two builds can lie in a browser's
 * cache: those of the engine's files are by their contents, its list and the answers go by the name of the build.
 */
export function enginePlugin() {
  for (const [folder, maker] of [[ENGINE, "build_engine"], [PREPARED, "prepare_page"]])
    if (!existsSync(folder)) throw new Error(`${folder} is missing: run python tools/${maker}.py, or make page`);
  const build = buildName();
  return {
    name: "djambi-engine",
    config: () => ({ define: { "import.meta.env.VITE_BUILD": JSON.stringify(build) } }),
    generateBundle() {
      const emit = (fileName, file) => this.emitFile({ type: "asset", fileName, source: readFileSync(file) });
      for (const name of readdirSync(ENGINE)) emit(`engine/${name === MANIFEST ? `${build}.json` : name}`, join(ENGINE, name));
      for (const name of readdirSync(PREPARED)) emit(`prepared/${build}/${name}`, join(PREPARED, name));
    },
  };
}
