import { textsSize } from "../../site-search/index-format.ts";

// After the first visit the search works without a network: a service worker keeps the pages that search and what they need.

/** Above this, a copy would be a burden: only what was used is kept. */
const mostReviews = 2_000;

export function keepForOffline(count: number, version: string): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (!("serviceWorker" in navigator) || connection?.saveData) return;
  const keep = async () => {
    await navigator.serviceWorker.register("/offline.js");
    const { active } = await navigator.serviceWorker.ready;
    const assets = [
      ...document.querySelectorAll<HTMLLinkElement | HTMLScriptElement>("link[rel=stylesheet], script[src]"),
    ].map((element) => ("href" in element ? element.href : element.src));
    const files =
      count > mostReviews
        ? []
        : ["words-0", ...Array.from({ length: Math.ceil(count / textsSize) }, (_, file) => `texts-${file}`)];
    const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
    const message = {
      whole: files.length > 0,
      keep: [
        "/reviews/",
        "/search/",
        ...assets,
        ...loaded.filter((url) => new URL(url).pathname.startsWith("/_astro/")),
        ...files.map((name) => `/search-index/${name}.json?v=${version}`),
      ],
    };
    // A worker has no other origin to be mistaken for.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    active?.postMessage(message);
  };
  const start = () => setTimeout(() => void keep().catch(() => undefined), 1_500);
  if (document.readyState === "complete") start();
  else addEventListener("load", start);
}
