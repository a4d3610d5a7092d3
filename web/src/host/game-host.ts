// Who answers the app: the one interface behind `api/`, whether a server does or the engine in the page itself.

/** What a call carries besides method and address. */
export interface CallParts {
  /** The value that is sent as JSON. */
  body?: unknown;
  signal?: AbortSignal;
  /** The call is made to its end even if the player leaves the page. */
  keepalive?: boolean;
}

/** What a connection tells. */
export interface ConnectionListener {
  message(text: string): void;
  /** The connection has ended, with a code of RFC 6455 or of the server (4404: there is no such game). */
  closed(code: number): void;
}

/** A line of text messages in both directions. */
export interface Connection {
  readonly state: "connecting" | "open" | "closed";
  send(text: string): void;
  /** Ends the connection; its listener hears nothing more. */
  close(): void;
}

export interface GameHost {
  /** Whether connections may die without a word, so that one has to ask whether they live. */
  readonly remote: boolean;
  /** Makes a call (`/api/…`, the query included) and returns the answer, whatever its status; throws without one. */
  call(method: string, address: string, parts?: CallParts): Promise<Response>;
  /** Opens the connection at an address. */
  connect(address: string, listener: ConnectionListener): Connection;
}
