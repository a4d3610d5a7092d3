// A worker with an engine: Python answers what the page asks, and stores games in this browser.

import { BrowserStore } from "./browser-store";
import { openChannel } from "./channel";
import { EngineError } from "./fault";
import { loadEngine } from "./load";
import type { FromEngine, ToEngine } from "./protocol";
import { Tabs } from "./tabs";

/** The engine's door, in Python (`djambi.server.apps.page.PageApp`): every call returns at once. */
interface PageApp {
  request(number: number, method: string, address: string, body: string): void;
  cancel(number: number): void;
  connect(number: number, game: string, query: string): void;
  take(number: number, text: string): void;
  close(number: number): void;
  /** Another tab has stored something of this game. */
  changed(game: string): void;
}

const BUILD = import.meta.env.VITE_BUILD ?? "";
/** The folder of the page, seen from the worker's script in its `assets/`. */
const PAGE = new URL("../", self.location.href).href;
const CHANNEL = "djambi";

let app: PageApp | null = null;

const tell = (message: FromEngine): void => self.postMessage(message);

function failed(error: unknown): void {
  const detail = error instanceof Error ? error.message : String(error);
  tell({ type: "failed", fault: error instanceof EngineError ? error.fault : "broken", detail });
}

const channel = openChannel(CHANNEL);
channel?.addEventListener("message", ({ data }: MessageEvent<string>) => app?.changed(data));

const store = new BrowserStore({
  stored: (game) => channel?.postMessage(game),
  outdated: () => tell({ type: "outdated" }),
});

/** What the engine says, by the names that Python calls. */
const sink = {
  answer: (number: number, status: number, contentType: string, text: string, last: boolean) =>
    tell({ type: "answer", number, status, contentType, text, last }),
  message: (number: number, text: string) => tell({ type: "message", number, text }),
  closed: (number: number, code: number) => tell({ type: "closed", number, code }),
  storage: (saved: boolean, reason: string) => tell({ type: "storage", saved, reason }),
};

async function load(build: string, fresh: boolean): Promise<void> {
  if (build !== BUILD) throw new EngineError("outdated", `the worker of build ${BUILD} in a page of ${build}`);
  const python = await loadEngine(`${PAGE}engine/`, {
    manifest: build,
    fresh,
    onProgress: ({ loaded, total }) => tell(loaded < total ? { type: "progress", loaded, total } : { type: "starting" }),
  });
  const make = python.runPython("from djambi.server.apps.page import PageApp; PageApp") as (...given: unknown[]) => PageApp;
  app = make(store, sink, build, new Tabs());
  tell({ type: "ready" });
}

/** Hands on to the engine what the page says once it is ready. */
function take(engine: PageApp, message: Exclude<ToEngine, { type: "load" }>): void {
  switch (message.type) {
    case "request":
      engine.request(message.number, message.method, message.address, message.body);
      break;
    case "cancel":
      engine.cancel(message.number);
      tell({ type: "cancelled", number: message.number });
      break;
    case "connect":
      engine.connect(message.number, message.game, message.query);
      break;
    case "take":
      engine.take(message.number, message.text);
      break;
    case "close":
      engine.close(message.number);
      break;
  }
}

self.addEventListener("message", ({ data }: MessageEvent<ToEngine>) => {
  if (data.type === "load") {
    load(data.build, data.fresh).catch(failed);
    return;
  }
  try {
    if (app) take(app, data);
  } catch (error) {
    failed(error);
  }
});
