import { randomBytes } from "node:crypto";
import { toNodeHandler } from "h3";
import { createApp } from "./app.ts";
import { type Env, parseEnv } from "./env.ts";
import { createGuard } from "./guard.ts";
import { createHub } from "./hub/hub.ts";
import { listen } from "./listen.ts";
import { type Log, createProcessLog, errorFields } from "./log.ts";
import { createMcp } from "./mcp/handler.ts";
import { createMetrics } from "./metrics.ts";
import { openSource, type SnapshotSource } from "./source.ts";
import { createPages } from "./static.ts";
import { createTopicSource } from "./topics.ts";

/** A start that cannot succeed says why, a line a fault, and ends. */
function refuse(faults: string[]): never {
  for (const fault of faults) console.error(`cannot start: ${fault.replaceAll("\n", " ")}`);
  process.exit(1);
}

const orRefuse = async <T>(step: Promise<T>): Promise<T> => {
  try {
    return await step;
  } catch (error) {
    return refuse([error instanceof Error ? error.message : String(error)]);
  }
};

/** Environment, snapshot, app, listen; then, on SIGTERM, drain. `pages`: serve the folder's site as well. */
export async function run({ pages }: { pages: boolean }): Promise<void> {
  const parsed = parseEnv(process.env);
  if (!parsed.ok) return refuse(parsed.faults);
  const { env } = parsed;
  const log = createProcessLog(env.LOG_LEVEL);
  const metrics = createMetrics();
  const source = await orRefuse(openSource(env.DIST, log));
  watchProcess(source, metrics);
  const isFolder = !/^https?:/i.test(env.DIST);
  const hub = await orRefuse(
    createHub({
      baseUrl: env.BASE_URL,
      topics: createTopicSource(source, env.BASE_URL, !isFolder),
      databaseUrl: env.DATABASE_URL,
      allowNetworks: env.HUB_ALLOW_NETWORKS,
      minLeaseSeconds: env.HUB_MIN_LEASE_SECONDS,
      retrySeconds: env.HUB_RETRY_SECONDS,
      rateLimit: env.HUB_RATE_LIMIT,
      log: (level, event, fields) => log[level](event, fields),
    }),
  );
  const mcp = createMcp({
    env,
    snapshot: source.current,
    randomBytes,
    onError: (error) => log.error("mcp failed", errorFields(error)),
  });
  const app = createApp({
    env,
    log,
    metrics,
    source,
    hub,
    mcp,
    ...(pages && isFolder && { pages: createPages(env.DIST) }),
  });
  const listening = await orRefuse(
    listen(createGuard(toNodeHandler(app), { env, log, metrics }), env, metrics),
  );
  const { version, table } = source.current();
  log.info("listening", { url: listening.url, base_url: env.BASE_URL, version, reviews: table.count });
  onSignals(log, async () => {
    source.close();
    await Promise.all([listening.drain(8000), hub.close(8000)]);
  });
}

/** Numbers of the process and of its data. */
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
  // One request's forgotten promise must not end the others; an exception leaves unknown state behind.
  process.on("unhandledRejection", (error) => log.error("unhandled rejection", errorFields(error)));
  process.on("uncaughtException", (error) => {
    log.error("uncaught exception", errorFields(error));
    void stop("uncaught exception", 1);
  });
}

export type { Env };
