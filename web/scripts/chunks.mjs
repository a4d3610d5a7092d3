// Which modules of the build come as one file. By itself Rollup makes a file of whatever two parts of the app have in
// common: a hundred requests before the first click, most of them longer than what they bring.

/** How many parts that are fetched later must use a module before it comes with what they all have in common. */
const COMMON = 3;

/** Returns the modules that are loaded with these: themselves, and all that is imported without waiting. */
function loadedWith(ids, graph) {
  const found = new Set(ids);
  // The loop comes to what is added on the way.
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  return found;
}

/** Returns for each module the name of the file that it comes in; without a name Rollup decides. */
function chunks(graph) {
  const infos = [...graph.getModuleIds()].map((id) => graph.getModuleInfo(id)).filter((info) => info !== null);
  const entries = infos.filter((info) => info.isEntry).map((info) => info.id);
  const first = loadedWith(entries, graph);
  const users = new Map();
  for (const part of new Set(infos.flatMap((info) => info.dynamicallyImportedIds)))
    if (!first.has(part)) for (const id of loadedWith([part], graph)) users.set(id, (users.get(id) ?? 0) + 1);
  const common = [...users].filter(([id, count]) => count >= COMMON && !first.has(id)).map(([id]) => id);
  return new Map([...[...first].map((id) => [id, "index"]), ...common.map((id) => [id, "common"])]);
}

/** Returns Rollup's `manualChunks` for one build: one file of all that the first screen needs, one of what later parts share. */
export function manualChunks() {
  let found;
  return (id, graph) => (found ??= chunks(graph)).get(id);
}
