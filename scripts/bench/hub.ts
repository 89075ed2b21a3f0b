import { fork } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parseArgs } from "node:util";
import tls from "node:tls";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { Agent, Pool } from "undici";
import { createHub } from "../../server/hub/hub.ts";
import { openStore } from "../../server/hub/store/store.ts";
import type { TopicSource } from "../../server/hub/publication/topic-source.ts";
import { hubPath, topicPaths } from "../../src/schema/hub.ts";
import { authority, loopbackIdentity } from "../../test/server/hub/certificates.ts";
import { startPostgres } from "../../test/server/hub/postgres.ts";
import { sha256 } from "../../server/data/hashes.ts";
import { createEventLog } from "../../server/log.ts";

const help = `Usage: npm run bench -- hub [--sizes 1000,10000] [--stores sqlite,postgres] [--rounds 3]

Fans the feed out to subscribers on loopback over TLS, in turn with bare undici POSTs of the same bytes to the same
callbacks, signed with the same secrets, over as many connections. Rates are those of the median round.
`;
const baseUrl = "https://reviews.example";
const [feed = ""] = topicPaths.map((path) => baseUrl + path);
const origins = 16;
const perOrigin = 16;
/** Longer than the hub keeps an idle connection. */
const idleMs = 4_500;

interface Target {
  callback: string;
  secret: string;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** Measures the hub, and prints a table. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: "string", default: "1000,10000" },
      stores: { type: "string", default: "sqlite,postgres" },
      rounds: { type: "string", default: "3" },
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
        rows.push(await measure(store, size, body, subscribers, Number(values.rounds)));
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

const measure = async (
  kind: string,
  size: number,
  body: Buffer,
  subscribers: Subscribers,
  rounds: number,
) => {
  const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
  const postgres = kind === "postgres" ? await startPostgres() : undefined;
  const databaseUrl = postgres ? await postgres.newDatabase() : `sqlite:${join(folder, "hub.sqlite")}`;
  const deploy = createDeploy(body);
  let queued = Promise.withResolvers<number>();
  let done = Promise.withResolvers<number>();
  let delivered = 0;
  const hub = await createHub({
    baseUrl,
    topics: deploy,
    store: await openStore({ databaseUrl, topics: topicPaths.map((path) => baseUrl + path) }),
    allowNetworks: ["127.0.0.0/8"],
    minLeaseSeconds: 300,
    retrySeconds: [60, 7_200],
    rateLimit: 0,
    quotas: { perHost: 0, perClient: 0 },
    ca: authority.cert,
    log: createEventLog((_, event, fields) => {
      if (event === "hub.topic.changed") queued.resolve(performance.now());
      if (event === "hub.delivery.delivered" && (delivered += 1) === size) done.resolve(performance.now());
      if (/failed|unclaimed|unsettled/.test(event))
        process.stderr.write(`${event} ${JSON.stringify(fields)}\n`);
    }),
  });
  const targets = Array.from({ length: size }, (_, index) => ({
    callback: `https://127.0.0.1:${subscribers.ports[index % origins]}/callback/${index}?secret=${index}`,
    secret: `secret of subscriber ${index}`,
  }));
  const subscribing = await subscribeAll(hub.handle, targets);
  while (!(await hub.metrics()).includes(`subscriptions{topic="${feed}"} ${size}\n`)) await pause(100);

  const fanOut = async () => {
    [queued, done, delivered] = [Promise.withResolvers(), Promise.withResolvers(), 0];
    const watch = watchMemory();
    const cpu = process.cpuUsage();
    const begun = performance.now();
    deploy.change();
    const enqueueMs = (await queued.promise) - begun;
    const ms = (await done.promise) - begun;
    return { enqueueMs, ms, cpu: microseconds(cpu), memory: watch.stop() };
  };
  const results: { hub: Awaited<ReturnType<typeof fanOut>>; bare: { ms: number; cpu: number } }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Both begin without connections: those of the round before have been idle for too long.
    await pause(idleMs);
    const cpu = process.cpuUsage();
    const bare = { ms: await sendBare(targets, deploy.topic().body), cpu: microseconds(cpu) };
    await pause(idleMs);
    results.push({ hub: await fanOut(), bare });
  }
  await hub.close(5_000);
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
  const middle = (of: (result: (typeof results)[number]) => number) =>
    results.map(of).toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? Number.NaN;
  const rate = (ms: number) => Math.round((size / ms) * 1_000);
  return {
    store: kind,
    subscriptions: size,
    "subscribing /s": rate(subscribing),
    "enqueue ms": Math.round(Math.max(...results.map((result) => result.hub.enqueueMs))),
    "hub /s": rate(middle((result) => result.hub.ms)),
    "bare /s": rate(middle((result) => result.bare.ms)),
    "hub : bare": middle((result) => result.bare.ms / result.hub.ms).toFixed(2),
    "hub µs cpu": Math.round(middle((result) => result.hub.cpu) / size),
    "bare µs cpu": Math.round(middle((result) => result.bare.cpu) / size),
    "peak MB of each round": results.map((result) => result.hub.memory.peak).join(", "),
    "heap MB after each": results.map((result) => result.hub.memory.left).join(", "),
  };
};

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const microseconds = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return user + system;
};

/** The most memory that was resident, and what the program holds on to when the garbage is gone. */
const watchMemory = () => {
  let peak = 0;
  const look = () => (peak = Math.max(peak, process.memoryUsage.rss()));
  const timer = setInterval(look, 50);
  return {
    stop: () => {
      look();
      clearInterval(timer);
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      return { peak: Math.round(peak / 1e6), left: Math.round((heapUsed + external) / 1e6) };
    },
  };
};

const createDeploy = (body: Buffer) => {
  let count = 0;
  let current = body;
  let listener = () => {};
  const source = {
    version: () => String(count).padStart(32, "0"),
    topic: (url = feed) => {
      const hash = sha256(current);
      return {
        url,
        body: current,
        type: "application/atom+xml; charset=utf-8",
        sha256: hash,
        etag: `"${hash}"`,
      };
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
  targets: readonly Target[],
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
  await inParallel(targets, 64, async ({ callback, secret }) => {
    const { body } = await pool.request({
      method: "POST",
      path: hubPath,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        "hub.mode": "subscribe",
        "hub.topic": feed,
        "hub.callback": callback,
        "hub.secret": secret,
      }).toString(),
    });
    await body.dump();
  });
  const ms = performance.now() - begun;
  await pool.close();
  server.close();
  return ms;
};

/** The same bytes to the same callbacks with the same signatures and concurrency, and no hub. */
const sendBare = async (targets: readonly Target[], body: Buffer): Promise<number> => {
  const secureContext = tls.createSecureContext({ ca: authority.cert });
  const agent = new Agent({
    connections: perOrigin,
    pipelining: 1,
    connect: { secureContext, allowH2: false },
  });
  const begun = performance.now();
  await inParallel(targets, origins * perOrigin, async ({ callback, secret }) => {
    const { origin, pathname, search } = new URL(callback);
    const signature = createHmac("sha256", secret).update(body).digest("hex");
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
