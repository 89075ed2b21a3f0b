import { fork } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import tls from "node:tls";
import { Agent, Pool } from "undici";
import { hubPath } from "../../src/schema/hub.ts";
import { authority, loopbackIdentity } from "../../test/server/hub/certificates.ts";
import { startPostgres } from "../../test/server/hub/postgres.ts";
import { buildCorpus } from "./generate-content.ts";
import { cpuOf, forgetPeak, median, peakOf, row, start, table, writeDeploy } from "./servers.ts";

export const usage = `Usage: npm run bench -- hub [--sizes 1000,10000] [--stores sqlite,postgres] [--rounds 3]

Has a sidecar fan a feed out to subscribers on loopback over TLS, in turn with bare undici POSTs of the same bytes to the
same callbacks, signed with the same secrets, over as many connections. Rates are those of the median round.`;
const feed = "http://localhost:3000/feed.xml";
const body = Buffer.alloc(60_000, "<entry/>\n");
const origins = 16;
const perOrigin = 16;
type Store = "sqlite" | "postgres";

async function startSubscribers() {
  const child = fork(join(import.meta.dirname, "hub-subscribers.ts"), [
    JSON.stringify(loopbackIdentity),
    String(origins),
  ]);
  const [{ ports }] = (await once(child, "message")) as [{ ports: number[] }];
  return {
    targets: (size: number) =>
      Array.from({ length: size }, (_, index) => ({
        callback: `https://127.0.0.1:${ports[index % origins]}/callback/${index}?secret=${index}`,
        secret: `secret of subscriber ${index}`,
      })),
    /** Settles once so many callbacks have a delivery; 0 forgets those before. */
    until: async (size: number): Promise<void> => {
      child.send(size);
      await once(child, "message");
    },
    stop: () => child.disconnect(),
  };
}
type Subscribers = Awaited<ReturnType<typeof startSubscribers>>;
type Targets = ReturnType<Subscribers["targets"]>;

