import { hubPath, topicPaths, toPublishLine } from "../../src/schema/hub.ts";
import { parseNetworks } from "./addresses.ts";
import type { Counts } from "./counts.ts";
import { createDelivery } from "./delivery.ts";
import type { DeliveryJob, DeliverySettlement } from "./delivery-queue.ts";
import type { Resolve } from "./dial.ts";
import { createEgressClient } from "./egress.ts";
import { createRequestAcceptance } from "./request-acceptance.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type { Log } from "./log.ts";
import { createMetrics } from "./metrics.ts";
import { type HubRequest, parseRequest, readForm, Refusal, textResponse } from "./protocol.ts";
import { createPublication, type TopicSource } from "./publication.ts";
import type { Quotas } from "./quotas.ts";
import { createFaultAttribution } from "./fault-attribution.ts";
import type { Store, StoredContent } from "./store.ts";
import { StoreAway } from "./store-error.ts";
import type { VerificationJob, VerificationSettlement } from "./request-queue.ts";
import { createVerification } from "./verification.ts";

export interface HubOptions {
  baseUrl: string;
  topics: TopicSource;
  /** What the hub remembers; it is closed with the hub. */
  store: Store;
  /** Special networks that callbacks may reach, in CIDR form; for development only. */
  allowNetworks: readonly string[];
  minLeaseSeconds: number;
  retrySeconds: readonly [number, number];
  /** Requests a minute per client and per callback host; 0 is off. */
  rateLimit: number;
  log: Log;
  clock?: () => number;
  random?: () => number;
  resolve?: Resolve;
  /** A certificate authority to trust besides those that Node trusts. */
  ca?: string;
  /** Figures of SPEC sections 7 and 8, smaller in tests. */
  timeoutMs?: number;
  askAgainMs?: number;
  maxSubscriptions?: number;
  /** Most subscriptions that one callback host, and one client network, may have; 0 is no limit. */
  quotas?: Quotas;
}

export interface Hub {
  handle: (request: Request, client: { address: string }) => Promise<Response>;
  /** Lines in Prometheus' text format. */
  metrics: () => Promise<string>;
  /** Can the store be written to? */
  ready: () => Promise<boolean>;
  /** Finishes what is under way, cuts what is left after that time, and gives all claims back. */
  close: (deadlineMs: number) => Promise<void>;
}

const deliveryCapacity = { slots: 256, most: { prompt: 1_024, others: 3_072 }, perOrigin: 16 };
const verificationCapacity = { slots: 256, most: { prompt: 512, others: 2_048 }, perOrigin: 4 };
const heartbeatMs = 2_500;
const tidyMs = 1_000;
const startAgainMs = 1_000;

/** The time of day when the process began, and the time since: setting the clock back changes no wait and no limit. */
const steadyClock = (): number => Math.round(performance.timeOrigin + performance.now());

