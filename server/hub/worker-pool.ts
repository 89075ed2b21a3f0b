import { createAlarm } from "./alarm.ts";
import { createCapacity, createPromptOrigins, joinPrompt, type PromptOrigins } from "./capacity.ts";
import { type Choose, createClaiming } from "./claiming.ts";
import { createHeldJobs } from "./held-jobs.ts";
import { type Log, logError } from "./log.ts";
import type { OriginFilter } from "./origin-filter.ts";
import { createSettlement } from "./settlement.ts";
import { storeRetryMs } from "./store-error.ts";

/** Where jobs of one kind come from, how each is tried, and where the outcome goes. */
export interface WorkerPoolOptions<J extends { origin: string }, R> {
  name: string;
  /** How many attempts that are not slow run at once, for prompt origins and for all others. */
  slots: number;
  /** How many attempts run at once in all, slow ones included. */
  most: { prompt: number; others: number };
  /** How many attempts run at once against one origin. */
  perOrigin: number;
  /** Origins that another pool has found to be prompt. */
  alsoPrompt?: PromptOrigins;
  claim(limit: number, origins: OriginFilter, choose: Choose<J>): Promise<J[]>;
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
  prompt: PromptOrigins;
  /** Takes no more work, and resolves when all attempts are settled. */
  drain(): Promise<void>;
}

const sweepMs = 50;
/** Attempts begun in one turn of the event loop, so that whoever else it serves has a turn between them. */
const startsPerTurn = 32;
/** Freed capacity is gathered for this long, so that one claim serves many. */
const gatherMs = 4;
/** However quiet it is, look again after this long. */
const idleMs = 2_000;

/**
 * Works through jobs in the order they fall due, fairly among origins. Origins that were prompt the last time have
 * capacity of their own, so that a crowd of unknown ones that never answer delays only others like them.
 */
export const createWorkerPool = <J extends { origin: string }, R>(
  options: WorkerPoolOptions<J, R>,
): WorkerPool => {
  const prompt = createPromptOrigins();
  const capacities = {
    prompt: createCapacity(options.slots, options.most.prompt),
    others: createCapacity(options.slots, options.most.others),
  };
  const held = createHeldJobs<J>(options.perOrigin);
  const known = options.alsoPrompt === undefined ? prompt : joinPrompt(prompt, options.alsoPrompt);
  const capacityOf = (origin: string) => (known.has(origin) ? capacities.prompt : capacities.others);
  const drained = Promise.withResolvers<void>();
  const state = { running: 0, started: 0, isClosing: false };
  const finishIfDrained = (): void => {
    if (state.isClosing && state.running === 0 && settlement.isIdle() && !alarm.isRunning())
      drained.resolve();
  };
  const settlement = createSettlement<{ job: J; result: R }>({
    name: options.name,
    store: (results) => options.settle(results),
    onDue: (ms) => alarm.set(Math.min(Math.max(ms, 0), idleMs)),
    onIdle: finishIfDrained,
    log: options.log,
  });

  const run = async (job: J): Promise<void> => {
    const capacity = capacityOf(job.origin);
    const attempt = capacity.begin();
    state.running += 1;
    const result = await options.attempt(job);
    state.running -= 1;
    prompt.note(job.origin, capacity.end(attempt));
    held.end(job.origin);
    settlement.add({ job, result });
    advance(job.origin);
    if (!claiming.isExhausted()) alarm.set(gatherMs);
  };

  const advance = (origin: string): void => {
    while (!state.isClosing && capacityOf(origin).free() > 0) {
      if (state.started >= startsPerTurn) return;
      const job = held.start(origin);
      if (job === undefined) return;
      if ((state.started += 1) === 1) setImmediate(nextTurn);
      void run(job);
      // This origin may have been left out of the last look, and may have more now.
      if (!held.hasWaiting(origin)) alarm.set(gatherMs);
    }
  };
  const advanceAll = (): void => {
    for (const [origin] of held.waiting()) advance(origin);
  };
  const nextTurn = (): void => {
    const wasFull = state.started >= startsPerTurn;
    state.started = 0;
    if (wasFull) advanceAll();
  };

  const claiming = createClaiming<J>({
    ...options,
    idleMs,
    held,
    capacities,
    prompt: known,
    claim: (limit, origins, choose) => options.claim(limit, origins, choose),
    nextDue: () => options.nextDue(),
    onClaimed: advanceAll,
  });
  const look = (): Promise<number> =>
    claiming.claimAll().catch((error: unknown) => {
      logError(options.log, `hub.${options.name}.unclaimed`, error);
      return storeRetryMs;
    });
  const alarm = createAlarm(look, finishIfDrained);

  // One sweep for all attempts instead of a timer for each.
  const sweep = setInterval(() => {
    capacities.prompt.sweep();
    capacities.others.sweep();
    advanceAll();
  }, sweepMs).unref();

  return {
    wake: () => alarm.set(0),
    running: () => state.running,
    prompt,
    drain: () => {
      state.isClosing = true;
      settlement.close();
      alarm.stop();
      clearInterval(sweep);
      finishIfDrained();
      return drained.promise;
    },
  };
};
