import type { EventLog } from "../log.ts";
import { logError, StoreAway, storeRetryMs } from "./store/store-error.ts";
import type { HubMetrics } from "./metrics.ts";
import type { Store } from "./store/store.ts";

const heartbeatMs = 2_500;
const tidyMs = 1_000;

/** Does the work at this interval, but never twice at once. */
const every = (ms: number, work: () => Promise<void>, onError: (error: unknown) => void): NodeJS.Timeout => {
  let isRunning = false;
  return setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void work()
      .catch(onError)
      .finally(() => (isRunning = false));
  }, ms).unref();
};

/** Begins when the store is there, gives signs of life, ends leases, and frees what dead nodes have claimed. */
export const createUpkeep = (options: {
  store: Store;
  clock: () => number;
  metrics: HubMetrics;
  log: EventLog;
  /** Compares what is published with what was sent out last. */
  compare(): Promise<unknown>;
  onWork: () => void;
}) => {
  const { store, clock, metrics, log, onWork } = options;
  const state: { isClosed: boolean; timers: NodeJS.Timeout[] } = { isClosed: false, timers: [] };

  const failed = (name: string) => (error: unknown) => logError(log, `hub.${name}.failed`, error);
  const beat = async (): Promise<void> => {
    const freed = await store.heartbeat(clock());
    if (freed === 0) return;
    log.warn("hub.claims.freed", {
      count: freed,
      message: "work that a node had begun is given to others",
    });
    onWork();
  };
  const tidy = async (): Promise<void> => {
    const ended = await store.tidy(clock());
    if (ended === 0) return;
    metrics.removed("lease", ended);
    log.info("hub.leases.ended", { count: ended });
  };
  const startLater = (): void => void setTimeout(() => void startAgain(), storeRetryMs).unref();
  /** Throws what a later attempt cannot heal; while the store is away, tries again. */
  const start = async (): Promise<void> => {
    try {
      await store.heartbeat(clock());
      await store.cleanUpBefore(clock());
      await beat();
      await options.compare();
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      startLater();
      return;
    }
    if (state.isClosed) return;
    state.timers = [every(heartbeatMs, beat, failed("heartbeat")), every(tidyMs, tidy, failed("tidying"))];
    store.engine.listen(onWork);
    onWork();
  };
  const startAgain = async (): Promise<void> => {
    if (state.isClosed) return;
    await start().catch(failed("start"));
  };

  return {
    /** Who waits for this does not wait for a store that is known to be away. */
    start: async (): Promise<void> => (store.engine.isAway() ? startLater() : start()),
    close: (): void => {
      state.isClosed = true;
      for (const timer of state.timers) clearInterval(timer);
    },
  };
};
