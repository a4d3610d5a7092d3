// The page around a board in a frame: what it says, and to whom the board answers.

import { EMBED_VERSION, messageOf, type BoardMessage, type HostMessage, type MessageFault } from "./messages";

/**
 * The page that shows this one in a frame.
 *
 * Only the parent window is listened to. `ready` says nothing but that there is a board, so anybody may read it; all
 * else goes to the origin that spoke last, and to none before one has.
 */
export class HostPage {
  #origin: string | null = null;

  constructor(
    readonly window: Window,
    onmessage: (message: HostMessage) => void,
    onfault: (fault: MessageFault) => void,
  ) {
    if (window.parent === window) return;
    const hear = ({ source, origin, data }: MessageEvent<unknown>): void => {
      if (source !== window.parent) return;
      this.#origin = origin;
      const read = messageOf(data);
      if ("message" in read) onmessage(read.message);
      else onfault(read.fault);
    };
    window.addEventListener("message", hear);
    this.close = () => window.removeEventListener("message", hear);
    this.#post({ type: "ready" }, "*");
  }

  close: () => void = () => undefined;

  /** Tells the page something; `id` is that of the question that it answers. */
  tell(message: BoardMessage, id?: string): void {
    // A page without an origin of its own (a file, a sandbox) can only be reached as anybody.
    if (this.#origin !== null) this.#post(id === undefined ? message : { ...message, id }, this.#origin === "null" ? "*" : this.#origin);
  }

  #post(message: BoardMessage & { id?: string }, target: string): void {
    this.window.parent.postMessage({ djambi: EMBED_VERSION, ...message }, target);
  }
}
