// The service worker of the pages that search. The network always comes first; what it last gave helps when there is none.

const store = "reviews-offline";
/** The site may stand below a path of its host. */
const base = new URL(".", location.href).pathname;
const isKept = ({ pathname }) =>
  [`${base}reviews/`, `${base}search/`].includes(pathname) ||
  pathname.startsWith(`${base}search-index/`) ||
  pathname.startsWith(`${base}_astro/`);
/** One copy of the page for all questions, and of a file for all versions. */
const keyOf = ({ origin, pathname }) => origin + pathname;

const put = async (url, response) => {
  if (response.ok) await (await caches.open(store)).put(keyOf(url), response);
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));

addEventListener("message", (event) => {
  const urls = (event.data?.keep ?? []).map((path) => new URL(path, location.href));
  event.waitUntil(
    (async () => {
      await Promise.allSettled(urls.filter(isKept).map(async (url) => put(url, await fetch(url))));
      if (!event.data.whole) return;
      // What an earlier build needed, a withdrawn review's text among it, is not kept.
      const wanted = new Set(urls.map(keyOf));
      const cache = await caches.open(store);
      for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
    })(),
  );
});

addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || !isKept(url)) return;
  event.respondWith(
    (async () => {
      try {
        const response = await fetch(event.request);
        event.waitUntil(put(url, response.clone()));
        return response;
      } catch (error) {
        const kept = await (await caches.open(store)).match(keyOf(url));
        if (kept === undefined) throw error;
        return kept;
      }
    })(),
  );
});
