import { toPublishLine } from "../../../src/schema/hub.ts";
import type { EventLog } from "../../log.ts";
import type { HubMetrics } from "../metrics.ts";
import type { createPublication } from "../publication/publication.ts";
import { createRequestBudget } from "../rate-limit.ts";
import type { Store, StoreCounts } from "../store/store.ts";
import { logError } from "../store/database.ts";
import {
  type PendingRequest,
  quotaClient,
  quotaHost,
  type QuotaRefusal,
  type Quotas,
} from "../store/request-queue.ts";
import {
  type FormRequest,
  type HubRequest,
  parseRequest,
  readForm,
  Refusal,
  type Rules,
  textResponse,
} from "./request.ts";

const retryAfterSeconds = 30;

/** Answers a POST to the hub: checks it, and stores or publishes what it asks for. */
export const createRequestHandler = (options: {
  rules: Rules;
  acceptance: ReturnType<typeof createRequestAcceptance>;
  publication: ReturnType<typeof createPublication>;
  metrics: HubMetrics;
  log: EventLog;
}) => {
  const { rules, acceptance, publication, metrics, log } = options;
  const answer = async (request: HubRequest, client: { address: string }): Promise<Response> => {
    if (request.kind === "publication") {
      const results = await publication.publish(request.topics, request.version, client.address);
      return textResponse(202, results.map(toPublishLine).join("\n"));
    }
    await acceptance.accept(request, client.address);
    const { mode, topic, parts } = request;
    log.info("hub.request.accepted", { mode, topic, origin: parts.origin });
    return textResponse(202, `Accepted: the callback will now be asked to confirm (hub.mode=${mode}).`);
  };

  return async (request: FormRequest, client: { address: string }): Promise<Response> => {
    try {
      return await answer(parseRequest(await readForm(request), rules), client);
    } catch (error) {
      if (error instanceof Refusal) {
        metrics.refused(error.status);
        return textResponse(error.status, error.message, error.retryAfter);
      }
      logError(log, "hub.request.failed", error);
      const message = "The hub cannot store requests at the moment: try again later.";
      return textResponse(503, message, retryAfterSeconds);
    }
  };
};

type Subscription = Extract<HubRequest, { kind: "subscription" }>;

/** Most requests that are written in one transaction. */
const batchSize = 500;
/** Most requests that may wait for their verification. */
const maxPending = 20_000;

interface AcceptanceOptions {
  store: Store;
  clock: () => number;
  rateLimit: number;
  maxSubscriptions: number;
  quotas: Quotas;
  onAccepted: () => void;
}

/** Accepts subscription requests: within the limits, and stored for good before they are answered. */
export const createRequestAcceptance = (options: AcceptanceOptions) => {
  const { store } = options;
  const checkRate = createRateCheck(options);
  const checkCapacity = createCapacityCheck(options);
  const writer = createRequestWriter(options);
  let key: Promise<string> | undefined;
  const clientHashSecret = (): Promise<string> => {
    key ??= store.sharedSecret("client-key");
    key.catch(() => (key = undefined));
    return key;
  };
  return {
    accept: async (request: Subscription, address: string): Promise<void> => {
      await checkRate(request, address);
      await checkCapacity(request);
      const { mode, topic, callback, parts, leaseSeconds, secret } = request;
      const client = quotaClient(address, await clientHashSecret());
      await writer.write({
        mode,
        topic,
        callback,
        origin: parts.origin,
        host: quotaHost(parts),
        client,
        secret: secret ?? null,
        lease_seconds: mode === "subscribe" ? leaseSeconds : 0,
        reason: null,
      });
    },
    close: (): Promise<void> => writer.close(),
  };
};

/**
 * Requests for what is not subscribed yet are limited per client and per callback host. Where that is used up, by
 * whomever, what is subscribed has a budget of its own: the store is asked about it only as often as that allows.
 */
const createRateCheck = ({ store, clock, rateLimit }: AcceptanceOptions) => {
  const newcomers = createRequestBudget(rateLimit, clock);
  const renewals = createRequestBudget(rateLimit, clock);
  return async ({ topic, callback, parts }: Subscription, address: string): Promise<void> => {
    let wait = newcomers.takeFromClient(address) || newcomers.takeFromTarget(address, parts.hostname);
    if (wait === 0) return;
    const mayBeKnown = renewals.takeFromClient(address) === 0;
    if (mayBeKnown && (await store.isKnown(topic, callback))) {
      wait = renewals.takeFromTarget(address, `${topic} ${callback}`);
      if (wait === 0) return;
    }
    throw new Refusal(429, `Too many subscription requests: try again in ${wait} seconds`, wait);
  };
};

const createCapacityCheck = ({ store, clock, maxSubscriptions }: AcceptanceOptions) => {
  let counted: StoreCounts | undefined;
  let acceptedSince = 0;
  return async ({ mode, topic, callback }: Subscription): Promise<void> => {
    const last = store.lastCounts(clock());
    if (last !== counted) {
      counted = last;
      acceptedSince = 0;
    }
    acceptedSince += 1;
    const pending = (counted?.requests ?? 0) + acceptedSince;
    const isFull = (counted?.total ?? 0) + pending > maxSubscriptions || pending > maxPending;
    if (mode !== "subscribe" || !isFull || (await store.isKnown(topic, callback))) return;
    throw new Refusal(503, "The hub is full: try again later, or follow the feed by polling.", 3_600);
  };
};

/** Requests that arrive while one transaction is written share the next, and one wait for the disk. */
const createRequestWriter = ({ store, clock, quotas, onAccepted }: AcceptanceOptions) => {
  const waiting: { request: PendingRequest; done: PromiseWithResolvers<void> }[] = [];
  let writing: Promise<void> | undefined;
  const writeAll = async (): Promise<void> => {
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.splice(0, batchSize);
      try {
        const requests = batch.map(({ request }) => request);
        const refused = await store.acceptRequests(requests, quotas, clock());
        for (const [index, { request, done }] of batch.entries()) {
          const quota = refused[index];
          if (quota === undefined) done.resolve();
          else done.reject(overQuota(quota, request.host, quotas));
        }
        onAccepted();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    writing = undefined;
  };
  return {
    write: (request: PendingRequest): Promise<void> => {
      const done = Promise.withResolvers<void>();
      waiting.push({ request, done });
      writing ??= writeAll();
      return done.promise;
    },
    close: async (): Promise<void> => writing,
  };
};

const overQuota = (quota: QuotaRefusal, host: string, { perHost, perClient }: Quotas): Refusal => {
  const taken =
    quota === "host"
      ? `${perHost} subscriptions for one callback host, and has them for ${host}`
      : `${perClient} subscriptions from one client network, and has them from yours`;
  const advice = "unsubscribe what is no longer needed, or follow the feed by polling.";
  return new Refusal(quota === "host" ? 503 : 429, `This hub takes ${taken}: ${advice}`, 3_600);
};
