// Djambi boards in a web page. No dependencies, MIT licence. The types and what everything means: djambi-embed.d.ts.
//
//   import { embed } from "https://example.org/djambi/djambi-embed.js";
//   const board = embed(document.querySelector("#board"), { position: "square-4 original" });
//   board.on("turn", ({ text, position }) => console.log(text, position));

const VERSION = 1;
const OPTIONS = new Set(["position", "record", "number", "list", "play", "theme", "lang"]);

export class EmbedError extends Error {
  constructor(code, text) {
    super(text);
    this.name = "EmbedError";
    this.code = code;
  }
}

export function embed(element, { src = new URL(".", import.meta.url).href, title = "Djambi", ...options } = {}) {
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) {
    if (!OPTIONS.has(name)) throw new TypeError(`embed: there is no option ${name}`);
    if (value !== undefined) asked.set(name, String(value));
  }
  const page = new URL(src, document.baseURI);
  page.hash = `/embed?${asked}`;
  const frame = document.createElement("iframe");
  frame.title = title;
  frame.className = "djambi-board";
  frame.src = page.href;
  // What a style sheet says of .djambi-board goes before these.
  frame.width = "100%";
  frame.height = "560";
  frame.allow = "fullscreen";

  const handlers = new Map();
  const open = new Map();
  let waiting = [];
  let last = 0;
  let removed = false;

  const post = (message) => frame.contentWindow?.postMessage({ djambi: VERSION, ...message }, page.origin);
  const send = (message) => (waiting ? waiting.push(message) : post(message));

  function hear({ source, origin, data }) {
    // The board alone is listened to, and only while it is still what was embedded here.
    if (source !== frame.contentWindow || origin !== page.origin || data?.djambi !== VERSION) return;
    const { djambi: _, id, ...message } = data;
    if (message.type === "ready") {
      // The frame was loaded anew: what the board before it was asked is answered by nobody.
      if (!waiting) giveUp();
      post({ type: "follow" });
      waiting?.forEach(post);
      waiting = null;
    }
    const question = open.get(id);
    open.delete(id);
    if (message.type === "error") question?.reject(new EmbedError(message.code, message.text));
    else question?.resolve(message);
    for (const handler of handlers.get(message.type) ?? []) handler(message);
  }

  const gone = () => new EmbedError("removed", "The board was removed.");

  function giveUp() {
    for (const { reject } of open.values()) reject(gone());
    open.clear();
  }

  function ask(message) {
    if (removed) return Promise.reject(gone());
    const id = `q${++last}`;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      send({ ...message, id });
    });
  }

  addEventListener("message", hear);
  element.replaceChildren(frame);
  return {
    frame,
    load: (what) => ask({ type: "load", ...(typeof what === "string" ? { position: what } : what) }),
    show: (number) => ask({ type: "show", number }),
    ask: () => ask({ type: "ask" }),
    on(type, handler) {
      const known = handlers.get(type) ?? new Set();
      handlers.set(type, known.add(handler));
      return () => known.delete(handler);
    },
    remove() {
      removeEventListener("message", hear);
      frame.remove();
      removed = true;
      giveUp();
    },
  };
}
