// What the service worker keeps of the app (worker/sw.js), and the newer build that waits until this page is reloaded.

import { besidePage } from "./addresses";

/** How often a page that stays open looks whether there is a newer build, in milliseconds. */
const LOOK_AGAIN_MS = 60 * 60_000;

/** How long the service worker may take to say what it keeps: one of another program, or one that is broken, never does. */
const ANSWER_TIMEOUT_MS = 3000;

interface Keeping {
  /** Bytes that are kept, and all of them. */
  done: number;
  total: number;
}

/** The build that is kept, and its bytes. */
export interface Kept {
  version: string;
  bytes: number;
}

type Message = ({ type: "keeping" } & Keeping) | { type: "not kept"; reason: string } | { type: "which build" };

class Offline {
  /** How far the files are kept; null while none are fetched. */
  keeping = $state.raw<Keeping | null>(null);
  /** Everything has come to be kept while this page was open, for the first time in this browser. */
  justKept = $state(false);
  /** Why the files cannot be kept, as the browser says it. */
  problem = $state("");
  /** A newer build is there, and comes with the next reload. */
  newer = $state(false);
  #registration: ServiceWorkerRegistration | null = null;
  #looked = Date.now();

  get possible(): boolean {
    return "serviceWorker" in navigator;
  }

  /** Begins to keep the files; browsers let a page do so on this computer and over HTTPS alone. */
  async start(): Promise<void> {
    if (!this.possible) return;
    const { serviceWorker } = navigator;
    serviceWorker.addEventListener("message", ({ data, ports }: MessageEvent<Message>) => this.#hear(data, ports));
    serviceWorker.startMessages();
    try {
      const registration = await serviceWorker.register(besidePage("sw.js"), { updateViaCache: "none" });
      this.#registration = registration;
      const first = registration.active === null;
      if (registration.waiting) this.newer = !first;
      this.#follow(registration.installing, first);
      registration.addEventListener("updatefound", () => this.#follow(registration.installing, registration.active === null));
      document.addEventListener("visibilitychange", () => this.#lookAgain());
      registration.active?.postMessage("started");
    } catch (error) {
      this.problem = String(error);
    }
  }

  /** Changes to the newer build; what is being played is stored, and is there again. */
  reload(): void {
    const waiting = this.#registration?.waiting;
    if (!waiting) {
      location.reload();
      return;
    }
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window is written to
    waiting.postMessage("take over");
  }

  /** Returns what is kept; null while nothing is, or where the service worker does not say. */
  async kept(): Promise<Kept | null> {
    const active = (await navigator.serviceWorker?.getRegistration())?.active;
    if (!active) return null;
    const { port1, port2 } = new MessageChannel();
    try {
      return await new Promise<Kept | null>((resolve) => {
        port1.addEventListener("message", ({ data }: MessageEvent<Kept>) => resolve(data));
        port1.start();
        setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS);
        active.postMessage("what is kept", [port2]);
      });
    } finally {
      port1.close();
    }
  }

  /** Looks whether there is a newer build, and tells; throws where the page's host does not answer. */
  async look(): Promise<boolean> {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    // Its files may still be on their way.
    return (registration.installing ?? registration.waiting) !== null;
  }

  #follow(worker: ServiceWorker | null, first: boolean): void {
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed") {
        this.keeping = null;
        this.newer = !first;
      } else if (worker.state === "activated") {
        this.justKept = first;
      }
    });
  }

  #hear(message: Message, [port]: readonly MessagePort[]): void {
    // This script's own address has a hash of the build in it.
    if (message.type === "which build") port?.postMessage(import.meta.url);
    else if (message.type === "keeping") this.keeping = message.done < message.total ? message : null;
    else [this.keeping, this.problem] = [null, message.reason];
  }

  #lookAgain(): void {
    if (document.hidden || Date.now() - this.#looked < LOOK_AGAIN_MS) return;
    this.#looked = Date.now();
    void this.look().catch(() => undefined);
  }
}

export const offline = new Offline();
