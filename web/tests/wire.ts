import { afterEach, beforeEach, vi } from "vitest";

/** The other end of a connection, driven by the test. */
export class Wire extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  static CLOSING = 2;
  static all: Wire[] = [];
  static get last(): Wire {
    const found = Wire.all.at(-1);
    if (!found) throw new Error("no connection");
    return found;
  }
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  url: string;
  constructor(url: string) {
    super();
    this.url = url;
    Wire.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  says(message: Record<string, unknown>): void {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(message) }));
  }
  breaks(code = 1006): void {
    this.readyState = 3;
    this.dispatchEvent(Object.assign(new Event("close"), { code }));
  }
}

/** Has every test of a group connect to wires, with a clock that the test moves. */
export function wired(): void {
  beforeEach(() => {
    Wire.all = [];
    vi.stubGlobal("WebSocket", Wire);
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
}
