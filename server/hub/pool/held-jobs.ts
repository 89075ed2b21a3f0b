/** Jobs held for one origin, in multiples of what it may run; it gets more when less than one multiple waits. */
const prefetch = 8;

/** The jobs that this node has claimed, by origin: those that wait, and how many are being tried. */
export const createHeldJobs = <J extends { origin: string }>(perOrigin: number) => {
  const origins = new Map<string, { running: number; waiting: J[] }>();
  const countOf = (origin: string): number => {
    const held = origins.get(origin);
    return held ? held.running + held.waiting.length : 0;
  };
  return {
    /** Leaves out what is more than an origin can soon be sent. */
    choose: (jobs: J[]): J[] => {
      const counts = new Map<string, number>();
      return jobs.filter(({ origin }) => {
        const count = (counts.get(origin) ?? countOf(origin)) + 1;
        if (count > perOrigin * prefetch) return false;
        counts.set(origin, count);
        return true;
      });
    },
    add: (job: J): void => {
      const held = origins.get(job.origin);
      if (held) held.waiting.push(job);
      else origins.set(job.origin, { running: 0, waiting: [job] });
    },
    /** The next job of an origin, if one waits and may be tried. */
    start: (origin: string): J | undefined => {
      const held = origins.get(origin);
      if (held === undefined || held.running >= perOrigin) return undefined;
      const job = held.waiting.shift();
      if (job) held.running += 1;
      return job;
    },
    end: (origin: string): void => {
      const held = origins.get(origin);
      if (held === undefined) return;
      held.running -= 1;
      if (held.running === 0 && held.waiting.length === 0) origins.delete(origin);
    },
    /** Origins with jobs that wait, and how many. */
    waiting: (): [string, number][] => {
      const found: [string, number][] = [];
      for (const [origin, { waiting }] of origins)
        if (waiting.length > 0) found.push([origin, waiting.length]);
      return found;
    },
    hasWaiting: (origin: string): boolean => (origins.get(origin)?.waiting.length ?? 0) > 0,
  };
};
