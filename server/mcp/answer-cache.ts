import type { Snapshot } from "../data/snapshot.ts";

/** Bytes of results kept for each snapshot. */
const capacity = 16 * 1024 * 1024;
const longestKey = 2000;
const mostOffered = 5000;
/** What an entry takes besides its text, roughly. */
const overhead = 200;

/**
 * Results as bytes, by what was asked: they depend on the snapshot and the question alone, never on who asks.
 * What is asked twice is kept, so that rare questions do not push out common ones; the oldest go first; all go with
 * their snapshot.
 */
export interface AnswerCache {
  get: (key: string) => Buffer | undefined;
  keep: (key: string, result: Buffer) => void;
}

export function createAnswerCache(): AnswerCache {
  const kept = new Map<string, Buffer>();
  const offered = new Set<string>();
  let size = 0;
  return {
    get: (key) => kept.get(key),
    keep(key, result) {
      if (key.length > longestKey || result.length > capacity / 16 || kept.has(key)) return;
      if (!offered.delete(key)) {
        if (offered.size >= mostOffered) offered.clear();
        offered.add(key);
        return;
      }
      kept.set(key, result);
      size += key.length + result.length + overhead;
      for (const [oldest, bytes] of kept) {
        if (size <= capacity) break;
        kept.delete(oldest);
        size -= oldest.length + bytes.length + overhead;
      }
    },
  };
}

const caches = new WeakMap<Snapshot, AnswerCache>();

export function answerCacheOf(snapshot: Snapshot): AnswerCache {
  const cache = caches.get(snapshot) ?? createAnswerCache();
  caches.set(snapshot, cache);
  return cache;
}
