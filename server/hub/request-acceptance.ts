import { clientKey, createRateLimit } from "./rate-limit.ts";
import { type HubRequest, Refusal } from "./protocol.ts";
import type { PendingRequest } from "./request-queue.ts";
import type { Store } from "./store.ts";

type Subscription = Extract<HubRequest, { kind: "subscription" }>;

/** Most requests that are written in one transaction. */
const batch = 500;
/** Most requests that may wait for their verification. */
const maxPending = 20_000;
const countEveryMs = 1_000;

/** Takes subscription requests in: within the limits, and stored for good before they are answered. */
export const createRequestAcceptance = (options: {
  store: Store;
  clock: () => number;
  rateLimit: number;
  maxSubscriptions: number;
  onAccepted: () => void;
}) => {
  const { store, clock } = options;
  const perClient = createRateLimit(options.rateLimit, clock);
  const perHost = createRateLimit(options.rateLimit, clock);
  let waiting: { request: PendingRequest; done: PromiseWithResolvers<void> }[] = [];
  let writing: Promise<void> | undefined;
  let counted = { at: -Infinity, total: 0, pending: 0 };

  /** Requests that arrive while one transaction is written share the next, and one wait for the disk. */
  const write = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const now = waiting.splice(0, batch);
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

  const checkRoom = async ({ mode, topic, callback }: Subscription): Promise<void> => {
    if (clock() - counted.at >= countEveryMs) {
      const at = clock();
      counted = { ...counted, at };
      const { total, requests } = await store.counts(at);
      counted = { at, total, pending: requests };
    }
    counted.pending += 1;
    const full = counted.total + counted.pending > options.maxSubscriptions || counted.pending > maxPending;
    if (mode !== "subscribe" || !full || (await store.isKnown(topic, callback))) return;
    throw new Refusal(503, "The hub is full: try again later, or follow the feed by polling.", 3_600);
  };

  return {
    accept: async (request: Subscription, address: string): Promise<void> => {
      const wait = perClient.take(clientKey(address)) || perHost.take(request.parts.hostname);
      if (wait > 0)
        throw new Refusal(429, `Too many subscription requests: try again in ${wait} seconds`, wait);
      await checkRoom(request);
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
