import { createHmac } from "node:crypto";
import { topicPaths } from "../../../src/schema/hub.ts";
import { BoundedMap } from "../../data/bounded-map.ts";
import { parseRetryAfter } from "../../http/conditional.ts";
import type { EventLog } from "../../log.ts";
import { parseCallback } from "../egress/callback.ts";
import type { EgressClient } from "../egress/egress.ts";
import type { FaultAttribution } from "../egress/fault-attribution.ts";
import { Unreached } from "../egress/dial.ts";
import type { HubMetrics } from "../metrics.ts";
import { WorkerPool } from "../pool/worker-pool.ts";
import type { DeliveryJob, DeliveryOutcome } from "../store/delivery-queue.ts";
import { StoreAway } from "../store/database.ts";
import type { Content, Store, StoredContent } from "../store/store.ts";

/** Two of each topic: the one that is sent, and the one before it. */
const maxContents = 2 * topicPaths.length;

export const deliveryCapacity = { slots: 256, max: { responsive: 1_024, others: 3_072 }, perOrigin: 16 };

/** The parts that everything that calls back needs. */
export interface CallingOptions {
  store: Store;
  egress: EgressClient;
  faults: FaultAttribution;
  userAgent: string;
  clock: () => number;
  metrics: HubMetrics;
  log: EventLog;
}

interface DeliveryOptions extends CallingOptions {
  hubUrl: string;
  retrySeconds: readonly [number, number];
  random: () => number;
  /** Subscriptions were removed, and their callbacks are to be notified. */
  onRemoved: () => void;
}

export const createDeliveryPool = (options: DeliveryOptions) => {
  const { store, clock, metrics, log } = options;
  // One buffer of each notification for all its deliveries.
  const contents = new BoundedMap<string, Promise<StoredContent | undefined>>(maxContents);
  const contentOf = (notification: string): Promise<StoredContent | undefined> => {
    const known = contents.get(notification);
    if (known) return known;
    const loaded = store.notification(notification);
    contents.set(notification, loaded);
    loaded.catch(() => contents.delete(notification));
    return loaded;
  };
  const deliver = createDelivery(options, contentOf);
  return new WorkerPool<DeliveryJob, DeliveryOutcome>({
    name: "delivery",
    ...deliveryCapacity,
    claim: (limit, origins, choose) => store.claimDeliveries(limit, origins, clock(), choose),
    attempt: async (job) => {
      const begun = performance.now();
      const result = await deliver(job);
      if (result.kind === "delivered") metrics.delivered((performance.now() - begun) / 1_000);
      if (result.kind === "gone") metrics.removed("gone");
      metrics.delivery(result.kind);
      return result;
    },
    commit: async (results) => {
      const { removed, dueAt } = await store.commitDeliveries(results, clock());
      for (const subscription of removed) {
        metrics.removed("failures");
        log.warn("hub.subscription.removed", { ...subscription, reason: "three failed deliveries in a row" });
      }
      if (removed.length > 0) options.onRemoved();
      return dueAt === undefined ? undefined : dueAt - clock();
    },
    nextDue: () => store.nextDue("deliveries", clock()),
    log,
  });
};

const maxWaitMs = 6 * 3_600_000;

/** Delivers one notification to one subscriber, and says what became of it. */
const createDelivery =
  (options: DeliveryOptions, contentOf: (notification: string) => Promise<StoredContent | undefined>) =>
  async (job: DeliveryJob): Promise<DeliveryOutcome> => {
    const { clock, log } = options;
    const begun = clock();
    const { subscription, notification, origin } = job;
    const facts = { subscription, notification, origin };
    let published = begun;
    try {
      const content = await contentOf(job.notification);
      if (content === undefined) return { kind: "aborted" };
      published = content.created_at;
      const parts = parseCallback(job.callback);
      if (typeof parts === "string") return { kind: "gone" };
      const { status, retryAfter } = await options.egress.send({
        method: "POST",
        origin: parts.origin,
        target: parts.target,
        headers: toHeaders(job, content, options),
        body: content.body,
        wanted: 0,
      });
      options.faults.reached(job.origin);
      if (status >= 200 && status < 300) {
        log.debug("hub.delivery.delivered", { ...facts, status, ms: clock() - begun });
        return { kind: "delivered" };
      }
      if (status === 410) {
        log.info("hub.subscription.gone", facts);
        return { kind: "gone" };
      }
      log.warn("hub.delivery.failed", { ...facts, status, failures: job.failures + 1 });
      return planRetry("failed", job, options, parseRetryAfter(retryAfter, clock()));
    } catch (error) {
      if (error instanceof StoreAway) return { kind: "aborted" };
      if (!(error instanceof Unreached)) {
        log.error("hub.delivery.unexpected", { ...facts, error: String(error) });
        return planRetry("inconclusive", job, options);
      }
      if (error.reason === "aborted") return { kind: "aborted" };
      const theirs = await isSubscriberFault(error, job.origin, published, options.faults);
      log.warn(theirs ? "hub.delivery.failed" : "hub.delivery.inconclusive", {
        ...facts,
        reason: error.reason,
        error: error.message,
        failures: job.failures + (theirs ? 1 : 0),
      });
      return planRetry(theirs ? "failed" : "inconclusive", job, options);
    }
  };

const isSubscriberFault = async (
  { reason }: Unreached,
  origin: string,
  published: number,
  faults: FaultAttribution,
): Promise<boolean> => {
  if (reason === "refused" || reason === "oversized") return true;
  if (reason === "exhausted") return false;
  return faults.isSubscriberFault(origin, published).catch(() => false);
};

const toHeaders = (job: DeliveryJob, content: Content, options: DeliveryOptions): Record<string, string> => ({
  "content-type": content.type,
  link: `<${options.hubUrl}>; rel="hub", <${content.topic}>; rel="self"`,
  "user-agent": options.userAgent,
  "x-hub-delivery": `${job.notification}.${job.subscription}`,
  ...(job.secret === null
    ? {}
    : { "x-hub-signature": `sha256=${createHmac("sha256", job.secret).update(content.body).digest("hex")}` }),
});

/** When a delivery is tried again, and from when on newer content may take its place. */
const planRetry = (
  kind: "failed" | "inconclusive",
  job: DeliveryJob,
  { retrySeconds, clock, random }: DeliveryOptions,
  askedMs = 0,
): DeliveryOutcome => {
  const failures = job.failures + (kind === "failed" ? 1 : 0);
  const wait = retrySeconds[failures >= 2 ? 1 : 0] * 1_000 * (0.8 + 0.4 * random());
  const retryAt = Math.round(clock() + Math.max(wait, Math.min(askedMs, maxWaitMs)));
  // Newer content may be sent at once, unless the subscriber named a time with Retry-After, or one more failure would end the subscription.
  return { kind, retryAt, notBefore: askedMs > 0 || failures >= 2 ? retryAt : 0 };
};
