import { randomBytes } from "node:crypto";
import { createApp, replicaName } from "./app.ts";
import { once } from "./data/bounded-map.ts";
import { createClientAddress } from "./http/client-address.ts";
import { Connections, listen } from "./http/connections.ts";
import { type Env, parseEnv } from "./env.ts";
import { createGuard } from "./http/guard.ts";
import type { Hub } from "./hub/hub.ts";
import { type Store, openStore } from "./hub/store/store.ts";
import { topicPaths } from "../src/schema/hub.ts";
import { type Log, createProcessLog, errorFields } from "./log.ts";
import { createMetrics } from "./http/metrics.ts";
import { type SnapshotSource, openSource } from "./data/source.ts";
import type { TopicSource } from "./hub/publication/publication.ts";
import { messageOf } from "../src/schema/errors.ts";
import type { SessionKeys } from "./mcp/handler.ts";

/** A start that cannot succeed says why, a line an issue, and ends. */
function refuse(issues: string[]): never {
  for (const issue of issues) console.error(`cannot start: ${issue.replaceAll("\n", " ")}`);
  process.exit(1);
}

/** Waits for all, and refuses with what is wrong with each. */
const orRefuse = async <T extends readonly unknown[]>(
  ...steps: { [K in keyof T]: Promise<T[K]> }
): Promise<T> => {
  const settled = await Promise.allSettled(steps);
  const reasons = settled.flatMap((each) => (each.status === "rejected" ? [messageOf(each.reason)] : []));
  return reasons.length > 0 ? refuse(reasons) : Promise.all(steps);
};

/** Environment, snapshot, app, listen; then, on SIGTERM, drain. `pages`: serve the folder's site as well. */
export async function run({ pages }: { pages: boolean }): Promise<void> {
  const parsed = parseEnv(process.env);
  if (!parsed.ok) return refuse(parsed.issues);
  const { env } = parsed;
  const log = createProcessLog(env.LOG_LEVEL);
  const metrics = createMetrics();
  const sessionKeys = createSessionKeys(env);
  const [source, store] = await orRefuse(
    openSource(env.DIST, env.BASE_URL, log),
    openHubStore(env, log, sessionKeys.read),
  );
  if (!store.engine.isAway()) await sessionKeys.read(store);
  watchProcess(source, metrics);
  const isFolder = !/^https?:/i.test(env.DIST);
  const hub = once(async () => (await orRefuse(openHub(env, store, source, log, !isFolder)))[0]);
  const mcp = once(() => openMcp(env, sessionKeys.current, source, log));
  const clientAddress = createClientAddress(env.TRUST_PROXY, env.TRUST_HEADER);
  const app = createApp({
    env,
    log,
    metrics,
    clientAddress,
    source,
    ...(pages && isFolder && { folder: env.DIST }),
    hub,
    mcp: async (request) => (await mcp())(request),
  });
  const connections = new Connections(clientAddress, metrics);
  const guard = createGuard(app, { env, connections, log, metrics });
  const [listening] = await orRefuse(listen(guard, env, connections));
  const { version, table } = source.current();
  const { url } = listening;
  const replica = replicaName(Number(new URL(url).port));
  log.info("listening", { url, base_url: env.BASE_URL, version, reviews: table.count, replica });
  onSignals(log, async () => {
    source.close();
    const closing = hub().then((opened) => opened.close(8000));
    await Promise.all([listening.drain(8000), closing]);
  });
  // The first answers need not wait for the hub's modules, which take as long to load as all others.
  setTimeout(() => void hub(), 50);
  setTimeout(() => void mcp(), 500).unref();
}

/** One that is damaged or not ours stops the start; one that is away is waited for, while everything else is served. */
async function openHubStore(env: Env, log: Log, onBack: (store: Store) => Promise<void>): Promise<Store> {
  const onAway = (error: unknown) => log.error("hub.store.away", errorFields(error));
  const topics = topicPaths.map((path) => env.BASE_URL + path);
  const store: Store = await openStore({
    databaseUrl: env.DATABASE_URL,
    topics,
    events: {
      onAway,
      onBack: () => {
        log.info("hub.store.back");
        void onBack(store);
      },
    },
  });
  return store;
}

