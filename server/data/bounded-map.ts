/** A map that forgets its oldest entries when it has more than `max`. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #max: number;
  constructor(max: number) {
    super();
    this.#max = max;
  }
  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#max) break;
      this.delete(oldest);
    }
    return this;
  }
}

/** The rough overhead of an entry besides its key and value. */
const overhead = 200;

/** Values by key that take so much memory at most; first in, first out, since an order of use costs work at each lookup. */
export function createBoundedCache<V>(maxBytes: number) {
  const entries = new Map<string, { value: V; bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get: (key: string): V | undefined => entries.get(key)?.value,
    /** `bytes` is what the value takes; the key is counted beside it. */
    set: (key: string, value: V, bytes: number): void => {
      remove(key);
      const entry = { value, bytes: bytes + key.length * 2 + overhead };
      if (entry.bytes > maxBytes) return;
      entries.set(key, entry);
      total += entry.bytes;
      for (const oldest of entries.keys()) {
        if (total <= maxBytes) break;
        remove(oldest);
      }
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

/** Makes a value when it is first asked for. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
