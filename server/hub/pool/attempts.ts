import type { Capacity } from "./capacity.ts";
import type { createHeldJobs } from "./held-jobs.ts";

/** Attempts begun in one turn of the event loop, so that whoever else it serves has a turn between them. */
const startsPerTurn = 32;

/** Tries held jobs as far as there is capacity for them. */
export const createAttempts = <J extends { origin: string }, R>(options: {
  held: ReturnType<typeof createHeldJobs<J>>;
  capacityOf: (origin: string) => Capacity;
  attempt: (job: J) => Promise<R>;
  onEnd: (job: J, result: R, ms: number) => void;
  /** No more jobs of an origin are held. */
  onEmpty: () => void;
}) => {
  const { held, capacityOf } = options;
  const state = { running: 0, startedNow: 0, isClosed: false };

  const run = async (job: J): Promise<void> => {
    const capacity = capacityOf(job.origin);
    const begun = capacity.begin();
    state.running += 1;
    const result = await options.attempt(job);
    state.running -= 1;
    const ms = capacity.end(begun);
    held.end(job.origin);
    options.onEnd(job, result, ms);
    start(job.origin);
  };

  const start = (origin: string): void => {
    while (!state.isClosed && state.startedNow < startsPerTurn && capacityOf(origin).free() > 0) {
      const job = held.start(origin);
      if (job === undefined) return;
      if ((state.startedNow += 1) === 1) setImmediate(nextTurn);
      void run(job);
      if (!held.hasWaiting(origin)) options.onEmpty();
    }
  };
  const startAll = (): void => {
    for (const [origin] of held.waiting()) start(origin);
  };
  const nextTurn = (): void => {
    const wasFull = state.startedNow >= startsPerTurn;
    state.startedNow = 0;
    if (wasFull) startAll();
  };

  return {
    startAll,
    running: (): number => state.running,
    /** Starts no more. */
    close: (): void => void (state.isClosed = true),
    isClosed: (): boolean => state.isClosed,
  };
};
