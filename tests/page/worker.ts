/// A worker for tests: it loads the engine and runs what Python it is sent.
import { EngineError } from "../../web/src/engine/fault";
import { loadEngine } from "../../web/src/engine/load";

const started = performance.now();
const base = new URL("engine/", location.href).href;
const engine = loadEngine(base, { onProgress: (progress) => postMessage({ progress }) });
engine.then(
  () => postMessage({ ready: performance.now() - started }),
  (error: unknown) => postMessage({ fault: error instanceof EngineError ? error.fault : String(error) }),
);

onmessage = async ({ data }: MessageEvent<string>) => {
  try {
    postMessage({ answer: (await engine).runPython(data) as unknown });
  } catch (error) {
    postMessage({ error: String(error) });
  }
};
