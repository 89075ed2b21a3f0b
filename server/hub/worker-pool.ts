import type { Log } from "./log.ts";

/** Chooses which of the jobs that are due to claim. */
export type Choose<J> = (jobs: J[]) => J[];

/** Where jobs of one kind come from, how each is tried, and where the outcome goes. */
export interface WorkerPoolOptions<J extends { origin: string }, R> {
  name: string;
  /** How many attempts run at once; one that takes longer than half a second makes room for another. */
  slots: number;
  /** How many attempts run at once against one origin. */
  perOrigin: number;
  claim(limit: number, busyOrigins: string[], choose: Choose<J>): Promise<J[]>;
  /** Tries one job; never throws. */
  attempt(job: J): Promise<R>;
  /** Records outcomes; returns in how many milliseconds one of these jobs is due again, if any is. */
  settle(results: { job: J; result: R }[]): Promise<number | undefined>;
  /** Milliseconds until the next job is due, if there is one. */
  nextDue(): Promise<number | undefined>;
  log: Log;
}

export interface WorkerPool {
  /** There may be work: look now. */
  wake(): void;
  running(): number;
  /** Takes no more work, and resolves when all attempts are settled. */
  drain(): Promise<void>;
}

/** Time after which an attempt no longer holds up others. */
const slowMs = 500;
const sweepMs = 100;
/** Open attempts, slow ones included, in multiples of the slots. */
const seats = 4;
/** Jobs of one claim, in multiples of the slots: the next ones are claimed while these are tried. */
const batches = 2;
/** Jobs held for one origin, in multiples of what it may run; it gets more when less than one multiple waits. */
const stock = 8;
/** Outcomes, and room for more work, are gathered for this long, so that one transaction serves many. */
const gatherMs = 4;
/** However quiet it is, look again after this long. */
const idleMs = 2_000;

/** Works through jobs in the order they fall due, fairly among origins. */
export const createWorkerPool = <J extends { origin: string }, R>(
  options: WorkerPoolOptions<J, R>,
): WorkerPool => {
  const { slots, perOrigin, log } = options;
  const running = new Map<J, { since: number; slow: boolean }>();
  const origins = new Map<string, { running: number; waiting: J[] }>();
  let results: { job: J; result: R }[] = [];
  let waiting = 0;
  /** The last look found nothing that could be claimed. */
  let exhausted = true;
  let slow = 0;
  let looking = false;
  let lookAgain = false;
  let settling = false;
  const life = { closing: false };
  let timer: NodeJS.Timeout | undefined;
  let lookAt = Infinity;
  let drained = Promise.withResolvers<void>();

  const held = (origin: string): number => {
    const state = origins.get(origin);
    return state ? state.running + state.waiting.length : 0;
  };
  const free = (): number => Math.min(slots - (running.size - slow), slots * seats - running.size);

  /** Claims no more for one origin than it can soon work on. */
  const choose = (jobs: J[]): J[] => {
    const taken = new Map<string, number>();
    return jobs.filter(({ origin }) => {
      const count = (taken.get(origin) ?? held(origin)) + 1;
      if (count > perOrigin * stock) return false;
      taken.set(origin, count);
      return true;
    });
  };

  const run = async (job: J, state: { running: number }): Promise<void> => {
    const seat = { since: performance.now(), slow: false };
    running.set(job, seat);
    state.running += 1;
    const result = await options.attempt(job);
    state.running -= 1;
    running.delete(job);
    if (seat.slow) slow -= 1;
    results.push({ job, result });
    settleSoon();
    advance(job.origin);
    if (!exhausted) lookSoon(gatherMs);
  };

  const advance = (origin: string): void => {
    const state = origins.get(origin);
    if (!state) return;
    while (!life.closing && state.waiting.length > 0 && state.running < perOrigin && free() > 0) {
      const job = state.waiting.shift();
      waiting -= 1;
      if (job) void run(job, state);
      // This origin may have been left out of the last look, and has room again.
      if (state.waiting.length === 0) lookSoon(gatherMs);
    }
    if (state.running === 0 && state.waiting.length === 0) origins.delete(origin);
  };

  const settleSoon = (): void => {
    if (settling) return;
    settling = true;
    setTimeout(() => void settleAll(), gatherMs);
  };

  const settleAll = async (): Promise<void> => {
    while (results.length > 0) {
      const now = results;
      results = [];
      try {
        const due = await options.settle(now);
        if (due !== undefined) lookSoon(Math.min(Math.max(due, 0), idleMs));
      } catch (error) {
        log("error", `hub.${options.name}.unsettled`, { error: String(error), count: now.length });
        if (life.closing) break;
        results = now.concat(results);
        await new Promise((resolve) => setTimeout(resolve, 1_000));
      }
    }
    settling = false;
    finishIfDrained();
  };

  const finishIfDrained = (): void => {
    if (life.closing && running.size === 0 && results.length === 0 && !settling && !looking)
      drained.resolve();
  };

  const lookSoon = (ms: number): void => {
    const at = performance.now() + ms;
    // The earliest wish holds: a later one must not put it off.
    if (life.closing || at >= lookAt) return;
    lookAt = at;
    clearTimeout(timer);
    timer = setTimeout(() => void look(), ms);
    timer.unref();
  };

  /** Claims jobs and starts what has room; returns how many there were. */
  const take = async (): Promise<number> => {
    const busy = [...origins].filter(([, state]) => state.waiting.length >= perOrigin);
    const jobs = await options.claim(
      slots * batches,
      busy.map(([origin]) => origin),
      choose,
    );
    for (const job of jobs) {
      const state = origins.get(job.origin) ?? { running: 0, waiting: [] };
      origins.set(job.origin, state);
      state.waiting.push(job);
      waiting += 1;
    }
    for (const job of jobs) advance(job.origin);
    return jobs.length;
  };

  const look = async (): Promise<void> => {
    lookAt = Infinity;
    if (looking || life.closing) {
      lookAgain = true;
      return;
    }
    looking = true;
    let sleep = idleMs;
    try {
      do {
        lookAgain = false;
        if (free() < 1 && waiting >= slots) break;
        // Claiming costs a transaction that writes: nothing is written while there is nothing to do.
        const due = exhausted ? await options.nextDue() : 0;
        exhausted = due === undefined || due > 0 || (await take()) === 0;
        sleep = due === undefined || due <= 0 ? idleMs : Math.min(due, idleMs);
        if (!exhausted && free() > 0) lookAgain = true;
      } while (lookAgain && !life.closing);
    } catch (error) {
      log("error", `hub.${options.name}.unclaimed`, { error: String(error) });
      sleep = 1_000;
    }
    looking = false;
    if (lookAgain) sleep = 0;
    lookSoon(sleep);
    finishIfDrained();
  };

  // One sweep for all attempts instead of a timer for each.
  const sweep = setInterval(() => {
    const limit = performance.now() - slowMs;
    for (const seat of running.values()) {
      if (seat.slow || seat.since > limit) continue;
      seat.slow = true;
      slow += 1;
    }
    if (waiting > 0) for (const origin of origins.keys()) advance(origin);
  }, sweepMs);
  sweep.unref();

  return {
    wake: () => lookSoon(0),
    running: () => running.size,
    drain: () => {
      life.closing = true;
      clearTimeout(timer);
      clearInterval(sweep);
      drained = Promise.withResolvers<void>();
      finishIfDrained();
      return drained.promise;
    },
  };
};
