import { randomBytes } from "node:crypto";
import type { CallingOptions } from "../delivery/delivery.ts";
import { parseCallback, withParameters } from "../egress/callback.ts";
import { Unreached } from "../egress/dial.ts";
import { type ResponsiveOrigins, WorkerPool } from "../pool/worker-pool.ts";
import type { VerificationJob, VerificationOutcome } from "../store/request-queue.ts";

export const verificationCapacity = { slots: 256, max: { responsive: 512, others: 2_048 }, perOrigin: 4 };

interface VerificationOptions extends CallingOptions {
  /** Origins that deliveries have found to be responsive. */
  alsoResponsive: ResponsiveOrigins;
  /** When a callback that could not be reached is asked once more. */
  againMs: number;
}

export const createVerificationPool = (options: VerificationOptions) => {
  const { store, clock, metrics, log, againMs, alsoResponsive } = options;
  const verify = createVerification(options);
  return new WorkerPool<VerificationJob, VerificationOutcome>({
    name: "verification",
    ...verificationCapacity,
    alsoResponsive,
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
    nextDue: () => store.nextDue("requests", clock()),
    log,
  });
};

/** Asks a callback whether it wants what was requested for it, or tells it that it was removed. */
const createVerification =
  (options: VerificationOptions) =>
  async (job: VerificationJob): Promise<VerificationOutcome> => {
    const { clock, log } = options;
    const facts = { topic: job.topic, origin: job.origin, mode: job.mode };
    const parts = parseCallback(job.callback);
    if (typeof parts === "string") return { kind: "dropped" };
    const challenge = randomBytes(32).toString("base64url");
    const at = clock();
    try {
      const { status, body } = await options.egress.send({
        method: "GET",
        origin: parts.origin,
        target: withParameters(parts.target, toParameters(job, challenge)),
        headers: { "user-agent": options.userAgent, accept: "*/*" },
        wanted: challenge.length,
      });
      options.faults.reached(job.origin);
      if (job.mode === "denied") return { kind: "dropped" };
      const confirmed = status >= 200 && status < 300 && Buffer.from(challenge).equals(body);
      log.info(`hub.verification.${confirmed ? "confirmed" : "refused"}`, { ...facts, status });
      return confirmed ? { kind: "confirmed", at } : { kind: "dropped" };
    } catch (error) {
      if (error instanceof Unreached && error.reason === "aborted") return { kind: "aborted" };
      const answeredWrongly = error instanceof Unreached && error.reason === "oversized";
      const again = job.asked === 0 && !answeredWrongly;
      log.info("hub.verification.unreached", { ...facts, error: String(error), again });
      return again ? { kind: "again", at: clock() + options.againMs } : { kind: "dropped" };
    }
  };

const toParameters = (job: VerificationJob, challenge: string): Record<string, string> => {
  const { mode, topic } = job;
  if (mode === "denied") return { "hub.mode": mode, "hub.topic": topic, "hub.reason": job.reason ?? "" };
  return {
    "hub.mode": mode,
    "hub.topic": topic,
    "hub.challenge": challenge,
    ...(mode === "subscribe" ? { "hub.lease_seconds": String(job.lease_seconds) } : {}),
  };
};
