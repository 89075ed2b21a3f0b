import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import type { EventLog } from "../log.ts";
import { createDeliveryPool, deliveryCapacity } from "./delivery/delivery.ts";
import { type Network, parseNetworks } from "../networks.ts";
import { createEgressClient } from "./egress/egress.ts";
import { createFaultAttribution } from "./egress/fault-attribution.ts";
import type { Resolve } from "./egress/resolve.ts";
import { type HubMetrics, createHubMetrics } from "./metrics.ts";
import { createRequestAcceptance, createRequestHandler } from "./protocol/request.ts";
import { createVerificationPool, verificationCapacity } from "./protocol/verification.ts";
import { createPublication, type TopicSource } from "./publication/publication.ts";
import { StoreAway, logError, storeRetryMs } from "./store/database.ts";
import type { Quotas } from "./store/request-queue.ts";
import type { Store } from "./store/store.ts";

export interface HubOptions {
  baseUrl: string;
  topics: TopicSource;
  /** The hub's store; closed with the hub. */
  store: Store;
  /** Special networks that callbacks may reach, in CIDR form; for development only. */
  allowNetworks: readonly string[];
  minLeaseSeconds: number;
  retrySeconds: readonly [number, number];
  /** Requests a minute per client and per callback host; 0 is off. */
  rateLimit: number;
  log: EventLog;
  clock?: () => number;
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number;
  resolve?: Resolve;
  /** A certificate authority to trust besides those that Node trusts. */
  ca?: string;
  /** Figures of docs/contract.md, sections 7 and 8; smaller in tests. */
  timeoutMs?: number;
  askAgainMs?: number;
  maxSubscriptions?: number;
  /** Most subscriptions that one callback host, and one client network, may have; 0 is no limit. */
  quotas?: Quotas;
}

export type Hub = Awaited<ReturnType<typeof createHub>>;

/** The time of day when the process began, and the time since: setting the clock back changes no wait and no limit. */
export const steadyClock = (): number => Math.round(performance.timeOrigin + performance.now());

/** The WebSub hub: accepts requests, verifies them, and brings changed topics to their subscribers. */
export const createHub = async (options: HubOptions) => {
  const { baseUrl, log, store, clock = steadyClock } = options;
  const topics = topicPaths.map((path) => baseUrl + path);
  const allowed = parseNetworks(options.allowNetworks);
  const message = "HUB_ALLOW_NETWORKS lets callbacks reach special networks: use it for development only";
  if (allowed.length > 0) log.warn("hub.networks.allowed", { networks: options.allowNetworks, message });
  const metrics = createHubMetrics();
  const { egress, deliveries, verifications } = createPools(options, { allowed, clock, metrics });
  const onWork = (): void => {
    deliveries.wake();
    verifications.wake();
  };
  const publication = createPublication({ store, source: options.topics, topics, clock, log, onWork });
  const acceptance = createRequestAcceptance({
    store,
    clock,
    rateLimit: options.rateLimit,
    maxSubscriptions: options.maxSubscriptions ?? 100_000,
    quotas: options.quotas ?? { perHost: 1_000, perClient: 1_000 },
    onAccepted: () => verifications.wake(),
  });
  const upkeep = createUpkeep({ store, clock, metrics, log, onWork, compare: () => publication.begin() });
  await upkeep.start();

  const rules = { baseUrl, topics, allowed, minLeaseSeconds: options.minLeaseSeconds };
  return {
    handle: createRequestHandler({ rules, acceptance, publication, metrics, log }),
    metrics: async (): Promise<string> => {
      const counts = await store.counts(clock()).catch(() => undefined);
      return metrics.text({
        isUp: !store.engine.isAway(),
        ...(counts && { counts }),
        deliveries: deliveries.running(),
        verifications: verifications.running(),
      });
    },
    ready: () => store.isWritable(clock()),
    /** Looks for due work now. */
    wake: onWork,
    /** Finishes what is under way, aborts what is left after that time, and gives all claims back. */
    close: async (deadlineMs: number): Promise<void> => {
      upkeep.close();
      publication.close();
      const aborting = setTimeout(egress.abort, deadlineMs);
      await Promise.all([deliveries.drain(), verifications.drain(), acceptance.close()]);
      clearTimeout(aborting);
      // Another node frees the claims, where that cannot be done now.
      await store.release().catch((error: unknown) => logError(log, "hub.claims.unreleased", error));
      await egress.close();
      await store.close();
      log.info("hub.closed");
    },
  };
};

