/** What is asked of a module graph: the part of Rollup's `ManualChunkMeta` that is needed. */
export interface ModuleGraph {
  getModuleIds(): IterableIterator<string>;
  getModuleInfo(id: string): {
    readonly id: string;
    readonly isEntry: boolean;
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
  } | null;
}

/** Returns Rollup's `manualChunks` for one build: one file of all that the first screen needs, one of what later parts share. */
export function manualChunks(): (id: string, graph: ModuleGraph) => string | undefined;