/** The keys of MCP's sessions: the one that is set, else one that all who share the store share, else our own. */
function createSessionKeys({ MCP_SESSION_KEY }: Env) {
  const own = randomBytes(32).toString("base64url");
  let shared: string | undefined;
  return {
    current: (): [string, ...string[]] => {
      if (MCP_SESSION_KEY !== undefined) return [MCP_SESSION_KEY];
      return shared === undefined ? [own] : [shared, own];
    },
    /** A store that is away is read when it is back. */
    read: async (store: Store): Promise<void> => {
      shared ??= await store.sharedSecret("mcp session key").catch(() => undefined);
    },
  };
}

async function openHub(
  env: Env,
  store: Store,
  source: SnapshotSource,
  log: Log,
  isEdge: boolean,
): Promise<Hub> {
  const { createHub } = await import("./hub/hub.ts");
  return createHub({
    baseUrl: env.BASE_URL,
    topics: toTopics(source, env.BASE_URL, isEdge),
    store,
    allowNetworks: env.HUB_ALLOW_NETWORKS,
    minLeaseSeconds: env.HUB_MIN_LEASE_SECONDS,
    retrySeconds: env.HUB_RETRY_SECONDS,
    rateLimit: env.HUB_RATE_LIMIT,
    quotas: { perHost: env.HUB_MAX_PER_HOST, perClient: env.HUB_MAX_PER_CLIENT },
    log,
  });
}

const toTopics = (source: SnapshotSource, baseUrl: string, isEdge: boolean): TopicSource => ({
  edge: isEdge,
  version: () => source.current().version,
  topic: (url) => {
    const { documents } = source.current();
    const found = url.startsWith(`${baseUrl}/`) ? documents.get(url.slice(baseUrl.length)) : undefined;
    return found && { body: found.body, type: found.entry.type, sha256: found.entry.sha256 };
  },
  onChange: source.onChange,
  refresh: source.refresh,
});

async function openMcp(env: Env, sessionKeys: SessionKeys, source: SnapshotSource, log: Log) {
  const { createMcp } = await import("./mcp/handler.ts");
  return createMcp({
    env,
    sessionKeys,
    snapshot: source.current,
    randomBytes,
    onError: (error: unknown) => log.error("mcp failed", errorFields(error)),
  });
}

function watchProcess(source: SnapshotSource, metrics: ReturnType<typeof createMetrics>): void {
  metrics.gauge("snapshot_reviews", "Reviews that are served.", () => source.current().table.count);
  metrics.gauge("snapshot_swaps_total", "Snapshots swapped in since the start.", () => source.counts.swapped);
  metrics.gauge("snapshot_failures_total", "Builds refused since the start.", () => source.counts.failed);
  metrics.gauge("process_resident_memory_bytes", "Memory of the process.", () => process.memoryUsage.rss());
  metrics.gauge("process_uptime_seconds", "Time since the start.", () => process.uptime());
}

function onSignals(log: Log, drain: () => Promise<void>): void {
  let stopping = false;
  const stop = async (reason: string, code: number) => {
    if (stopping) return;
    stopping = true;
    log.info("stopping", { reason });
    setTimeout(() => process.exit(code), 9500).unref();
    await drain().catch((error: unknown) => log.error("drain failed", errorFields(error)));
    log.info("stopped");
    log.flush();
    process.exit(code);
  };
  process.on("SIGTERM", () => void stop("SIGTERM", 0));
  process.on("SIGINT", () => void stop("SIGINT", 0));
  // A rejection that nobody handles belongs to one request and must not end the others; after an exception the state is unknown.
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", errorFields(error)));
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", errorFields(error));
    void stop("uncaught exception", 1);
  });
}
