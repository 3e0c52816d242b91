/**
 * The service worker: the page opens without the service too, as it was when it was last there.
 *
 * The service puts a line before this one, `self.TILESIGHT`, with the version of the page's files and their names; a
 * changed file changes that line, and the browser installs this script anew. One version is kept as a whole or not at
 * all. A new version waits until no page of the old one is open, so that no page ever gets files of two versions.
 *
 * What the service answers about a hand or a photo is never kept. The one answer that is, the list of rule sets, says
 * nothing about a person; it is used only while the service cannot be reached.
 */

const { version, files } = self.TILESIGHT;
const SHELL = "/";
const RULES = "/v1/rules";
const BASE = `/static/${version}/`;
const CACHE = `tilesight-${version}`;

/** Not needed to show the page: texts for readers of the source, and pictures that the system takes once. */
const LEFT_OUT = /(^|\/)(LICENSE[^/]*|[^/]*\.md|index\.html|sw\.js|manifest\.webmanifest)$|^icons\//;

/** A phone that has left the network waits for an answer that never comes; after this long the kept page is shown. */
const SHELL_WITHIN_MS = 2500;

self.addEventListener("install", (event) => event.waitUntil(keepVersion()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && pathname === SHELL) event.respondWith(fresh(request, SHELL_WITHIN_MS));
  else if (pathname === RULES) event.respondWith(fresh(request, SHELL_WITHIN_MS));
  else if (pathname.startsWith(BASE)) event.respondWith(kept(request));
});

/** Keeps all files of this version, or fails and leaves the version before in place. */
async function keepVersion() {
  const cache = await caches.open(CACHE);
  const shell = await fetch(SHELL, { cache: "no-store" });
  // The program was replaced in between: the next visit installs its worker.
  if (!shell.ok || !(await shell.clone().text()).includes(BASE)) throw new Error(`the page is no longer version ${version}`);
  await cache.addAll(files.filter((name) => !LEFT_OUT.test(name)).map((name) => BASE + name));
  await cache.put(SHELL, shell);
  // Without the rule sets the page still shows the last hand and the game.
  await cache.add(RULES).catch(() => {});
}

/** Drops other versions and serves the page that is open already. */
async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("tilesight-") && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What the service says now, or what was kept where it says nothing in time. */
async function fresh(request, withinMs) {
  const cached = await (await caches.open(CACHE)).match(request.mode === "navigate" ? SHELL : request);
  const asked = fetch(request);
  if (!cached) return asked;
  const late = new Promise((resolve) => { setTimeout(resolve, withinMs); });
  // A proxy that stands for a service that is gone answers 502 and the like.
  const answer = await Promise.race([asked, late]).catch(() => null);
  return answer && answer.status < 500 ? answer : cached;
}

/** A file of this version: kept ones are the same for ever. */
async function kept(request) {
  return (await caches.match(request, { cacheName: CACHE })) ?? fetch(request);
}
