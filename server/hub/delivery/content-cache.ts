import type { StoredContent } from "../store/store.ts";

/** One buffer of each notification for all its deliveries; the latest are kept. */
export const createContentCache = (
  load: (notification: string) => Promise<StoredContent | undefined>,
  most: number,
) => {
  const contents = new Map<string, Promise<StoredContent | undefined>>();
  return (notification: string): Promise<StoredContent | undefined> => {
    const known = contents.get(notification);
    if (known) return known;
    const loaded = load(notification);
    contents.set(notification, loaded);
    loaded.catch(() => contents.delete(notification));
    for (const old of contents.keys()) {
      if (contents.size <= most) break;
      contents.delete(old);
    }
    return loaded;
  };
};
