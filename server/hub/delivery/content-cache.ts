import { LatestMap } from "../../data/latest-map.ts";
import type { StoredContent } from "../store/store.ts";

/** One buffer of each notification for all its deliveries; the latest are kept. */
export const createContentCache = (
  load: (notification: string) => Promise<StoredContent | undefined>,
  most: number,
) => {
  const contents = new LatestMap<string, Promise<StoredContent | undefined>>(most);
  return (notification: string): Promise<StoredContent | undefined> => {
    const known = contents.get(notification);
    if (known) return known;
    const loaded = load(notification);
    contents.set(notification, loaded);
    loaded.catch(() => contents.delete(notification));
    return loaded;
  };
};
