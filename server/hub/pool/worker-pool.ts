import { setTimeout as pause } from "node:timers/promises";
import { BoundedMap } from "../../data/bounded-map.ts";
import type { EventLog } from "../../log.ts";
import type { Choose, OriginFilter } from "../store/nodes.ts";
import { logError, storeRetryMs } from "../store/database.ts";

/** Where jobs of one kind come from, how each is tried, and where the outcome goes. */
export interface WorkerPoolOptions<J extends { origin: string }, R> {
  name: string;
  /** How many attempts that are not slow run at once, for responsive origins and for all others. */
  slots: number;
  /** How many attempts run at once in all, slow ones included. */
  max: { responsive: number; others: number };
  /** How many attempts run at once against one origin. */
  perOrigin: number;
  /** Origins that another pool has found to be responsive. */
  alsoResponsive?: ResponsiveOrigins;
  claim: (limit: number, origins: OriginFilter, choose: Choose<J>) => Promise<J[]>;
  /** Tries one job; never throws. */
  attempt: (job: J) => Promise<R>;
  /** Records outcomes; returns in how many milliseconds one of these jobs is due again, if any is. */
  commit: (results: { job: J; result: R }[]) => Promise<number | undefined>;
  /** Milliseconds until the next job is due, if there is one. */
  nextDue: () => Promise<number | undefined>;
  log: EventLog;
}

/** Outcomes, and capacity that was freed, are gathered for this long, so that one transaction serves many. */
const gatherMs = 4;
/** The longest wait until the next look, whatever is due. */
const idleMs = 2_000;
/** Jobs of one claim, in multiples of the slots: the next ones are claimed while these are tried. */
const batches = 2;
/** How soon a claim for responsive origins alone is repeated when it found nothing. */
const againMs = 100;
/** Attempts begun in one turn of the event loop, so that requests have a turn between them. */
const startsPerTurn = 32;

/**
 * Works through jobs in the order they fall due, fairly among origins. Origins that were responsive the last time have
 * capacity of their own, so that a crowd of unknown ones that never answer delays only others like them.
 */
