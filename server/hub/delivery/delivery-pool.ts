import { createDelivery, type DeliveryOptions } from "./delivery.ts";
import type { DeliveryJob, DeliveryOutcome } from "../store/delivery-queue.ts";
import type { HubMetrics } from "../metrics.ts";
import type { Store } from "../store/store.ts";
import { createWorkerPool, type WorkerPool } from "../pool/worker-pool.ts";

export const deliveryCapacity = { slots: 256, most: { prompt: 1_024, others: 3_072 }, perOrigin: 16 };

/** Works through the deliveries that are due. */
export const createDeliveryPool = (
  options: DeliveryOptions & {
    store: Store;
    metrics: HubMetrics;
    /** Subscriptions were removed, and their callbacks are to be notified. */
    onRemoved: () => void;
  },
): WorkerPool => {
  const { store, clock, metrics, log } = options;
  const deliver = createDelivery(options);
  const untilDue = (due: number | undefined) => (due === undefined ? undefined : due - clock());
  return createWorkerPool<DeliveryJob, DeliveryOutcome>({
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
        log.warn("hub.subscription.removed", {
          ...subscription,
          reason: "three failed deliveries in a row",
        });
      }
      if (removed.length > 0) options.onRemoved();
      return untilDue(dueAt);
    },
    nextDue: async () => untilDue(await store.nextDue("deliveries")),
    log,
  });
};
