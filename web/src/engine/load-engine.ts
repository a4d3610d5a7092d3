// Brings up the engine: Python as WebAssembly, with the game's own modules.

/** The engine's door, in Python (`djambi.server.apps.page.PageApp`): every call returns at once. */
export interface PageApp {
  request(number: number, method: string, address: string, body: string): void;
  cancel(number: number): void;
  connect(number: number, game: string, query: string): void;
  take(number: number, text: string): void;
  close(number: number): void;
  /** Another tab has stored something of this game. */
  changed(game: string): void;
}

/** Fetches everything, telling how many bytes of how many are here; resolves with the step that starts the engine. */
export async function loadEngine(
  build: string,
  progress: (loaded: number, total: number) => void,
): Promise<(store: object, sink: object) => Promise<PageApp>> {
  progress(0, 0);
  const home = new URL("../engine/", self.location.href).href;
  const { loadPyodide } = (await import(/* @vite-ignore */ `${home}pyodide.mjs`)) as {
    loadPyodide(options: object): Promise<{ runPython(code: string): (store: object, sink: object, build: string) => PageApp; unpackArchive(data: ArrayBuffer, format: string, options: object): void }>;
  };
  const [python, zip] = await Promise.all([loadPyodide({ indexURL: home }), fetch(`${home}djambi.zip`).then((answer) => answer.arrayBuffer())]);
  return (store, sink) => {
    python.unpackArchive(zip, "zip", { extractDir: "/djambi" });
    const make = python.runPython("import sys; sys.path.insert(0, '/djambi')\nfrom djambi.server.apps.page import PageApp\nPageApp");
    return Promise.resolve(make(store, sink, build));
  };
}
