import type { Capacity, PromptOrigins } from "./capacity.ts";
import type { createHeldJobs } from "./held-jobs.ts";
import type { Choose } from "../store/claims.ts";
import type { OriginFilter } from "../store/claims.ts";

/** Jobs of one claim, in multiples of the slots: the next ones are claimed while these are tried. */
const batches = 2;
/** A claim for prompt origins alone that found nothing is not repeated for so long. */
const againMs = 100;

/** Claims jobs for which there is capacity, or soon will be. */
export const createClaiming = <J extends { origin: string }>(options: {
  slots: number;
  perOrigin: number;
  idleMs: number;
  held: ReturnType<typeof createHeldJobs<J>>;
  capacities: { prompt: Capacity; others: Capacity };
  prompt: PromptOrigins;
  claim: (limit: number, origins: OriginFilter, choose: Choose<J>) => Promise<J[]>;
  nextDue: () => Promise<number | undefined>;
  onClaimed: () => void;
}) => {
  const { slots, perOrigin, idleMs, held, capacities, prompt } = options;
  let isExhausted = true;
  let notBefore = 0;

  /**
   * Where there is no capacity left for unknown origins, only jobs of prompt ones are claimed. Prompt ones themselves are
   * waited for: that is soon over.
   */
  const filter = (): OriginFilter | undefined => {
    const waiting = { prompt: 0, others: 0 };
    const not: string[] = [];
    for (const [origin, count] of held.waiting()) {
      waiting[prompt.has(origin) ? "prompt" : "others"] += count;
      if (count >= perOrigin) not.push(origin);
    }
    const hasRoom = (kind: "prompt" | "others") => capacities[kind].free() > 0 || waiting[kind] < slots;
    if (!hasRoom("prompt")) return undefined;
    if (hasRoom("others")) return { not };
    const only = performance.now() < notBefore ? [] : prompt.list();
    return only.length === 0 ? undefined : { not, only };
  };

  return {
    /** The last claim found nothing that could be claimed. */
    isExhausted: (): boolean => isExhausted,
    /** Claims until there is no capacity or nothing due; returns in how many milliseconds to look again. */
    claimAll: async (): Promise<number> => {
      for (let origins = filter(); origins !== undefined; origins = filter()) {
        // Claiming costs a transaction that writes: nothing is written while there is nothing to do.
        const due = isExhausted ? await options.nextDue() : 0;
        if (due === undefined || due > 0) return Math.min(due ?? idleMs, idleMs);
        const jobs = await options.claim(slots * batches, origins, held.choose);
        for (const job of jobs) held.add(job);
        if (jobs.length > 0) options.onClaimed();
        isExhausted = jobs.length === 0 && origins.only === undefined;
        if (isExhausted) return idleMs;
        if (jobs.length === 0) notBefore = performance.now() + againMs;
      }
      return againMs;
    },
  };
};
