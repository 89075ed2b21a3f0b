import { hostname } from "node:os";
import { expect, test } from "vitest";
import type { DeliveryJob, DeliveryOutcome } from "../../../server/hub/store/delivery-queue.ts";
import { fanOut, recentMs } from "../../../server/hub/publication/publication.ts";
import { processSpace } from "../../../server/hub/store/nodes.ts";
import { type Store, openStore } from "../../../server/hub/store/store.ts";
import { feedTopic, jsonFeedTopic, later } from "./test-network.ts";

const callbackOf = (name: string) => `https://${name}.example/callback`;
const noQuotas = { perHost: 0, perClient: 0 };
const addressOf = (callback: string) => {
  const { origin, hostname } = new URL(callback);
  return { topic: feedTopic, callback, origin, host: hostname, client: null };
};
const all = <J>(jobs: J[]) => jobs;
const namesOf = (jobs: { callback: string }[]) =>
  jobs.map(({ callback }) => new URL(callback).host.split(".")[0]);

/** The delivery queue's guarantees on either store; each test sets the hour. */
export const testQueueOn = (newDatabase: () => Promise<string>): void => {
  const open = async (databaseUrl: string) =>
    later(await openStore({ databaseUrl, topics: [feedTopic] }), (store) => store.close());
  const publish = (store: Store, body: string, now: number) =>
    fanOut(store, { topic: feedTopic, sha256: body, type: "text/plain", body: Buffer.from(body) }, "v", now);
  const subscribe = async (store: Store, name: string, leaseSeconds = 1000) => {
    const callback = callbackOf(name);
    const terms = { mode: "subscribe" as const, secret: null, lease_seconds: leaseSeconds, reason: null };
    await store.acceptRequests([{ ...addressOf(callback), ...terms }], noQuotas, 0);
    const jobs = await store.claimVerifications(10, { not: [] }, 0, all);
    const result = { kind: "confirmed" as const, at: 0 };
    await store.commitVerifications(
      jobs.map((job) => ({ job, result })),
      0,
    );
  };
  /** A store with these subscribers, who are all to get what was published at 1000. */
  const openWith = async (...names: string[]) => {
    const databaseUrl = await newDatabase();
    const store = await open(databaseUrl);
    await publish(store, "first", 0);
    for (const name of names) await subscribe(store, name);
    expect((await publish(store, "second", 1000)).notified).toBe(names.length);
    return { databaseUrl, store };
  };
  const claim = (store: Store, now: number, limit = 10, not: string[] = []) =>
    store.claimDeliveries(limit, { not }, now, all);
  const commit = (store: Store, jobs: DeliveryJob[], now: number, result: DeliveryOutcome) =>
    store.commitDeliveries(
      jobs.map((job) => ({ job, result })),
      now,
    );
  const fail = (store: Store, jobs: DeliveryJob[], now: number, retryAt: number, notBefore = 0) =>
    commit(store, jobs, now, { kind: "failed", retryAt, notBefore });
  const deliver = (store: Store, jobs: DeliveryJob[], now: number) =>
    commit(store, jobs, now, { kind: "delivered" });

  test("a delivery is claimed by one, when it is due and not before, and its attempts are counted", async () => {
    const { store } = await openWith("a");
    const jobs = await claim(store, 1000);
    expect(jobs).toMatchObject([{ attempts: 0, failures: 0 }]);
    expect(await claim(store, 1000)).toEqual([]);
    expect(await fail(store, jobs, 1100, 5000)).toEqual({ removed: [], dueAt: 5000 });
    expect(await claim(store, 4999)).toEqual([]);
    expect(await claim(store, 5000)).toMatchObject([{ attempts: 1, failures: 1 }]);
  });

  test("who waits longest comes first, and origins that have enough to do are passed over", async () => {
    const { store } = await openWith("a", "b", "c");
    const jobs = await claim(store, 1000);
    const retryAt = { a: 3000, b: 2000, c: 4000 } as Record<string, number>;
    const results = jobs.map((job) => ({
      job,
      result: { kind: "failed" as const, retryAt: retryAt[namesOf([job])[0] ?? ""] ?? 0, notBefore: 0 },
    }));
    expect((await store.commitDeliveries(results, 1100)).dueAt).toBe(2000);
    expect(namesOf(await claim(store, 5000, 1, ["https://b.example"]))).toEqual(["a"]);
    expect(namesOf(await claim(store, 5000, 1))).toEqual(["b"]);
    expect(namesOf(await claim(store, 5000))).toEqual(["c"]);
  });

  test("a lease that has ended gets nothing, neither what waits nor what is new", async () => {
    const { store } = await openWith("a");
    await subscribe(store, "brief", 5);
    expect((await publish(store, "third", 2000)).notified).toBe(2);
    expect(namesOf(await claim(store, 5000))).toEqual(["a"]);
    expect((await publish(store, "fourth", 5000)).notified).toBe(1);
  });

  test("what a node reports after it has lost its claims counts for nothing", async () => {
    const { databaseUrl, store } = await openWith("a");
    const other = await open(databaseUrl);
    const late = await claim(store, 1000);
    await store.release();
    const jobs = await claim(other, 1000);
    expect(jobs).toHaveLength(1);
    expect(await fail(store, late, 1100, 1200)).toEqual({ removed: [], dueAt: undefined });
    expect(await claim(store, 9000)).toEqual([]);
    await deliver(store, late, 9000);
    await commit(store, late, 9000, { kind: "gone" });
    expect((await other.counts(9000)).deliveries).toBe(1);
    await fail(other, jobs, 9000, 9500);
    expect(await claim(other, 9500)).toMatchObject([{ attempts: 1, failures: 1 }]);
  });

  test("content that came while the older was tried is due at once, or when quiet was asked to end", async () => {
    const { store } = await openWith("a");
    const jobs = await claim(store, 1000);
    await publish(store, "third", 1500);
    expect(await fail(store, jobs, 1600, 60_000)).toEqual({ removed: [], dueAt: 1600 });
    const again = await claim(store, 1600);
    expect(again).toHaveLength(1);
    expect(again[0]?.notification).not.toBe(jobs[0]?.notification);
    await publish(store, "fourth", 1700);
    expect(await fail(store, again, 1800, 60_000, 3000)).toEqual({ removed: [], dueAt: 3000 });
    expect(await claim(store, 2999)).toEqual([]);
    expect(await claim(store, 3000)).toMatchObject([{ failures: 2 }]);
  });

  test("content that came while the older was delivered is due at once, from its first attempt", async () => {
    const { store } = await openWith("a");
    await fail(store, await claim(store, 1000), 1100, 2000);
    const jobs = await claim(store, 2000);
    expect(jobs).toMatchObject([{ attempts: 1 }]);
    await publish(store, "third", 2100);
    expect((await deliver(store, jobs, 2200)).dueAt).toBe(2200);
    expect(await claim(store, 2200)).toMatchObject([{ attempts: 0, failures: 0 }]);
  });

  test("the third failure in a row removes, and a request made meanwhile is the newer word", async () => {
    const { store } = await openWith("a", "b");
    for (const now of [1000, 2000]) await fail(store, await claim(store, now), now, now + 1000);
    const jobs = await claim(store, 3000);
    const terms = { mode: "subscribe" as const, secret: null, lease_seconds: 7, reason: null };
    const [a, b] = ["a", "b"].map((name) => ({ ...addressOf(callbackOf(name)), ...terms }));
    // Requests of b for another topic do not concern this one.
    if (a && b) await store.acceptRequests([a, { ...b, topic: jsonFeedTopic }], noQuotas, 3000);
    const { removed, dueAt } = await fail(store, jobs, 3000, 4000);
    expect([removed.length, dueAt]).toEqual([2, undefined]);
    expect((await store.counts(3000)).total).toBe(0);
    const asked = await store.claimVerifications(10, { not: [] }, 3000, all);
    expect(Object.fromEntries(asked.map((job) => [namesOf([job])[0], job.mode]))).toEqual({
      a: "subscribe",
      b: "denied",
    });
  });

  test("a request that was claimed and answered twice, after a fault, is committed once", async () => {
    const { store } = await openWith();
    const terms = { mode: "subscribe" as const, secret: null, lease_seconds: 7, reason: null };
    const requests = ["a", "b"].map((name) => ({ ...addressOf(callbackOf(name)), ...terms }));
    await store.acceptRequests(requests, noQuotas, 0);
    const jobs = await store.claimVerifications(10, { not: [] }, 0, all);
    const twice = [...jobs, ...jobs];
    const results = twice.map((job, at) => ({ job, result: { kind: "confirmed" as const, at } }));
    await store.commitVerifications(results, 0);
    expect((await store.counts(3)).total).toBe(2);
  });

  test("a claim that came back with a failover is freed, and one that is worked on is not", async () => {
    const { store } = await openWith("a", "b");
    const [working] = await claim(store, 1000, 1);
    await store.engine.change(true, (db) => db.run`update deliveries set claimed_by = ${store.node}`);
    expect(await store.heartbeat(1000)).toBe(0);
    expect(await store.heartbeat(1001)).toBe(1);
    const freed = await claim(store, 1001);
    expect(freed).toHaveLength(1);
    expect(freed[0]?.subscription).not.toBe(working?.subscription);
    expect(await store.heartbeat(1002)).toBe(0);
    expect(await store.heartbeat(1003)).toBe(0);
  });

  test("what a silent node has claimed is given to others, and what a living one has is not", async () => {
    const { databaseUrl, store } = await openWith("a", "b");
    const other = await open(databaseUrl);
    await store.heartbeat(1000);
    expect(await claim(store, 1000, 1)).toHaveLength(1);
    expect(await other.heartbeat(1000)).toBe(0);
    expect(await claim(other, 1000)).toHaveLength(1);
    await store.engine.change(true, (db) => db.run`delete from nodes where id = ${store.node}`);
    expect(await other.heartbeat(1000)).toBe(1);
    expect(await claim(other, 1000)).toHaveLength(1);
  });

  test("at a start, what an earlier process of the same id had claimed is free; that of another container is not", async () => {
    const { databaseUrl, store } = await openWith("a", "b");
    const other = await open(databaseUrl);
    const claimFor = async (id: string, host: string) => {
      expect(await claim(store, 1000, 1)).toHaveLength(1);
      await store.engine.change(true, async (db) => {
        await db.run`insert into nodes (id, host, pid, alive_until) values (${id}, ${host}, ${process.pid}, 1000)`;
        await db.run`update deliveries set claimed_by = ${id} where claimed_by = ${store.node}`;
      });
    };
    await claimFor("earlier", processSpace);
    await claimFor("container", hostname());
    await other.cleanUpBefore(1000);
    expect(await other.heartbeat(1000)).toBe(1);
    expect(await claim(other, 1000)).toHaveLength(1);
  });

  test("what a clock has put off that was set back an hour later is due at the next start", async () => {
    const { databaseUrl, store } = await openWith();
    const hour = 3_600_000;
    await subscribe(store, "a", 2 * hour);
    await publish(store, "third", hour);
    const early = await open(databaseUrl);
    expect(await claim(early, 5000)).toEqual([]);
    await early.cleanUpBefore(5000);
    expect(await claim(early, 5000)).toHaveLength(1);
  });

  test("what an attempt or its subscriber has put off is not brought forward at a start", async () => {
    const hour = 3_600_000;
    for (const notBefore of [0, hour]) {
      const { databaseUrl, store } = await openWith("a");
      await fail(store, await claim(store, 1000), 1000, hour, notBefore);
      if (notBefore > 0) await publish(store, "third", 2000);
      await (await open(databaseUrl)).cleanUpBefore(3000);
      expect(await claim(store, 5000)).toEqual([]);
    }
  });

  test("content that was replaced is remembered for an hour, and not for ever", async () => {
    const { store } = await openWith("a");
    const remembered = async () => {
      const rows = await store.engine.read(
        (db) => db.rows<{ sha256: string }>`select sha256 from superseded order by at`,
      );
      return rows.map(({ sha256 }) => sha256);
    };
    await publish(store, "third", 1000 + recentMs);
    expect(await remembered()).toEqual(["first", "second"]);
    await publish(store, "first", 1000 + recentMs);
    expect(await remembered()).toEqual(["second", "third"]);
    await publish(store, "fourth", 1001 + 2 * recentMs);
    expect(await remembered()).toEqual(["first"]);
  });
};
