// The host on the other side of a network: HTTP and WebSockets of the server that this page comes from.

import type { CallParts, Connection, ConnectionListener, GameHost } from "./game-host";

/** The network protocol that this page speaks: `PROTOCOL_NUMBER` of the server that it was built with. */
const PROTOCOL = "1";

/** What a page that is left may still be sending, by the Fetch standard: a larger body would be refused at once. */
const KEEPALIVE_MAX_BYTES = 65_536;

class SocketConnection implements Connection {
  readonly #socket: WebSocket;
  #ended = false;

  constructor(address: string, listener: ConnectionListener) {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.#socket = new WebSocket(`${scheme}://${location.host}${address}${address.includes("?") ? "&" : "?"}protocol=${PROTOCOL}`);
    this.#socket.addEventListener("message", (event) => {
      if (!this.#ended) listener.message(String(event.data));
    });
    this.#socket.addEventListener("close", (event) => {
      if (!this.#ended) listener.closed(event.code);
    });
  }

  get state(): Connection["state"] {
    if (this.#ended || this.#socket.readyState > WebSocket.OPEN) return "closed";
    return this.#socket.readyState === WebSocket.OPEN ? "open" : "connecting";
  }

  send(text: string): void {
    this.#socket.send(text);
  }

  close(): void {
    this.#ended = true;
    const socket = this.#socket;
    // One that is closed before it is open is a warning in the browser's console.
    if (socket.readyState === WebSocket.CONNECTING) socket.addEventListener("open", () => socket.close());
    else socket.close();
  }
}

class ServerHost implements GameHost {
  readonly remote = true;

  call(method: string, address: string, { body, signal, keepalive = false }: CallParts = {}): Promise<Response> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    return fetch(address, {
      method,
      keepalive: keepalive && new Blob([text ?? ""]).size <= KEEPALIVE_MAX_BYTES,
      ...(signal ? { signal } : {}),
      // No form and no foreign page can send this header: an online server asks for it.
      headers: { "x-djambi": PROTOCOL, ...(text === undefined ? {} : { "content-type": "application/json" }) },
      ...(text === undefined ? {} : { body: text }),
    });
  }

  connect(address: string, listener: ConnectionListener): Connection {
    return new SocketConnection(address, listener);
  }
}

export const host: GameHost = new ServerHost();
