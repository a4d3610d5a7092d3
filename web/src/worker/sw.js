// The service worker: keeps the app's own files. On a server it keeps them so that an installed Djambi opens and says
// what is the matter when its server does not run; games, rules and lessons are the server's, and never kept here. A
// page that needs no server is nothing but files: all of them are kept, and it plays on without a network for ever.
//
// Every build keeps its files in a cache of its own, which goes when no open page runs that build any more. A newer
// build is fetched beside it and waits until the player reloads: nothing changes under a game.
//
// The build fills in the constants (scripts/install.mjs).
const VERSION = "__VERSION__";
/** Whether there is no server: the page comes from what is kept, too. */
const ALONE = "__ALONE__";
/** The build's files: address beside this one, bytes, and SHA-256. The first is the page itself. */
const FILES = ["__FILES__"];

const HERE = new URL("./", self.location).href;
/** Other copies of the app may lie on the same site: each knows its caches by its place. */
const NAME = `djambi-${VERSION} ${HERE}`;
const [[PAGE]] = FILES;
const LANES = 6;
const ANSWER_TIMEOUT_MS = 3000;

/**
 * Tells whether an address is this app's. A server may have a page without a server below `here/` (its setting `page`):
 * that is an app of its own, with its own worker.
 */
const ours = (address) => address.startsWith(HERE) && (ALONE || !/^here(?:[/?#]|$)/.test(address.slice(HERE.length)));

self.addEventListener("install", (event) => event.waitUntil(keep()));

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  // A navigation has its # too.
  url.search = url.hash = "";
  if (request.method !== "GET" || !ours(url.href)) return;
  const path = url.href.slice(HERE.length);
  // A picture or a record that is opened by its address is no page of the app.
  if (path.startsWith("api/")) return;
  // Whoever asks for a file anew has found the kept one damaged.
  if (request.cache === "reload" && request.mode !== "navigate") return;
  // A store that is full or damaged is no reason to go without what the network has.
  if (request.mode !== "navigate") event.respondWith(kept(request.url).catch(() => undefined).then((found) => found ?? fetch(request)));
  else if (!ALONE) event.respondWith(fetch(request).catch((error) => page(error)));
  else if (path === "" || path === "index.html") event.respondWith(page().catch(() => fetch(request)));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") void self.skipWaiting();
  else if (event.data === "started") event.waitUntil(tidy());
  else if (event.data === "what is kept") event.ports[0].postMessage({ version: VERSION, bytes: FILES.reduce((sum, [, bytes]) => sum + bytes, 0) });
});

const own = async () => (await caches.keys()).filter((name) => name.startsWith("djambi-") && name.endsWith(` ${HERE}`));

/** Returns a file as this build has it, or else as an older one does whose pages are still open. */
async function kept(url) {
  for (const name of [NAME, ...(await own())]) {
    const found = await (await caches.open(name)).match(url, { ignoreVary: true });
    if (found) return found;
  }
  return undefined;
}

/** Returns the page as it is kept; throws `error` if it is not. */
async function page(error = new Error("the page is not kept")) {
  const found = await (await caches.open(NAME)).match(new URL(PAGE, HERE).href, { ignoreVary: true });
  if (!found) throw error;
  return found;
}

/** Keeps every file of this build, the app before what is large; what was kept before a cut stays. */
async function keep() {
  const cache = await caches.open(NAME);
  const rows = FILES.toSorted(([, a], [, b]) => a - b);
  const total = rows.reduce((sum, [, bytes]) => sum + bytes, 0);
  let done = 0;
  const lane = async () => {
    for (let row = rows.shift(); row; row = rows.shift()) {
      const [path, bytes, sum] = row;
      const url = new URL(path, HERE).href;
      if (!(await cache.match(url, { ignoreVary: true }))) await cache.put(url, await fetched(url, sum));
      done += bytes;
      await tell({ type: "keeping", done, total });
    }
  };
  try {
    await Promise.all(Array.from({ length: LANES }, lane));
  } catch (error) {
    // Firefox's own failures have no message, and as text they are a dump of themselves.
    await tell({ type: "not kept", reason: [error.name, error.message].filter(Boolean).join(": ") });
    throw error;
  }
}

/** Fetches a file of this build, whole and undamaged; one that an older build has too is not fetched again. */
async function fetched(url, sum) {
  const old = await kept(url);
  if (old && sum !== "" && (await sumOf(old.clone())) === sum) return old;
  // The browser's own store may know it already: then the host only says that it is still the same.
  const answer = await fetch(url, { cache: "no-cache", ...(sum === "" ? {} : { integrity: `sha256-${sum}` }) });
  if (!answer.ok) throw new Error(`${answer.status} ${url}`);
  // What came by a detour must not answer a navigation.
  return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
}

const sumOf = async (answer) =>
  btoa(String.fromCodePoint(...new Uint8Array(await crypto.subtle.digest("SHA-256", await answer.arrayBuffer()))));

const windows = async () => (await self.clients.matchAll({ type: "window", includeUncontrolled: true })).filter(({ url }) => ours(url));

const tell = async (message) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- no window is written to
  for (const client of await windows()) client.postMessage(message);
};

/** Returns the address of a page's own script, which tells its build; null where none answers. */
const scriptOf = (client) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener("message", ({ data }) => resolve(data));
    port1.start();
    setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS);
    client.postMessage({ type: "which build" }, [port2]);
  });

/** Forgets the builds that no open page runs; a newer one that waits for its turn is not this worker's to judge. */
async function tidy() {
  const { installing, waiting } = self.registration;
  if (installing || waiting) return;
  const scripts = await Promise.all((await windows()).map(scriptOf));
  if (scripts.includes(null)) return;
  for (const name of await own()) {
    if (name === NAME) continue;
    const cache = await caches.open(name);
    const current = await caches.open(NAME);
    const uses = async (script) => !(await current.match(script)) && (await cache.match(script)) !== undefined;
    if (!(await Promise.all(scripts.map(uses))).includes(true)) await caches.delete(name);
  }
}
