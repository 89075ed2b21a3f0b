import { setTimeout as wait } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const mostLooks = 8;

/**
 * Gives the memory of something replaced back as soon as nobody holds it any more. V8 by itself collects when it
 * needs memory, and an idle server gives none back: the arrays of a whole old deploy would stay for hours.
 */
export async function reclaim(replaced: WeakRef<object>): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Whoever is being answered from it is mostly done by the first look, and slow readers by a later one.
  for (let look = 0; look < mostLooks; look += 1) {
    await wait(500 * 2 ** look, undefined, { ref: false });
    collect();
    if (replaced.deref() === undefined) return;
  }
}
