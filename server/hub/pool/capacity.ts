import { BoundedMap } from "../../data/bounded-map.ts";

/** An attempt that takes longer than this no longer holds up others. */
const slowMs = 80;
/** An origin whose last attempt was over within this time is prompt. */
const promptMs = 2_000;
/** Prompt origins that are remembered; the oldest are forgotten first. */
const maxPrompt = 20_000;

/** Origins whose last attempt was over soon, whatever came of it: they hold up nobody. */
export interface PromptOrigins {
  has(origin: string): boolean;
  list(): string[];
  /** Notes how long an attempt took. */
  note(origin: string, ms: number): void;
}

/** `also` are those that another pool has found. */
export const createPromptOrigins = (also?: PromptOrigins): PromptOrigins => {
  const origins = new BoundedMap<string, true>(maxPrompt);
  return {
    has: (origin) => origins.has(origin) || also?.has(origin) === true,
    list: () => [...origins.keys(), ...(also?.list() ?? [])],
    note: (origin, ms) => {
      if (ms > promptMs) origins.delete(origin);
      else origins.set(origin, true);
    },
  };
};

/**
 * How many attempts may be open: `slots` that are not slow yet, and `max` in all. A slow attempt gives its slot to
 * another, so a crowd that never answers is worked through at ten times the slots a second.
 */
export const createCapacity = (slots: number, max: number, onFree: () => void) => {
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
export const createHeldJobs = <J extends { origin: string }>(perOrigin: number) => {
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
