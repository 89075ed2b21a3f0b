/** How long a failed handshake is remembered before the same origin is tried again. */
const probeAgainMs = 10_000;
/** How long an origin that answered is a good one to ask, subscribed to whatever. */
const latelyMs = 600_000;
/** How many of those are remembered. */
const mostAnswered = 20;

/**
 * Whose fault is a failure without any answer? It is the callback's when the hub can reach some other callback
 * origin, or when there is no other. Otherwise it is ours, and no subscriber may pay for it.
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
  const probed = new Map<string, { at: number; open: Promise<boolean> }>();

  /** Does anyone answer there? Failures at the same moment share one handshake. */
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
      // A few, so that some live one is among them even after many have died.
      answered.delete(origin);
      answered.set(origin, clock());
      for (const old of answered.keys()) {
        if (answered.size <= mostAnswered) break;
        answered.delete(old);
      }
    },

    /** No answer came from this origin to an attempt begun at that time: is it the callback's own fault? */
    isTheirs: async (origin: string, begun: number): Promise<boolean> => {
      failing.add(origin);
      if (failing.size > 10_000) failing.clear();
      const answeredSince = () => [...answered].some(([other, at]) => other !== origin && at >= begun);
      if (answeredSince()) return true;
      const others = (await options.origins()).filter((other) => other !== origin);
      if (others.length === 0) return true;
      const now = clock();
      const lately = [...answered].filter(([other, at]) => other !== origin && now - at <= latelyMs);
      // An origin that fails as well tells nothing, even where its door still opens.
      const candidates = new Set(
        [...lately.map(([other]) => other), ...others].filter((one) => !failing.has(one)),
      );
      const answers = await Promise.all([...candidates].map((other) => isOpen(other, now)));
      return answers.includes(true) || answeredSince();
    },
  };
};
