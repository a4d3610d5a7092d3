// The service worker: keeps the app's own files, so that an installed Djambi opens and says what is
// the matter when its server does not run. Games, rules and lessons are the server's: never kept here.
// The build fills in the two constants (scripts/install.mjs).
const VERSION = "__VERSION__";
const FILES = ["__FILES__"];

const NAME = `djambi-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(FILES)));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(names.filter((name) => name.startsWith("djambi-") && name !== NAME).map((name) => caches.delete(name))),
    ),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    // A picture or a record that is opened by its address is no page of the app.
    if (!pathname.startsWith("/api/")) event.respondWith(page(request));
  } else if (FILES.includes(pathname)) {
    // Their names change with what is in them, or the version does.
    event.respondWith(kept(pathname).then((found) => found ?? fetch(request)));
  }
});

const kept = (path) => caches.open(NAME).then((cache) => cache.match(path));

/** The page as the server has it; the kept one if it does not answer. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const found = await kept("/");
    if (!found) throw error;
    return found;
  }
}
