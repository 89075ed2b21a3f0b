import pg from "pg";
import { afterEach, expect, test } from "vitest";
import { startPostgres, startReplica } from "../server/hub/postgres.ts";
import { startProxy } from "../server/hub/proxy.ts";
import { startSubscriber } from "../server/hub/subscriber.ts";
import { cleanUp, eventually, later, pause, startHub } from "../server/hub/test-network.ts";
import { createRandom, pick } from "../../src/schema/lists.ts";

afterEach(cleanUp);
const seed = Number(process.env["SEED"] ?? 20_261_122);
const minutes = Number(process.env["MINUTES"] ?? 1.5);
const begin = async () => {
  const postgres = later(await startPostgres(), (one) => one.stop());
  const databaseUrl = await postgres.newDatabase();
  const proxy = later(await startProxy(postgres.port), (one) => one.stop());
  const hub = await startHub({
    databaseUrl: databaseUrl.replace(`:${postgres.port}/`, `:${proxy.port}/`),
    retrySeconds: [1, 1],
  });
  const subscriber = later(await startSubscriber(), (one) => one.stop());
  const accepted = new Set<string>();
  let count = 0;
  return {
    postgres,
    databaseUrl,
    proxy,
    hub,
    subscriber,
    /** Subscribes one more; only what was answered 202 has to be there afterwards. */
    subscribe: async (): Promise<void> => {
      const callback = `${subscriber.callback}/${(count += 1)}`;
      const { status } = await hub.subscribe(callback);
      if (status === 202) accepted.add(new URL(callback).pathname);
      else expect(status).toBe(503);
    },
    accepted,
    /** All that were accepted get what is published now, and nobody was removed. */
    expectNothingLost: async (body: string): Promise<void> => {
      await eventually(() => hub.hub.ready(), 30_000);
      await eventually(async () => (await hub.gauge("verifications_pending")) === 0, 60_000);
      await eventually(async () => (await hub.publish(body)).status === 202, 30_000);
      const got = () => subscriber.deliveries.filter((one) => one.body.toString() === body);
      const served = () => new Set(got().map(({ target }) => target));
      await eventually(() => [...accepted].every((path) => served().has(path)), 60_000);
      expect(hub.lines.filter(({ event }) => event === "hub.subscription.removed")).toEqual([]);
      await eventually(async () => (await hub.gauge("deliveries_pending")) === 0, 60_000);
    },
  };
};

test("a primary that dies under load and a replica that is promoted: nothing accepted is lost", async () => {
  const all = await begin();
  const replica = later(await startReplica(all.postgres), (one) => one.stop());
  const state = { over: false };
  const load = (async () => {
    while (!state.over) await Promise.all([all.subscribe(), all.subscribe(), all.subscribe()]);
  })();
  await pause(2_000);
  void all.hub.publish("before").catch(() => {});
  await pause(100);
  await all.postgres.halt();
  all.proxy.silence();
  await pause(1_000);
  await replica.promote();
  all.proxy.speak(replica.port);
  await eventually(() => all.hub.hub.ready(), 30_000);
  await pause(1_000);
  state.over = true;
  await load;
  console.log(`${all.accepted.size} accepted before and after the failover`);
  expect(all.accepted.size).toBeGreaterThan(10);
  await all.expectNothingLost("after the failover");
}, 240_000);

test(
  `faults at random moments for ${minutes} minutes lose nothing (SEED=${seed})`,
  async () => {
    const random = createRandom(seed);
    const all = await begin();
    const session = async (statement: string): Promise<void> => {
      const client = new pg.Client({ connectionString: all.databaseUrl });
      client.on("error", () => {});
      await client.connect();
      await client.query(statement);
      await client.end();
    };
    const terminate =
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()";
    const lock =
      "begin; lock table requests, deliveries in access exclusive mode; select pg_sleep(3); commit";
    const faults: Record<string, () => Promise<void>> = {
      terminated: () => session(terminate),
      silent: async () => {
        all.proxy.silence();
        await pause(random() * 8_000);
        all.proxy.speak();
      },
      killed: async () => {
        await all.postgres.halt();
        await pause(random() * 3_000);
        await all.postgres.resume();
      },
      locked: () => session(lock),
    };
    const end = Date.now() + minutes * 60_000;
    for (let round = 1; Date.now() < end; round += 1) {
      const [name, fault] = pick(Object.entries(faults), random);
      const state = { over: false };
      const load = Promise.all(
        Array.from({ length: 8 }, async () => {
          while (!state.over) {
            await all.subscribe();
            await pause(20);
          }
        }),
      );
      void all.hub.publish(`round ${round}`).catch(() => {});
      await pause(random() * 1_000);
      await fault();
      await pause(random() * 2_000);
      state.over = true;
      await load;
      console.log(`round ${round}: ${name}; ${all.accepted.size} accepted`);
      if (random() < 0.3) await all.expectNothingLost(`after round ${round}`);
    }
    await all.expectNothingLost("at the end");
  },
  minutes * 60_000 + 240_000,
);
