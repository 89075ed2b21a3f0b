import { fork } from "node:child_process";
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import tls from "node:tls";
import { Agent, Pool } from "undici";
import { createHub } from "../../server/hub/hub.ts";
import type { TopicSource } from "../../server/hub/publication.ts";
import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { openStore } from "../../server/hub/store.ts";
import { authority, loopbackIdentity } from "../../test/server/hub/certificates.ts";
import { startPostgres } from "../../test/server/hub/postgres.ts";

const help = `Usage: npm run bench -- hub [--sizes 1000,10000] [--stores sqlite,postgres]

Fans the feed out to subscribers on loopback over TLS, and compares with bare undici POSTs of the same bytes.
`;
const baseUrl = "https://reviews.example";
const [feed = ""] = topicPaths.map((path) => baseUrl + path);
const origins = 16;
const perOrigin = 16;

/** Measures the hub, and prints a table. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: "string", default: "1000,10000" },
      stores: { type: "string", default: "sqlite,postgres" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const body = existsSync("dist/feed.xml")
    ? readFileSync("dist/feed.xml")
    : Buffer.alloc(60_000, "<entry/>\n");
  const subscribers = await startSubscribers();
  const rows: Record<string, string | number>[] = [];
  try {
    for (const store of values.stores.split(",")) {
      for (const size of values.sizes.split(",").map(Number))
        rows.push(await measure(store, size, body, subscribers));
    }
  } finally {
    subscribers.stop();
  }
  process.stdout.write(`feed: ${body.length} bytes, ${origins} origins, ${perOrigin} connections each\n`);
  console.table(rows);
}

const startSubscribers = async () => {
  const child = fork(join(import.meta.dirname, "hub-subscribers.ts"), { stdio: "inherit" });
  child.send({ identity: loopbackIdentity, origins });
  const [{ ports }] = (await once(child, "message")) as [{ ports: number[] }];
  return {
    ports,
    posts: async (): Promise<number> => {
      child.send("count");
      const [{ posts }] = (await once(child, "message")) as [{ posts: number }];
      return posts;
    },
    stop: () => child.disconnect(),
  };
};
type Subscribers = Awaited<ReturnType<typeof startSubscribers>>;

const measure = async (kind: string, size: number, body: Buffer, subscribers: Subscribers) => {
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const postgres = kind === "postgres" ? await startPostgres() : undefined;
  const databaseUrl = postgres ? await postgres.newDatabase() : `sqlite:${join(folder, "hub.sqlite")}`;
  const deploy = createDeploy(body);
  const queued = Promise.withResolvers<number>();
  const done = Promise.withResolvers<number>();
  let published = 0;
  let delivered = 0;
  const hub = await createHub({
    baseUrl,
    topics: deploy,
    databaseUrl,
    allowNetworks: ["127.0.0.0/8"],
    minLeaseSeconds: 300,
    retrySeconds: [60, 7_200],
    rateLimit: 0,
    ca: authority.cert,
    log: (_, event, fields) => {
      if (event === "hub.topic.changed") queued.resolve(performance.now() - published);
      if (event === "hub.delivery.delivered" && (delivered += 1) === size)
        done.resolve(performance.now() - published);
      if (event.endsWith("failed") || event.endsWith("faulty"))
        process.stderr.write(`${event} ${JSON.stringify(fields)}\n`);
    },
  });
  const callbacks = Array.from(
    { length: size },
    (_, index) => `https://127.0.0.1:${subscribers.ports[index % origins]}/callback/${index}?secret=${index}`,
  );
  const subscribing =
    kind === "sqlite" && size <= 5_000 ? await subscribeAll(hub.handle, callbacks) : undefined;
  if (subscribing === undefined) await insertAll(databaseUrl, callbacks);
  while (!(await hub.metrics()).includes(`subscriptions{topic="${feed}"} ${size}\n`)) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  globalThis.gc?.();
  const memory = process.memoryUsage().rss;
  let peak = memory;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  published = performance.now();
  const cpu = process.cpuUsage();
  deploy.change();
  const enqueueMs = await queued.promise;
  const fanOutMs = await done.promise;
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(watch);
  await hub.close(5_000);
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  const bareCpu = process.cpuUsage();
  const bareMs = await bare(callbacks, deploy.topic().body);
  const spent = process.cpuUsage(bareCpu);
  const rate = (ms: number) => Math.round((size / ms) * 1_000);
  return {
    store: kind,
    subscriptions: size,
    "subscribing /s": subscribing === undefined ? "" : rate(subscribing),
    "enqueue ms": Math.round(enqueueMs),
    "hub /s": rate(fanOutMs),
    "bare /s": rate(bareMs),
    "hub : bare": (bareMs / fanOutMs).toFixed(2),
    "hub µs cpu": Math.round((user + system) / size),
    "bare µs cpu": Math.round((spent.user + spent.system) / size),
    "memory MB": `${Math.round(memory / 1e6)} → ${Math.round(peak / 1e6)}`,
  };
};

const createDeploy = (body: Buffer) => {
  let count = 0;
  let current = body;
  let listener = () => {};
  const source = {
    version: () => String(count).padStart(32, "0"),
    topic: (url = feed) => {
      const sha256 = createHash("sha256").update(current).digest("hex");
      return { url, body: current, type: "application/atom+xml; charset=utf-8", sha256, etag: `"${sha256}"` };
    },
    onChange: (next: () => void) => {
      listener = next;
      return () => {};
    },
    refresh: () => Promise.resolve(),
    change: () => {
      count += 1;
      current = Buffer.concat([body, Buffer.from(`<!-- ${count} -->`)]);
      listener();
    },
  };
  return source satisfies TopicSource;
};

/** Subscribes over HTTP as real subscribers do, 64 at a time; the time is until the last 202. */
const subscribeAll = async (
  handle: Awaited<ReturnType<typeof createHub>>["handle"],
  callbacks: readonly string[],
): Promise<number> => {
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = await handle(
      new Request(`${baseUrl}${hubPath}`, {
        method: "POST",
        headers: { "content-type": request.headers["content-type"] ?? "" },
        body: await text(request),
      }),
      { address: request.socket.remoteAddress ?? "" },
    );
    response.writeHead(answer.status).end(await answer.text());
  };
  const server = createServer((request, response) => void respond(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const pool = new Pool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { connections: 64 });
  const begun = performance.now();
  await inParallel(callbacks, 64, async (callback) => {
    const { body } = await pool.request({
      method: "POST",
      path: hubPath,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.topic": feed,
        "hub.callback": callback,
        "hub.secret": "0123456789abcdef",
      }).toString(),
    });
    await body.dump();
  });
  const ms = performance.now() - begun;
  await pool.close();
  server.close();
  return ms;
};

