/** An origin that answered this long ago still shows that the hub's own network worked. */
const aroundMs = 600_000;
/** How long a failed handshake is remembered before the same origin is tried again. */
const probeAgainMs = 10_000;

/**
 * Whose fault is a failure without any answer? It is the callback's when the hub has reached some other callback
 * origin in the last ten minutes and since the content was published, when it can reach one now, or when there is no
 * other. Otherwise it is ours, and no subscriber may pay for it.
 */
export const createReach = (options: {
  clock: () => number;
  /** Some callback origins that are subscribed. */
  origins(): Promise<string[]>;
  probe(origin: string): Promise<boolean>;
}) => {
  const { clock } = options;
  const answered = new Map<string, number>();
  const failing = new Set<string>();
  const probed = new Map<string, number>();

  return {
    /** An origin has answered, whatever it said. */
    reached: (origin: string): void => {
      failing.delete(origin);
      probed.delete(origin);
      // The last two suffice: one of them is always another origin than the one in question.
      answered.delete(origin);
      answered.set(origin, clock());
      for (const old of answered.keys()) {
        if (answered.size <= 2) break;
        answered.delete(old);
      }
    },

    /** This origin gave no answer to what was published at that time: is it the callback's own fault? */
    isTheirs: async (origin: string, published: number): Promise<boolean> => {
      failing.add(origin);
      if (failing.size > 10_000) failing.clear();
      // An answer to what was published before does not count: all that came after it may have failed.
      const reachedAnother = () => {
        const since = Math.max(published, clock() - aroundMs);
        return [...answered].some(([other, at]) => other !== origin && at > since);
      };
      if (reachedAnother()) return true;
      const others = (await options.origins()).filter((other) => other !== origin);
      if (others.length === 0) return true;
      const now = clock();
      // An origin that fails as well tells nothing, even where its door still opens.
      const candidates = others.filter(
        (other) => !failing.has(other) && now - (probed.get(other) ?? -Infinity) > probeAgainMs,
      );
      for (const other of candidates) probed.set(other, now);
      const answers = await Promise.all(
        candidates.map(async (other) => {
          const open = await options.probe(other);
          if (open) {
            probed.delete(other);
            answered.set(other, clock());
          }
          return open;
        }),
      );
      return answers.includes(true) || reachedAnother();
    },
  };
};
