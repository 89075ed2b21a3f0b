/** Values by key that take so much memory at most; the oldest go first, but for those that were asked for since. */
export interface BoundedCache<K, V> {
  get: (key: K) => V | undefined;
  /** `bytes` is what the value takes; a key that is text is counted beside it. */
  set: (key: K, value: V, bytes: number) => void;
}

/** What an entry takes besides its key and its value, roughly. */
const overhead = 200;

export function createBoundedCache<K, V>(mostBytes: number): BoundedCache<K, V> {
  const entries = new Map<K, { value: V; bytes: number; wasAsked: boolean }>();
  let total = 0;
  const remove = (key: K): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (entry !== undefined) entry.wasAsked = true;
      return entry?.value;
    },
    set: (key, value, bytes) => {
      remove(key);
      const entry = {
        value,
        bytes: bytes + (typeof key === "string" ? key.length * 2 : 0) + overhead,
        wasAsked: false,
      };
      entries.set(key, entry);
      total += entry.bytes;
      for (const [oldest, candidate] of entries) {
        if (total <= mostBytes) break;
        if (candidate.wasAsked) {
          // A second chance, behind all others: cheaper than to keep the order of use with each question.
          candidate.wasAsked = false;
          entries.delete(oldest);
          entries.set(oldest, candidate);
        } else remove(oldest);
      }
    },
  };
}
