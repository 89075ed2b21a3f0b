import type { PromptOrigins } from "../pool/capacity.ts";
import type { HubMetrics } from "../metrics.ts";
import type { VerificationJob, VerificationOutcome } from "../store/request-queue.ts";
import type { Store } from "../store/store.ts";
import { createVerification, type VerificationOptions } from "./verification.ts";
import { createWorkerPool, type WorkerPool } from "../pool/worker-pool.ts";

export const verificationCapacity = { slots: 256, most: { prompt: 512, others: 2_048 }, perOrigin: 4 };

/** Works through the requests that wait for the answer of their callback. */
export const createVerificationPool = (
  options: VerificationOptions & { store: Store; metrics: HubMetrics; alsoPrompt: PromptOrigins },
): WorkerPool => {
  const { store, clock, metrics, log, againMs, alsoPrompt } = options;
  const verify = createVerification(options);
  return createWorkerPool<VerificationJob, VerificationOutcome>({
    name: "verification",
    ...verificationCapacity,
    alsoPrompt,
    claim: (limit, origins, choose) => store.claimVerifications(limit, origins, clock(), choose),
    attempt: async (job) => {
      const result = await verify(job);
      metrics.verification(job.mode, result.kind);
      return result;
    },
    commit: async (results) => {
      if (await store.commitVerifications(results, clock())) return 0;
      return results.some(({ result }) => result.kind === "again") ? againMs : undefined;
    },
    nextDue: async () => {
      const due = await store.nextDue("requests");
      return due === undefined ? undefined : due - clock();
    },
    log,
  });
};
