/** A map of what was set last: of more than `most` entries the oldest are forgotten. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;
  constructor(most: number) {
    super();
    this.#most = most;
  }
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#most) break;
      this.delete(oldest);
    }
    return this;
  }
}

/** Values by key that take so much memory at most; the oldest go first, but for those that were asked for since. */
export interface BoundedCache<K, V> {
  get: (key: K) => V | undefined;
  /** `bytes` is what the value takes; a key that is text is counted beside it. */
  set: (key: K, value: V, bytes: number) => void;
}

/** What an entry takes besides its key and its value, roughly. */
const overhead = 200;

export function createBoundedCache<K, V>(maxBytes: number): BoundedCache<K, V> {
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
        if (total <= maxBytes) break;
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

/** Ready answers by what was asked. */
export interface ResponseCache<V> {
  get: (key: string) => V | undefined;
  /** Keeps an answer that is offered for the second time. `bytes` is what it takes. */
  offer: (key: string, value: V, bytes: number) => void;
}

const longestKey = 2000;
const maxOffered = 5000;

/**
 * Most of what is asked, by crawlers above all, is asked once. To keep it would push out what is asked again and again,
 * and cost the garbage collector a quarter of a new search.
 */
export function createResponseCache<V>(maxBytes: number, largest: number): ResponseCache<V> {
  const kept = createBoundedCache<string, V>(maxBytes);
  const offered = new Set<string>();
  return {
    get: kept.get,
    offer: (key, value, bytes) => {
      if (key.length > longestKey || bytes > largest) return;
      if (offered.delete(key)) {
        kept.set(key, value, bytes);
        return;
      }
      if (offered.size >= maxOffered) offered.clear();
      offered.add(key);
    },
  };
}

/** Makes a value for each object when it is first asked for; it goes with the object. */
export function memoizeOnce<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const made = new WeakMap<K, V>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) made.set(key, (value = make(key)));
    return value;
  };
}
