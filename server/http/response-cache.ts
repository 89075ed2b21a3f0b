import { type BoundedCache, createBoundedCache } from "../data/bounded-cache.ts";
import type { Snapshot } from "../data/snapshot.ts";
import type { Resource } from "./resource.ts";

const mostBytes = 32 * 1024 * 1024;

/** Ready answers by request target, as it was written. All go with their snapshot. */
export function createResponseCache(current: () => Snapshot): BoundedCache<Resource> {
  const cache = createBoundedCache<Resource>(mostBytes);
  let snapshot = current();
  const ofToday = () => {
    if (current() !== snapshot) {
      snapshot = current();
      cache.clear();
    }
    return cache;
  };
  return {
    get: (target) => ofToday().get(target),
    set: (target, resource, bytes) => ofToday().set(target, resource, bytes),
    clear: cache.clear,
  };
}
