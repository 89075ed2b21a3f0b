import { createAlarm } from "./alarm.ts";
import { createAttempts } from "./attempts.ts";
import { createCapacity, createPromptOrigins, joinPrompt, type PromptOrigins } from "./capacity.ts";
import { createClaiming } from "./claiming.ts";
import type { Choose } from "../store/claims.ts";
import { createHeldJobs } from "./held-jobs.ts";
import type { EventLog } from "../../log.ts";
import { logError, storeRetryMs } from "../store/store-error.ts";
import type { OriginFilter } from "../store/origin-filter.ts";
import { createBatchCommit } from "./batch-commit.ts";

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
  claim: (limit: number, origins: OriginFilter, choose: Choose<J>) => Promise<J[]>;
  /** Tries one job; never throws. */
  attempt: (job: J) => Promise<R>;
  /** Records outcomes; returns in how many milliseconds one of these jobs is due again, if any is. */
  commit: (results: { job: J; result: R }[]) => Promise<number | undefined>;
  /** Milliseconds until the next job is due, if there is one. */
  nextDue: () => Promise<number | undefined>;
  log: EventLog;
}

export interface WorkerPool {
  /** There may be work: look now. */
  wake(): void;
  running(): number;
  prompt: PromptOrigins;
  /** Takes no more work, and resolves when all attempts have ended. */
  drain(): Promise<void>;
}

const sweepMs = 20;
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
  const known = joinPrompt(prompt, options.alsoPrompt);
  const capacities = {
    prompt: createCapacity(options.slots, options.most.prompt),
    others: createCapacity(options.slots, options.most.others),
  };
  const held = createHeldJobs<J>(options.perOrigin);
  const drained = Promise.withResolvers<void>();
  const finishIfDrained = (): void => {
    if (attempts.isClosed() && attempts.running() === 0 && commits.isIdle() && !alarm.isRunning())
      drained.resolve();
  };
  const commits = createBatchCommit<{ job: J; result: R }>({
    name: options.name,
    store: options.commit,
    onDue: (ms) => alarm.set(Math.min(Math.max(ms, 0), idleMs)),
    onIdle: finishIfDrained,
    log: options.log,
  });
  const attempts = createAttempts<J, R>({
    held,
    capacityOf: (origin) => (known.has(origin) ? capacities.prompt : capacities.others),
    attempt: options.attempt,
    onEnd: (job, result, ms) => {
      prompt.note(job.origin, ms);
      commits.add({ job, result });
      if (!claiming.isExhausted()) alarm.set(gatherMs);
    },
    // This origin may have been left out of the last look, and may have more now.
    onEmpty: () => alarm.set(gatherMs),
  });
  const claiming = createClaiming<J>({
    ...options,
    idleMs,
    held,
    capacities,
    prompt: known,
    onClaimed: attempts.startAll,
  });
  const look = (): Promise<number> =>
    claiming.claimAll().catch((error: unknown) => {
      logError(options.log, `hub.${options.name}.unclaimed`, error);
      return storeRetryMs;
    });
  const alarm = createAlarm(look, finishIfDrained);
  const sweep = setInterval(() => {
    for (const capacity of Object.values(capacities)) capacity.sweep();
    attempts.startAll();
  }, sweepMs).unref();
  const drain = (): Promise<void> => {
    for (const stop of [attempts.close, commits.close, alarm.stop]) stop();
    clearInterval(sweep);
    finishIfDrained();
    return drained.promise;
  };
  return { wake: () => alarm.set(0), running: attempts.running, prompt, drain };
};
