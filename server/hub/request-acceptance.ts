import { createRequestBudget } from "./rate-limit.ts";
import { type HubRequest, Refusal } from "./protocol.ts";
import type { PendingRequest } from "./request-queue.ts";
import type { Counts } from "./counts.ts";
import { quotaClient, quotaHost, type QuotaRefusal, type Quotas } from "./quotas.ts";
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
  quotas: Quotas;
  onAccepted: () => void;
}) => {
  const { store, clock } = options;
  const newcomers = createRequestBudget(options.rateLimit, clock);
  const renewals = createRequestBudget(options.rateLimit, clock);
  let waiting: { request: PendingRequest; done: PromiseWithResolvers<void> }[] = [];
  let writing: Promise<void> | undefined;
  let counted: Counts | undefined;
  let acceptedSince = 0;
  let key: Promise<string> | undefined;
  const clientKey = (): Promise<string> => {
    key ??= store.sharedSecret("client-key");
    key.catch(() => (key = undefined));
    return key;
  };

  /** Requests that arrive while one transaction is written share the next, and one wait for the disk. */
  const write = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const now = waiting.splice(0, batchSize);
      try {
        const requests = now.map(({ request }) => request);
        const refused = await store.acceptRequests(requests, options.quotas, clock());
        for (const [index, { request, done }] of now.entries()) {
          const quota = refused[index];
          if (quota === undefined) done.resolve();
          else done.reject(overQuota(quota, request.host, options.quotas));
        }
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
      const client = quotaClient(address, await clientKey());
      const done = Promise.withResolvers<void>();
      waiting.push({
        request: {
          mode,
          topic,
          callback,
          origin: parts.origin,
          host: quotaHost(parts),
          client,
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

const overQuota = (quota: QuotaRefusal, host: string, { perHost, perClient }: Quotas): Refusal =>
  quota === "host"
    ? new Refusal(
        503,
        `This hub takes ${perHost} subscriptions for one callback host, and has them for ${host}: ` +
          "unsubscribe what is no longer needed, or follow the feed by polling.",
        3_600,
      )
    : new Refusal(
        429,
        `This hub takes ${perClient} subscriptions from one client network, and has them from yours: ` +
          "unsubscribe what is no longer needed, or follow the feed by polling.",
        3_600,
      );
