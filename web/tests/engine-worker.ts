import type { FromEngine, ToEngine } from "../src/engine/protocol";
import type { EngineWorker } from "../src/host/engine-process";

/** The other side of a page's worker, driven by the test. */
export class ScriptedWorker extends EventTarget implements EngineWorker {
  static all: ScriptedWorker[] = [];
  static get last(): ScriptedWorker {
    const found = ScriptedWorker.all.at(-1);
    if (!found) throw new Error("no worker");
    return found;
  }
  sent: ToEngine[] = [];
  ended = false;
  constructor() {
    super();
    ScriptedWorker.all.push(this);
  }
  postMessage(message: ToEngine): void {
    this.sent.push(message);
  }
  terminate(): void {
    this.ended = true;
  }
  says(...messages: FromEngine[]): void {
    for (const data of messages) this.dispatchEvent(new MessageEvent("message", { data }));
  }
  breaks(message?: string): void {
    this.dispatchEvent(Object.assign(new Event("error", { cancelable: true }), { message }));
  }
  /** What it was asked, by the kind of message. */
  get asked(): string[] {
    return this.sent.map(({ type }) => type);
  }
}

export const answer = (number: number, text: string, last = true, status = 200): FromEngine => ({
  type: "answer",
  number,
  status,
  contentType: "application/json",
  text,
  last,
});