/** Writes verified subscriptions straight into the store: this part is not what is measured. */
const insertAll = async (databaseUrl: string, callbacks: readonly string[]): Promise<void> => {
  const store = await openStore({ databaseUrl, topics: [feed], onFault: () => {} });
  for (let from = 0; from < callbacks.length; from += 500) {
    const rows = callbacks.slice(from, from + 500).map((callback, index) => ({
      id: `bench${String(from + index).padStart(17, "0")}`,
      topic: feed,
      callback,
      origin: new URL(callback).origin,
      secret: "0123456789abcdef",
      lease_seconds: 864_000,
      expires_at: Date.now() + 864_000_000,
      failures: 0,
      verified_at: Date.now(),
    }));
    await store.engine.db.insertInto("subscriptions").values(rows).execute();
  }
  await store.close();
};

/** The same bytes to the same callbacks with the same signatures and concurrency, and no hub. */
const bare = async (callbacks: readonly string[], body: Buffer): Promise<number> => {
  const secureContext = tls.createSecureContext({ ca: authority.cert });
  const agent = new Agent({
    connections: perOrigin,
    pipelining: 1,
    connect: { secureContext, allowH2: false },
  });
  const begun = performance.now();
  await inParallel(callbacks, origins * perOrigin, async (callback) => {
    const { origin, pathname, search } = new URL(callback);
    const signature = createHmac("sha256", "0123456789abcdef").update(body).digest("hex");
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: "POST",
      headers: { "content-type": "application/atom+xml", "x-hub-signature": `sha256=${signature}` },
      body,
    });
    await answer.body.dump();
  });
  const ms = performance.now() - begun;
  await agent.close();
  return ms;
};

const inParallel = async <T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of rest) await work(item);
    }),
  );
};
