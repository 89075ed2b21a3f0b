import { BoundedMap } from "../../data/bounded-map.ts";

/** How long a failed handshake counts before the same origin is tried again. */
const probeAgainMs = 10_000;
/** An answer that is no older than this shows that the hub's own network works; its origin is also a good one to try. */
const recentMs = 600_000;
const maxAnswered = 20;
const maxProbed = 1_000;

export type FaultAttribution = ReturnType<typeof createFaultAttribution>;

/**
 * Whose fault is a failure without any answer? It is the callback's when the hub has reached some other callback
 * origin in the last ten minutes and since the content was published, when it can reach one now, or when there is no
 * other. Otherwise it is ours, and no subscriber may pay for it.
 */
export const createFaultAttribution = (options: {
  clock: () => number;
  /** Some callback origins that are subscribed. */
  origins(): Promise<string[]>;
  probe(origin: string): Promise<boolean>;
}) => {
  const { clock } = options;
  // Several, so that a live one is among them even after many have died.
  const answered = new BoundedMap<string, number>(maxAnswered);
  const failing = new Set<string>();
  const probed = new BoundedMap<string, { at: number; open: Promise<boolean> }>(maxProbed);
  /** Whether the origin accepts a connection. Failures at the same moment share one handshake. */
  const isOpen = (origin: string, now: number): Promise<boolean> => {
    const last = probed.get(origin);
    if (last !== undefined && now - last.at <= probeAgainMs) return last.open;
    const open = options.probe(origin).then((answers) => {
      if (answers) {
        probed.delete(origin);
        answered.set(origin, clock());
      }
      return answers;
    });
    probed.set(origin, { at: now, open });
    return open;
  };

  return {
    /** An origin has answered, whatever it said. */
    reached: (origin: string): void => {
      failing.delete(origin);
      probed.delete(origin);
      answered.set(origin, clock());
    },

    /** This origin gave no answer to what was published at that time: is it the callback's own fault? */
    isSubscriberFault: async (origin: string, published: number): Promise<boolean> => {
      failing.add(origin);
      if (failing.size > 10_000) failing.clear();
      // An answer from before the publication does not count: the network may have failed since.
      const reachedAnother = () => {
        const since = Math.max(published, clock() - recentMs);
        return [...answered].some(([other, at]) => other !== origin && at > since);
      };
      if (reachedAnother()) return true;
      const others = (await options.origins()).filter((other) => other !== origin);
      if (others.length === 0) return true;
      const now = clock();
      const lately = [...answered].filter(([other, at]) => other !== origin && now - at <= recentMs);
      // An origin that fails as well proves nothing, even if it still accepts connections.
      const candidates = new Set(
        [...lately.map(([other]) => other), ...others].filter((one) => !failing.has(one)),
      );
      const answers = await Promise.all([...candidates].map((other) => isOpen(other, now)));
      return answers.includes(true) || reachedAnother();
    },
  };
};
