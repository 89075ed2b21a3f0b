import { createRequestBudget } from "./rate-limit.ts";
import { type HubRequest, Refusal } from "./protocol.ts";
import type { PendingRequest } from "./request-queue.ts";
import type { Counts } from "./counts.ts";
import type { Store } from "./store.ts";

type Subscription = Extract<HubRequest, { kind: "subscription" }>;

/** Most requests that are written in one transaction. */
const batchSize = 500;
/** Most requests that may wait for their verification. */
const maxPending = 20_000;

/** Accepts subscription requests: within the limits, and stored for good before they are answered. */
export const createRequestAcceptance = (options: {
  store: Store;
  clock: () => number;
  rateLimit: number;
  maxSubscriptions: number;
  onAccepted: () => void;
}) => {
  const { store, clock } = options;
  const newcomers = createRequestBudget(options.rateLimit, clock);
  const renewals = createRequestBudget(options.rateLimit, clock);
  let waiting: { request: PendingRequest; done: PromiseWithResolvers<void> }[] = [];
  let writing: Promise<void> | undefined;
  let counted: Counts | undefined;
  let acceptedSince = 0;

  /** Requests that arrive while one transaction is written share the next, and one wait for the disk. */
  const write = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const now = waiting.splice(0, batchSize);
      try {
        await store.acceptRequests(
          now.map(({ request }) => request),
          clock(),
        );
        for (const { done } of now) done.resolve();
        options.onAccepted();
      } catch (error) {
        for (const { done } of now) done.reject(error);
      }
    }
    writing = undefined;
  };

  const checkCapacity = async ({ mode, topic, callback }: Subscription): Promise<void> => {
    const last = store.lastCounts(clock());
    if (last !== counted) {
      counted = last;
      acceptedSince = 0;
    }
    acceptedSince += 1;
    const pending = (counted?.requests ?? 0) + acceptedSince;
    const full = (counted?.total ?? 0) + pending > options.maxSubscriptions || pending > maxPending;
    if (mode !== "subscribe" || !full || (await store.isKnown(topic, callback))) return;
    throw new Refusal(503, "The hub is full: try again later, or follow the feed by polling.", 3_600);
  };

  /**
   * Requests for what is not subscribed yet are limited per client and per callback host. Where that is used up, by
   * whomever, what is subscribed has a budget of its own: the store is asked about it only as often as that allows.
   */
  const checkRate = async ({ topic, callback, parts }: Subscription, address: string): Promise<void> => {
    let wait = newcomers.takeFromClient(address) || newcomers.takeFromTarget(address, parts.hostname);
    if (wait === 0) return;
    const mayBeKnown = renewals.takeFromClient(address) === 0;
    if (mayBeKnown && (await store.isKnown(topic, callback))) {
      wait = renewals.takeFromTarget(address, `${topic} ${callback}`);
      if (wait === 0) return;
    }
    throw new Refusal(429, `Too many subscription requests: try again in ${wait} seconds`, wait);
  };

  return {
    accept: async (request: Subscription, address: string): Promise<void> => {
      await checkRate(request, address);
      await checkCapacity(request);
      const { mode, topic, callback, parts, leaseSeconds, secret } = request;
      const done = Promise.withResolvers<void>();
      waiting.push({
        request: {
          mode,
          topic,
          callback,
          origin: parts.origin,
          secret: secret ?? null,
          lease_seconds: mode === "subscribe" ? leaseSeconds : 0,
          reason: null,
        },
        done,
      });
      writing ??= write();
      await done.promise;
    },
    close: async (): Promise<void> => writing,
  };
};