export class WorkerPool<J extends { origin: string }, R> {
  readonly responsive: ResponsiveOrigins;
  readonly #options: WorkerPoolOptions<J, R>;
  readonly #capacities;
  readonly #held;
  readonly #alarm = createAlarm(
    () => this.#look(),
    () => this.#finishIfDrained(),
  );
  readonly #drained = Promise.withResolvers<void>();
  /** Outcomes that are not stored yet. */
  #outcomes: { job: J; result: R }[] = [];
  #isCommitting = false;
  #isClosed = false;
  #running = 0;
  #startedNow = 0;
  /** The last claim found nothing. */
  #isExhausted = true;
  #noResponsiveBefore = 0;

  constructor(options: WorkerPoolOptions<J, R>) {
    const { slots, max, perOrigin, alsoResponsive } = options;
    this.#options = options;
    this.responsive = createResponsiveOrigins(alsoResponsive);
    const onFree = () => this.#startAll();
    this.#capacities = {
      responsive: createCapacity(slots, max.responsive, onFree),
      others: createCapacity(slots, max.others, onFree),
    };
    this.#held = createHeldJobs<J>(perOrigin);
  }

  wake(): void {
    this.#alarm.set(0);
  }

  running(): number {
    return this.#running;
  }

  /** Takes no more work, and resolves when all attempts have ended. What cannot be stored then is still in the store. */
  drain(): Promise<void> {
    this.#isClosed = true;
    this.#alarm.stop();
    this.#finishIfDrained();
    return this.#drained.promise;
  }

  #finishIfDrained(): void {
    const isBusy = this.#running > 0 || this.#isCommitting || this.#alarm.isRunning();
    if (this.#isClosed && !isBusy) this.#drained.resolve();
  }

  async #look(): Promise<number> {
    try {
      return await this.#claimAll();
    } catch (error) {
      logError(this.#options.log, `hub.${this.#options.name}.unclaimed`, error);
      return storeRetryMs;
    }
  }

  /** Claims until there is no capacity or nothing due; returns in how many milliseconds to look again. */
  async #claimAll(): Promise<number> {
    for (let origins = this.#filter(); origins !== undefined; origins = this.#filter()) {
      // Claiming costs a transaction that writes: nothing is written while there is nothing to do.
      const due = this.#isExhausted ? await this.#options.nextDue() : 0;
      if (due === undefined || due > 0) return Math.min(due ?? idleMs, idleMs);
      const jobs = await this.#options.claim(this.#options.slots * batches, origins, this.#held.choose);
      for (const job of jobs) this.#held.add(job);
      if (jobs.length > 0) this.#startAll();
      this.#isExhausted = jobs.length === 0 && origins.only === undefined;
      if (this.#isExhausted) return idleMs;
      if (jobs.length === 0) this.#noResponsiveBefore = performance.now() + againMs;
    }
    return againMs;
  }

  /**
   * Without capacity for other origins, only jobs of responsive ones are claimed. Without capacity for responsive ones
   * nothing is: that is soon over.
   */
  #filter(): OriginFilter | undefined {
    const { slots, perOrigin } = this.#options;
    const waiting = { responsive: 0, others: 0 };
    const not: string[] = [];
    for (const [origin, count] of this.#held.waiting()) {
      waiting[this.responsive.has(origin) ? "responsive" : "others"] += count;
      if (count >= perOrigin) not.push(origin);
    }
    const hasRoom = (kind: "responsive" | "others") =>
      this.#capacities[kind].free() > 0 || waiting[kind] < slots;
    if (!hasRoom("responsive")) return undefined;
    if (hasRoom("others")) return { not };
    const only = performance.now() < this.#noResponsiveBefore ? [] : this.responsive.list();
    return only.length === 0 ? undefined : { not, only };
  }

  #capacityOf(origin: string) {
    return this.#capacities[this.responsive.has(origin) ? "responsive" : "others"];
  }

  #startAll(): void {
    for (const [origin] of this.#held.waiting()) this.#start(origin);
  }

  #start(origin: string): void {
    while (!this.#isClosed && this.#startedNow < startsPerTurn && this.#capacityOf(origin).free() > 0) {
      const job = this.#held.start(origin);
      if (job === undefined) return;
      if ((this.#startedNow += 1) === 1)
        setImmediate(() => {
          const wasFull = this.#startedNow >= startsPerTurn;
          this.#startedNow = 0;
          if (wasFull) this.#startAll();
        });
      void this.#run(job);
      // This origin may have been left out of the last look, and may have more now.
      if (!this.#held.hasWaiting(origin)) this.#alarm.set(gatherMs);
    }
  }

  async #run(job: J): Promise<void> {
    const end = this.#capacityOf(job.origin).begin();
    this.#running += 1;
    const result = await this.#options.attempt(job);
    this.#running -= 1;
    this.responsive.note(job.origin, end());
    this.#held.end(job.origin);
    this.#outcomes.push({ job, result });
    if (!this.#isCommitting) void this.#commitAll();
    if (!this.#isExhausted) this.#alarm.set(gatherMs);
    this.#start(job.origin);
  }

  /** Stores what came of attempts; outcomes that cannot be stored are kept and stored later. */
  async #commitAll(): Promise<void> {
    this.#isCommitting = true;
    await pause(gatherMs);
    // Fewer after a transaction that failed, until the outcome that it failed for stands alone.
    for (let max = Infinity; this.#outcomes.length > 0;) {
      const batch = this.#outcomes.splice(0, max);
      try {
        const due = await this.#options.commit(batch);
        max *= 2;
        if (due !== undefined) this.#alarm.set(Math.min(Math.max(due, 0), idleMs));
      } catch (error) {
        logError(this.#options.log, `hub.${this.#options.name}.uncommitted`, error, { count: batch.length });
        if (this.#isClosed) break;
        max = Math.ceil(batch.length / 2);
        this.#outcomes.push(...batch);
        await pause(storeRetryMs);
      }
    }
    this.#isCommitting = false;
    this.#finishIfDrained();
  }
}

/** An attempt that takes longer than this no longer holds up others. */
const slowMs = 80;
/** An origin whose last attempt was over within this time is responsive. */
const responsiveMs = 2_000;
/** How many responsive origins are remembered; the oldest are forgotten first. */
const maxResponsive = 20_000;

/** Origins whose last attempt was over soon, whatever came of it: they hold up nobody. */
export type ResponsiveOrigins = ReturnType<typeof createResponsiveOrigins>;

/** `also` are those that another pool has found. */
export const createResponsiveOrigins = (also?: {
  has: (origin: string) => boolean;
  list: () => string[];
}) => {
  const origins = new BoundedMap<string, true>(maxResponsive);
  return {
    has: (origin: string): boolean => origins.has(origin) || also?.has(origin) === true,
    list: (): string[] => [...origins.keys(), ...(also?.list() ?? [])],
    /** Notes how long an attempt took. */
    note: (origin: string, ms: number): void => {
      if (ms > responsiveMs) origins.delete(origin);
      else origins.set(origin, true);
    },
  };
};

/**
 * How many attempts may be open: `slots` that are not slow yet, and `max` in all. A slow attempt gives its slot to
 * another, so a crowd that never answers is worked through at ten times the slots a second.
 */
const createCapacity = (slots: number, max: number, onFree: () => void) => {
  let open = 0;
  let quick = 0;
  return {
    free: (): number => Math.min(slots - quick, max - open),
    /** Begins an attempt; what it returns ends it, and says how long it took. */
    begin: (): (() => number) => {
      const since = performance.now();
      let isQuick = true;
      open += 1;
      quick += 1;
      const leaveSlot = (): void => {
        if (isQuick) quick -= 1;
        isQuick = false;
      };
      const timer = setTimeout(() => {
        leaveSlot();
        onFree();
      }, slowMs).unref();
      return () => {
        clearTimeout(timer);
        leaveSlot();
        open -= 1;
        return performance.now() - since;
      };
    },
  };
};

/** Jobs held for one origin, in multiples of what it may run; it gets more when less than one multiple waits. */
const prefetch = 8;

/** The jobs that this node has claimed, by origin: those that wait, and how many are being tried. */
const createHeldJobs = <J extends { origin: string }>(perOrigin: number) => {
  const origins = new Map<string, { running: number; waiting: J[] }>();
  return {
    /** Leaves out what is more than an origin can soon be sent. */
    choose: (jobs: J[]): J[] => {
      const counts = new Map<string, number>();
      return jobs.filter(({ origin }) => {
        const { running = 0, waiting = [] } = origins.get(origin) ?? {};
        const count = (counts.get(origin) ?? running + waiting.length) + 1;
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
    hasWaiting: (origin: string): boolean => (origins.get(origin)?.waiting.length ?? 0) > 0,
    /** Origins with jobs that wait, and how many. */
    waiting: (): [string, number][] =>
      [...origins].flatMap(([origin, { waiting }]) => (waiting.length > 0 ? [[origin, waiting.length]] : [])),
  };
};

/** Runs work at the earliest time that was asked for; a time that comes while the work runs makes it run once more. */
const createAlarm = (work: () => Promise<number>, onIdle: () => void) => {
  let timer: NodeJS.Timeout | undefined;
  let at = Infinity;
  let isRunning = false;
  let isMissed = false;
  let isStopped = false;

  const ring = async (): Promise<void> => {
    at = Infinity;
    if (isRunning) {
      isMissed = true;
      return;
    }
    isRunning = true;
    const again = await work();
    isRunning = false;
    set(isMissed ? 0 : again);
    isMissed = false;
    onIdle();
  };
  const set = (ms: number): void => {
    const wished = performance.now() + ms;
    if (isStopped || wished >= at) return;
    at = wished;
    clearTimeout(timer);
    timer = setTimeout(() => void ring(), ms).unref();
  };
  return {
    /** Runs the work in so many milliseconds, or earlier where that was wished for. */
    set,
    isRunning: (): boolean => isRunning,
    stop: (): void => {
      isStopped = true;
      clearTimeout(timer);
    },
  };
};
