/// <reference types="vite/client" />
/// <reference types="svelte" />

interface ImportMetaEnv {
  /** A name for everything that is built together: the app, its worker, and the engine (scripts/engine.mjs). */
  readonly VITE_BUILD?: string;
}

declare module "virtual:art.css";