/** The WebSub hub: takes requests, verifies them, and brings changed topics to their subscribers. */
export const createHub = async (options: HubOptions): Promise<Hub> => {
  const { baseUrl, log, store, clock = steadyClock, random = Math.random } = options;
  const { maxSubscriptions = 100_000, askAgainMs = 10_000 } = options;
  const topics = topicPaths.map((path) => baseUrl + path);
  const allowed = parseNetworks(options.allowNetworks);
  if (allowed.length > 0) {
    log("warn", "hub.networks.allowed", {
      networks: options.allowNetworks,
      message: "HUB_ALLOW_NETWORKS lets callbacks reach special networks: use it for development only",
    });
  }
  const metrics = createMetrics();
  const egress = createEgressClient({
    allowed,
    connections: { POST: deliveryCapacity.perOrigin, GET: verificationCapacity.perOrigin },
    timeoutMs: options.timeoutMs ?? 10_000,
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ca: options.ca,
  });
  const userAgent = `open-reviews-hub/1.0.0 (WebSub hub of ${baseUrl}; complaints: ${baseUrl}/.well-known/security.txt)`;
  const faults = createFaultAttribution({
    clock,
    origins: () => store.someOrigins(clock()),
    probe: egress.probe,
  });

  const contents = new Map<string, Promise<StoredContent | undefined>>();
  /** One buffer of each notification for all its deliveries. */
  const content = (id: string): Promise<StoredContent | undefined> => {
    const known = contents.get(id);
    if (known) return known;
    const loaded = store.notification(id);
    contents.set(id, loaded);
    loaded.catch(() => contents.delete(id));
    for (const old of contents.keys()) {
      if (contents.size <= 2 * topics.length) break;
      contents.delete(old);
    }
    return loaded;
  };

  const removed = (rows: readonly { subscription: string; topic: string }[]): void => {
    for (const row of rows) {
      metrics.count("subscriptions_removed", 'reason="failures"');
      log("warn", "hub.subscription.removed", { ...row, reason: "three failed deliveries in a row" });
    }
    if (rows.length > 0) verifications.wake();
  };

  const deliver = createDelivery({
    egress,
    faults,
    content,
    hubUrl: baseUrl + hubPath,
    userAgent,
    retrySeconds: options.retrySeconds,
    clock,
    random,
    log,
  });
  const deliveries = createWorkerPool<DeliveryJob, DeliverySettlement>({
    name: "delivery",
    ...deliveryCapacity,
    claim: (limit, origins, choose) => store.claimDeliveries(limit, origins, clock(), choose),
    attempt: async (job) => {
      const begun = performance.now();
      const result = await deliver(job);
      if (result.kind === "delivered") metrics.delivered((performance.now() - begun) / 1_000);
      metrics.count("deliveries", `outcome="${result.kind}"`);
      if (result.kind === "gone") metrics.count("subscriptions_removed", 'reason="gone"');
      return result;
    },
    settle: async (results) => {
      const settled = await store.settleDeliveries(results, clock());
      removed(settled.removed);
      return untilDue(settled.dueAt);
    },
    nextDue: async () => untilDue(await store.nextDue("deliveries")),
    log,
  });
  const verify = createVerification({
    egress,
    faults,
    userAgent,
    againMs: askAgainMs,
    clock,
    log,
  });
  const verifications = createWorkerPool<VerificationJob, VerificationSettlement>({
    name: "verification",
    ...verificationCapacity,
    alsoPrompt: deliveries.prompt,
    claim: (limit, origins, choose) => store.claimVerifications(limit, origins, clock(), choose),
    attempt: async (job) => {
      const result = await verify(job);
      metrics.count("verifications", `mode="${job.mode}",outcome="${result.kind}"`);
      return result;
    },
    settle: async (results) => {
      if (await store.settleVerifications(results, clock())) return 0;
      return results.some(({ result }) => result.kind === "again") ? askAgainMs : undefined;
    },
    nextDue: async () => untilDue(await store.nextDue("requests")),
    log,
  });
  const untilDue = (due: number | undefined) => (due === undefined ? undefined : due - clock());
  const wake = (): void => {
    deliveries.wake();
    verifications.wake();
  };

  const publication = createPublication({ store, source: options.topics, topics, clock, log, onWork: wake });
  const acceptance = createRequestAcceptance({
    store,
    clock,
    rateLimit: options.rateLimit,
    maxSubscriptions,
    quotas: options.quotas ?? { perHost: 1_000, perClient: 1_000 },
    onAccepted: () => verifications.wake(),
  });

  const beat = async (): Promise<void> => {
    const freed = await store.heartbeat(clock());
    if (freed === 0) return;
    log("warn", "hub.claims.taken", {
      count: freed,
      message: "another node has died with work in its hands",
    });
    wake();
  };
  const tidy = async (): Promise<void> => {
    const ended = await store.tidy(clock());
    if (ended === 0) return;
    metrics.count("subscriptions_removed", 'reason="lease"', ended);
    log("info", "hub.leases.ended", { count: ended });
  };
  /** That the store is away is logged once, and not by each who notices. */
  const report = (event: string) => (error: unknown) => {
    if (!(error instanceof StoreAway)) log("error", event, { error: String(error) });
  };
  const every = (ms: number, name: string, work: () => Promise<void>) => {
    let running = false;
    return setInterval(() => {
      if (running) return;
      running = true;
      void work()
        .catch(report(`hub.${name}.failed`))
        .finally(() => (running = false));
    }, ms).unref();
  };

  const life: { closed: boolean; timers: NodeJS.Timeout[] } = { closed: false, timers: [] };
  /** Takes up the work; while the store is away, tries again. */
  const start = async (): Promise<void> => {
    try {
      await store.heartbeat(clock());
      await store.cleanUpBefore(clock());
      await beat();
      await publication.begin();
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      if (!life.closed)
        setTimeout(() => void start().catch(report("hub.start.failed")), startAgainMs).unref();
      return;
    }
    if (life.closed) return;
    life.timers = [every(heartbeatMs, "heartbeat", beat), every(tidyMs, "tidying", tidy)];
    store.engine.listen(wake);
    wake();
  };
  try {
    await start();
  } catch (error) {
    await store.close();
    throw error;
  }

  const answer = async (request: HubRequest, client: { address: string }): Promise<Response> => {
    if (request.kind === "publication") {
      const results = await publication.publish(request.topics, request.version);
      return textResponse(202, results.map(toPublishLine).join("\n"));
    }
    await acceptance.accept(request, client.address);
    log("info", "hub.request.accepted", {
      mode: request.mode,
      topic: request.topic,
      origin: request.parts.origin,
    });
    return textResponse(
      202,
      `Accepted: the callback will now be asked to confirm (hub.mode=${request.mode}).`,
    );
  };

  return {
    handle: async (request, client) => {
      try {
        const form = await readForm(request);
        const rules = { baseUrl, topics, allowed, minLeaseSeconds: options.minLeaseSeconds };
        return await answer(parseRequest(form, rules), client);
      } catch (error) {
        if (error instanceof Refusal) {
          metrics.count("requests_refused", `status="${error.status}"`);
          return textResponse(error.status, error.message, error.retryAfter);
        }
        report("hub.request.failed")(error);
        return textResponse(503, "The hub cannot store requests at the moment: try again later.", 30);
      }
    },

    metrics: async () => {
      const counts = await store.counts(clock()).catch(() => undefined);
      return metrics.print([
        ["store_up", store.engine.isAway() ? 0 : 1],
        ...(counts === undefined ? [] : toGauges(counts)),
        ["deliveries_running", deliveries.running()],
        ["verifications_running", verifications.running()],
      ]);
    },

    ready: () => store.isWritable(clock()),

    close: async (deadlineMs) => {
      life.closed = true;
      for (const timer of life.timers) clearInterval(timer);
      publication.close();
      const cutter = setTimeout(egress.abort, deadlineMs);
      await Promise.all([deliveries.drain(), verifications.drain(), acceptance.close()]);
      clearTimeout(cutter);
      await store
        .release()
        .catch((error: unknown) => log("error", "hub.claims.unreleased", { error: String(error) }));
      await egress.close();
      await store.close();
      log("info", "hub.closed");
    },
  };
};

const toGauges = (counts: Counts): [string, number][] => [
  ...counts.subscriptions.map(({ topic, count }): [string, number] => [
    `subscriptions{topic="${topic}"}`,
    count,
  ]),
  ["verifications_pending", counts.requests],
  ["deliveries_pending", counts.deliveries],
  ["contents", counts.contents],
];
