import type { ReadyAnswer } from "./response.ts";
import type { Snapshot } from "../data/snapshot.ts";

const keptBytes = 32 * 1024 * 1024;
const remembered = 1 << 16;
/** How many that fall on the same place are remembered, the latest first. */
const ways = 4;

/** Ready answers by request target, as it was written. All go with their snapshot; the oldest when there is no room. */
export interface Shelf {
  find: (target: string) => ReadyAnswer | undefined;
  /** Whether it was asked for before. Most targets come once; keeping their answers would only cost memory. */
  wants: (target: string) => boolean;
  /** `own` is how many bytes of the answer are not the dataset's own. */
  keep: (target: string, answer: ReadyAnswer, own: number) => void;
}

const hashOf = (text: string): number => {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return value >>> 0 || 1;
};

export function createShelf(current: () => Snapshot): Shelf {
  let snapshot = current();
  let bytes = 0;
  const kept = new Map<string, { answer: ReadyAnswer; size: number }>();
  const asked = new Uint32Array(remembered);
  const follow = () => {
    const now = current();
    if (now === snapshot) return;
    snapshot = now;
    bytes = 0;
    kept.clear();
    asked.fill(0);
  };

  return {
    find: (target) => {
      follow();
      return kept.get(target)?.answer;
    },
    wants: (target) => {
      follow();
      if (kept.has(target)) return false;
      const hash = hashOf(target);
      const first = (hash % remembered) & -ways;
      for (let i = first; i < first + ways; i += 1) if (asked[i] === hash) return true;
      asked.copyWithin(first + 1, first, first + ways - 1);
      asked[first] = hash;
      return false;
    },
    keep: (target, answer, own) => {
      // A rough guess of what the headers and the map take.
      const size = own + target.length * 2 + 1024;
      bytes += size;
      kept.set(target, { answer, size });
      for (const [oldest, entry] of kept) {
        if (bytes <= keptBytes) break;
        kept.delete(oldest);
        bytes -= entry.size;
      }
    },
  };
}
