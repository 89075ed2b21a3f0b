import { createBoundedCache } from "../data/bounded-cache.ts";

/** Ready answers by what was asked. */
export interface ResponseCache<V> {
  get: (key: string) => V | undefined;
  /** Keeps an answer that is offered for the second time. `bytes` is what it takes. */
  offer: (key: string, value: V, bytes: number) => void;
}

const longestKey = 2000;
const mostOffered = 5000;

/**
 * Most of what is asked, by crawlers above all, is asked once. To keep it would push out what is asked again and again,
 * and cost the garbage collector a quarter of a new search.
 */
export function createResponseCache<V>(mostBytes: number, largest: number): ResponseCache<V> {
  const kept = createBoundedCache<string, V>(mostBytes);
  const offered = new Set<string>();
  return {
    get: kept.get,
    offer: (key, value, bytes) => {
      if (key.length > longestKey || bytes > largest) return;
      if (offered.delete(key)) {
        kept.set(key, value, bytes);
        return;
      }
      if (offered.size >= mostOffered) offered.clear();
      offered.add(key);
    },
  };
}