/** A sidecar on one store, and a deploy whose feed changes. */
async function openHub(store: Store, subscribers: Subscribers) {
  const folder = await mkdtemp(join(tmpdir(), "bench-hub-"));
  const postgres = store === "postgres" ? await startPostgres() : undefined;
  const reviews = buildCorpus(10);
  let changes = 0;
  let current = body;
  const change = () => {
    current = Buffer.concat([body, Buffer.from(`<!-- ${(changes += 1)} -->`)]);
    return writeDeploy(join(folder, "dist"), { "/reviews.json": reviews, "/feed.xml": current });
  };
  await change();
  await writeFile(join(folder, "ca.pem"), authority.cert);
  const env = {
    DIST: join(folder, "dist"),
    DATABASE_URL: postgres ? await postgres.newDatabase() : `sqlite:${join(folder, "hub.sqlite")}`,
    NODE_EXTRA_CA_CERTS: join(folder, "ca.pem"),
    HUB_ALLOW_NETWORKS: "127.0.0.0/8",
    HUB_RATE_LIMIT: "0",
    HUB_MAX_PER_HOST: "0",
    HUB_MAX_PER_CLIENT: "0",
  };
  const server = await start(["server/main.mjs"], env, false);
  const pool = new Pool(server.url, { connections: 64 });
  const post = async (fields: Record<string, string>): Promise<void> => {
    const { statusCode, body: answer } = await pool.request({
      method: "POST",
      path: hubPath,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    const said = await answer.text();
    // Too many wait for verification: a subscriber tries again.
    if (statusCode === 503) {
      await pause(20);
      await post(fields);
    } else if (statusCode !== 202) throw new Error(`the hub answers ${statusCode}: ${said}`);
  };
  const subscribed = async (): Promise<number> => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    return Number(/^reviews_hub_subscriptions\{topic="[^"]*\/feed\.xml"\} (\d+)$/m.exec(metrics)?.[1]);
  };
  return {
    body: () => current,
    /** Subscribes as real subscribers do, 64 at a time, and waits until all are verified: milliseconds until the last 202. */
    subscribe: async (targets: Targets): Promise<number> => {
      const begun = performance.now();
      await inParallel(targets, 64, ({ callback, secret }) =>
        post({
          "hub.mode": "subscribe",
          "hub.topic": feed,
          "hub.callback": callback,
          "hub.secret": secret,
        }),
      );
      const accepted = performance.now() - begun;
      while ((await subscribed()) < targets.length) await pause(50);
      return accepted;
    },
    /** Publishes a change: milliseconds until it is queued, until all have it, and of CPU. */
    fanOut: async (size: number) => {
      await subscribers.until(0);
      await forgetPeak(server);
      const before = await cpuOf(server);
      const version = await change();
      const begun = performance.now();
      await post({ "hub.mode": "publish", "hub.url": feed, version });
      const queued = performance.now() - begun;
      await subscribers.until(size);
      const ms = performance.now() - begun;
      return { queued, ms, cpu: (await cpuOf(server)) - before, peak: await peakOf(server) };
    },
    close: async () => {
      await pool.destroy();
      server.process.kill("SIGKILL");
      await postgres?.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function inParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: width }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

/** The same bytes to the same callbacks, signed alike and as many at once, without a hub; in milliseconds. */
async function sendBare(targets: Targets, content: Buffer): Promise<{ ms: number; cpu: number }> {
  const secureContext = tls.createSecureContext({ ca: authority.cert });
  const agent = new Agent({
    connections: perOrigin,
    pipelining: 1,
    connect: { secureContext, allowH2: false },
  });
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await inParallel(targets, origins * perOrigin, async ({ callback, secret }) => {
    const { origin, pathname, search } = new URL(callback);
    const signature = createHmac("sha256", secret).update(content).digest("hex");
    const answer = await agent.request({
      origin,
      path: pathname + search,
      method: "POST",
      headers: { "content-type": "application/atom+xml", "x-hub-signature": `sha256=${signature}` },
      body: content,
    });
    await answer.body.dump();
  });
  const ms = performance.now() - begun;
  await agent.close();
  const { user, system } = process.cpuUsage(cpu);
  return { ms, cpu: (user + system) / 1000 };
}

async function measure(store: Store, size: number, subscribers: Subscribers, rounds: number): Promise<void> {
  const hub = await openHub(store, subscribers);
  try {
    const targets = subscribers.targets(size);
    const accepted = await hub.subscribe(targets);
    const inTurn = async () => {
      // Both begin without connections: the hub keeps an idle one for less than this.
      await pause(4_500);
      const bare = await sendBare(targets, hub.body());
      await pause(4_500);
      return { bare, own: await hub.fanOut(size) };
    };
    const runs: Awaited<ReturnType<typeof inTurn>>[] = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await inTurn());
    const middle = (of: (run: (typeof runs)[number]) => number, digits = 0) =>
      median(runs.map(of)).toFixed(digits);
    row(
      store,
      size,
      Math.round((size / accepted) * 1000),
      middle(({ own }) => own.queued),
      middle(({ own }) => (size / own.ms) * 1000),
      middle(({ bare }) => (size / bare.ms) * 1000),
      `**${middle(({ own, bare }) => bare.ms / own.ms, 2)}**`,
      middle(({ own }) => own.cpu / size, 3),
      middle(({ bare }) => bare.cpu / size, 3),
      runs.map(({ own }) => Math.round(own.peak / 1e6)).join(", "),
    );
  } finally {
    await hub.close();
  }
}

export const options = { sizes: "1000,10000", stores: "sqlite,postgres", rounds: "3" };

export async function main(values: typeof options): Promise<void> {
  const subscribers = await startSubscribers();
  try {
    table(
      `A feed of ${body.length} bytes, ${origins} origins, ${perOrigin} connections each, ${values.rounds} rounds in turn with bare undici, medians`,
      "store,subscriptions,accepted/s,queued ms,hub/s,bare/s,ratio,hub CPU ms,bare CPU ms,peak MB of each round",
    );
    for (const store of values.stores.split(",") as Store[]) {
      for (const size of values.sizes.split(",").map(Number))
        await measure(store, size, subscribers, Number(values.rounds));
    }
  } finally {
    subscribers.stop();
  }
}
