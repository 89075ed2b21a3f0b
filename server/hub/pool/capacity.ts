import { LatestMap } from "../../data/latest-map.ts";

/** An attempt that takes longer than this no longer holds up others. */
const slowMs = 80;
/** An origin whose last attempt was over within this time is prompt. */
const promptMs = 2_000;
/** Most prompt origins that are remembered; the oldest are forgotten first. */
const mostPrompt = 20_000;

/** Origins whose last attempt was over soon, whatever came of it: they hold up nobody. */
export type PromptOrigins = ReturnType<typeof createPromptOrigins>;
export const createPromptOrigins = () => {
  const origins = new LatestMap<string, true>(mostPrompt);
  return {
    has: (origin: string): boolean => origins.has(origin),
    list: (): string[] => [...origins.keys()],
    /** Notes how long an attempt took. */
    note: (origin: string, ms: number): void => {
      if (ms > promptMs) origins.delete(origin);
      else origins.set(origin, true);
    },
  };
};

/** What either of two pools has found. */
export const joinPrompt = (one: PromptOrigins, other?: PromptOrigins): PromptOrigins => ({
  ...one,
  has: (origin) => one.has(origin) || other?.has(origin) === true,
  list: () => [...one.list(), ...(other?.list() ?? [])],
});

interface Attempt {
  since: number;
  slow: boolean;
}
export type Capacity = ReturnType<typeof createCapacity>;

/**
 * How many attempts may be open: `slots` that are not slow yet, and `most` in all. A slow attempt gives its slot to
 * another, so a crowd that never answers is worked through at ten times the slots a second.
 */
export const createCapacity = (slots: number, most: number) => {
  const open = new Set<Attempt>();
  let slow = 0;
  return {
    free: (): number => Math.min(slots - (open.size - slow), most - open.size),
    begin: (): Attempt => {
      const attempt = { since: performance.now(), slow: false };
      open.add(attempt);
      return attempt;
    },
    /** Returns how long the attempt took. */
    end: (attempt: Attempt): number => {
      open.delete(attempt);
      if (attempt.slow) slow -= 1;
      return performance.now() - attempt.since;
    },
    /** Finds the attempts that have become slow: one sweep for all instead of a timer for each. */
    sweep: (): void => {
      const limit = performance.now() - slowMs;
      for (const attempt of open) {
        if (attempt.slow || attempt.since > limit) continue;
        attempt.slow = true;
        slow += 1;
      }
    },
  };
};
