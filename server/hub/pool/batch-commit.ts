import { setTimeout as pause } from "node:timers/promises";
import type { EventLog } from "../../log.ts";
import { logError, storeRetryMs } from "../store/store-error.ts";

/** Outcomes are gathered for this long, so that one transaction serves many. */
const gatherMs = 4;

/** Gathers what came of attempts and has it stored; outcomes that cannot be stored are kept and stored later. */
export const createBatchCommit = <O>(options: {
  name: string;
  /** Stores outcomes; returns in how many milliseconds one of these jobs is due again, if any is. */
  store: (outcomes: O[]) => Promise<number | undefined>;
  onDue: (ms: number) => void;
  onIdle: () => void;
  log: EventLog;
}) => {
  let outcomes: O[] = [];
  /** Most outcomes of one transaction: fewer after one that failed, until the outcome that it failed for stands alone. */
  let most = Number.POSITIVE_INFINITY;
  let isBusy = false;
  const state = { isClosing: false };

  const storeAll = async (): Promise<void> => {
    while (outcomes.length > 0) {
      const batch = outcomes.slice(0, most);
      outcomes = outcomes.slice(most);
      try {
        const due = await options.store(batch);
        most *= 2;
        if (due !== undefined) options.onDue(due);
      } catch (error) {
        logError(options.log, `hub.${options.name}.uncommitted`, error, { count: batch.length });
        if (state.isClosing) break;
        most = Math.ceil(batch.length / 2);
        outcomes = outcomes.concat(batch);
        await pause(storeRetryMs);
      }
    }
    isBusy = false;
    options.onIdle();
  };

  return {
    add: (outcome: O): void => {
      outcomes.push(outcome);
      if (isBusy) return;
      isBusy = true;
      setTimeout(() => void storeAll(), gatherMs);
    },
    isIdle: (): boolean => !isBusy && outcomes.length === 0,
    /** What cannot be stored now is given up: the jobs are still in the store. */
    close: (): void => void (state.isClosing = true),
  };
};
