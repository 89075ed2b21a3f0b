import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { type Network, parseNetworks } from "./egress/addresses.ts";
import { createContentCache } from "./delivery/content-cache.ts";
import { createDeliveryPool, deliveryCapacity } from "./delivery/delivery-pool.ts";
import type { Resolve } from "./egress/resolve.ts";
import { createEgressClient } from "./egress/egress.ts";
import { createFaultAttribution } from "./egress/fault-attribution.ts";
import type { FormRequest } from "./protocol/form.ts";
import { createRequestHandler } from "./protocol/request-handler.ts";
import type { EventLog } from "../log.ts";
import { logError } from "./store/database.ts";
import { createHubMetrics, type HubMetrics } from "./metrics.ts";
import { createPublication } from "./publication/publication.ts";
import type { TopicSource } from "./publication/topic-source.ts";
import type { Quotas } from "./store/quotas.ts";
import { createRequestAcceptance } from "./protocol/request-acceptance.ts";
import type { Store } from "./store/store.ts";
import { createUpkeep } from "./upkeep.ts";
import { createVerificationPool, verificationCapacity } from "./protocol/verification-pool.ts";
import type { WorkerPool } from "./pool/worker-pool.ts";

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
  log: EventLog;
  clock?: () => number;
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

export interface Hub {
  handle: (request: FormRequest, client: { address: string }) => Promise<Response>;
  /** Lines in Prometheus' text format. */
  metrics: () => Promise<string>;
  /** Can the store be written to? */
  ready: () => Promise<boolean>;
  /** Finishes what is under way, aborts what is left after that time, and gives all claims back. */
  close: (deadlineMs: number) => Promise<void>;
}

/** The time of day when the process began, and the time since: setting the clock back changes no wait and no limit. */
const steadyClock = (): number => Math.round(performance.timeOrigin + performance.now());

/** The WebSub hub: accepts requests, verifies them, and brings changed topics to their subscribers. */
export const createHub = async (options: HubOptions): Promise<Hub> => {
  const { baseUrl, log, store, clock = steadyClock } = options;
  const topics = topicPaths.map((path) => baseUrl + path);
  const allowed = parseNetworks(options.allowNetworks);
  warnOfAllowed(allowed, options);
  const metrics = createHubMetrics();
  const outgoing = createOutgoing(options, allowed, clock);

  const content = createContentCache((id) => store.notification(id), 2 * topics.length);
  const { deliveries, verifications, onWork } = createPools(options, { ...outgoing, content, metrics });
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
    metrics: async () => {
      const counts = await store.counts(clock()).catch(() => undefined);
      return metrics.text({
        isUp: !store.engine.isAway(),
        ...(counts && { counts }),
        deliveries: deliveries.running(),
        verifications: verifications.running(),
      });
    },
    ready: () => store.isWritable(clock()),
    close: async (deadlineMs) => {
      upkeep.close();
      publication.close();
      const aborting = setTimeout(outgoing.egress.abort, deadlineMs);
      await Promise.all([deliveries.drain(), verifications.drain(), acceptance.close()]);
      clearTimeout(aborting);
      await release(store, log);
      await outgoing.egress.close();
      await store.close();
      log.info("hub.closed");
    },
  };
};

/** What asks callbacks and what delivers to them; `onWork` has both look for work. */
const createPools = (
  { askAgainMs = 10_000, baseUrl, retrySeconds, store }: HubOptions,
  parts: ReturnType<typeof createOutgoing> & {
    content: ReturnType<typeof createContentCache>;
    metrics: HubMetrics;
  },
) => {
  const deliveries: WorkerPool = createDeliveryPool({
    ...parts,
    store,
    hubUrl: baseUrl + hubPath,
    retrySeconds,
    random: Math.random,
    onRemoved: () => verifications.wake(),
  });
  const verifications: WorkerPool = createVerificationPool({
    ...parts,
    store,
    alsoPrompt: deliveries.prompt,
    againMs: askAgainMs,
  });
  const onWork = (): void => {
    deliveries.wake();
    verifications.wake();
  };
  return { deliveries, verifications, onWork };
};

/** Whoever comes next frees the claims, where that cannot be done now. */
const release = (store: Store, log: EventLog): Promise<void> =>
  store.release().catch((error: unknown) => logError(log, "hub.claims.unreleased", error));

/** What deliveries and verifications share on their way to the callbacks. */
const createOutgoing = (options: HubOptions, allowed: readonly Network[], clock: () => number) => {
  const { baseUrl, log, store } = options;
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
  return { egress, faults, userAgent, clock, log };
};

const warnOfAllowed = (allowed: readonly Network[], { log, allowNetworks }: HubOptions): void => {
  if (allowed.length === 0) return;
  log.warn("hub.networks.allowed", {
    networks: allowNetworks,
    message: "HUB_ALLOW_NETWORKS lets callbacks reach special networks: use it for development only",
  });
};