/** The verifier and the deliverer of callbacks, with the parts they share. */
const createPools = (
  options: HubOptions,
  { allowed, clock, metrics }: { allowed: readonly Network[]; clock: () => number; metrics: HubMetrics },
) => {
  const { askAgainMs = 10_000, baseUrl, log, random = Math.random, retrySeconds, store } = options;
  const egress = createEgressClient({
    allowed,
    connections: { POST: deliveryCapacity.perOrigin, GET: verificationCapacity.perOrigin },
    timeoutMs: options.timeoutMs ?? 10_000,
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ca: options.ca,
  });
  const origins = () => store.someOrigins(clock());
  const faults = createFaultAttribution({ clock, origins, probe: egress.probe });
  const complaints = `${baseUrl}/.well-known/security.txt`;
  const userAgent = `open-reviews-hub/1.0.0 (WebSub hub of ${baseUrl}; complaints: ${complaints})`;
  const shared = { store, egress, faults, userAgent, clock, metrics, log };
  const deliveries = createDeliveryPool({
    ...shared,
    hubUrl: baseUrl + hubPath,
    retrySeconds,
    random,
    onRemoved: () => verifications.wake(),
  });
  const alsoResponsive = deliveries.responsive;
  const verifications: ReturnType<typeof createVerificationPool> = createVerificationPool({
    ...shared,
    alsoResponsive,
    againMs: askAgainMs,
  });
  return { egress, deliveries, verifications };
};

const heartbeatMs = 2_500;
const tidyMs = 1_000;

/** Does the work at this interval, but never twice at once. */
const every = (ms: number, work: () => Promise<void>, onError: (error: unknown) => void): NodeJS.Timeout => {
  let isRunning = false;
  return setInterval(() => {
    if (isRunning) return;
    isRunning = true;
    void work()
      .catch(onError)
      .finally(() => (isRunning = false));
  }, ms).unref();
};

/** Begins when the store is there, gives signs of life, ends leases, and frees what dead nodes have claimed. */
const createUpkeep = (options: {
  store: Store;
  clock: () => number;
  metrics: HubMetrics;
  log: EventLog;
  /** Compares what is published with what was sent out last. */
  compare(): Promise<unknown>;
  onWork: () => void;
}) => {
  const { store, clock, metrics, log, onWork } = options;
  const state: { isClosed: boolean; timers: NodeJS.Timeout[] } = { isClosed: false, timers: [] };

  const failed = (name: string) => (error: unknown) => logError(log, `hub.${name}.failed`, error);
  const beat = async (): Promise<void> => {
    const freed = await store.heartbeat(clock());
    if (freed === 0) return;
    log.warn("hub.claims.freed", { count: freed, message: "work that a node had begun is given to others" });
    onWork();
  };
  const tidy = async (): Promise<void> => {
    const ended = await store.tidy(clock());
    if (ended === 0) return;
    metrics.removed("lease", ended);
    log.info("hub.leases.ended", { count: ended });
  };
  const startLater = (): void =>
    void setTimeout(() => {
      if (state.isClosed) return;
      start().catch((error: unknown) => {
        failed("start")(error);
        startLater();
      });
    }, storeRetryMs).unref();
  /** Throws at the start of the process what a later attempt cannot heal; once the store was away, tries until it works. */
  const start = async (): Promise<void> => {
    try {
      await store.cleanUpBefore(clock());
      await beat();
      await options.compare();
    } catch (error) {
      if (!(error instanceof StoreAway)) throw error;
      return startLater();
    }
    if (state.isClosed) return;
    state.timers = [every(heartbeatMs, beat, failed("heartbeat")), every(tidyMs, tidy, failed("tidying"))];
    onWork();
  };

  return {
    /** A store that is known to be away holds up nobody. */
    start: async (): Promise<void> => (store.engine.isAway() ? startLater() : start()),
    close: (): void => {
      state.isClosed = true;
      for (const timer of state.timers) clearInterval(timer);
    },
  };
};
