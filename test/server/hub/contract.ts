import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";
import { StoreAway } from "../../../server/hub/store/database.ts";
import { openStore } from "../../../server/hub/store/store.ts";
import { answer, silence } from "./subscriber.ts";
import {
  cleanUp,
  createDeploy,
  eventually,
  feedTopic,
  jsonFeedTopic,
  newSubscriber,
  reviewsTopic,
  startTimedHub,
  topics,
} from "./test-network.ts";

const minute = 60_000;
const bodiesOf = ({ deliveries }: Awaited<ReturnType<typeof newSubscriber>>) =>
  deliveries.map(({ body }) => body.toString());
const idsOf = ({ deliveries }: Awaited<ReturnType<typeof newSubscriber>>) =>
  deliveries.map(({ headers }) => headers["x-hub-delivery"]);

/** The hub's guarantees on either of its stores. */
export const testHubOn = (newDatabase: () => Promise<string>): void => {
  afterEach(cleanUp);
  const start = async (options: Parameters<typeof startTimedHub>[0] = {}) =>
    startTimedHub({ databaseUrl: await newDatabase(), ...options });

  test("a delivery whose content the store cannot give is free again at once, and not put off", async () => {
    let isAway = false;
    const store = await openStore({ databaseUrl: await newDatabase(), topics, countMs: 60_000 });
    const hub = await startTimedHub({
      store: {
        ...store,
        notification: (id) => (isAway ? Promise.reject(new StoreAway("away")) : store.notification(id)),
      },
    });
    const subscriber = await hub.join();
    isAway = true;
    await hub.publish("content");
    await eventually(async () => (await hub.gauge('deliveries_total{outcome="aborted"}')) > 0);
    isAway = false;
    await hub.idle();
    expect(bodiesOf(subscriber)).toEqual(["content"]);
    expect(hub.seen("hub.delivery.inconclusive")).toEqual([]);
  });

  test("a start that fails once more after the store was away is tried again", async () => {
    const store = await openStore({ databaseUrl: await newDatabase(), topics, countMs: 60_000 });
    const failures = [new StoreAway("away"), new Error("broken off")];
    const cleanUpBefore: typeof store.cleanUpBefore = (now) => {
      const failure = failures.shift();
      return failure ? Promise.reject(failure) : store.cleanUpBefore(now);
    };
    const hub = await startTimedHub({ store: { ...store, cleanUpBefore } });
    // The topics are recorded when a start succeeds.
    await eventually(
      async () => (await store.engine.read((db) => db.rows`select 1 from topics`)).length === topics.length,
    );
    expect(hub.seen("hub.start.failed")).toHaveLength(1);
  });

  test("newer content takes the place of a waiting retry, and is tried at once", async () => {
    const hub = await start();
    const subscriber = await hub.join({ delivery: answer(500) });
    await hub.send("old");
    subscriber.delivery = answer(204);
    await hub.send("new");
    expect(await hub.gauge("deliveries_pending")).toBe(0);
    expect(bodiesOf(subscriber)).toEqual(["old", "new"]);
    expect(new Set(idsOf(subscriber)).size).toBe(2);
  });

  test("newer content never brings the last chance forward: three quick deploys remove nobody", async () => {
    const hub = await start();
    const subscriber = await hub.join({ delivery: answer(500) });
    for (const body of ["one", "two", "three"]) await hub.send(body);
    await hub.advance(120 * minute - 1);
    expect(bodiesOf(subscriber)).toEqual(["one", "two"]);
    expect([await hub.count(), await hub.gauge("deliveries_pending")]).toEqual([1, 1]);
    await hub.advance(1);
    expect([bodiesOf(subscriber).at(-1), await hub.count()]).toEqual(["three", 0]);
  });

  test("a renewal keeps the delivery that waits, and its id, signs it with the new secret and counts anew", async () => {
    const hub = await start();
    const subscriber = await hub.join({ delivery: answer(500) }, { "hub.secret": "old" });
    await hub.send("content");
    await hub.advance(minute);
    await hub.subscribe(subscriber.callback, { "hub.secret": "new" });
    await hub.idle();
    expect(subscriber.deliveries).toHaveLength(2);
    await hub.advance(120 * minute);
    expect([subscriber.deliveries.length, await hub.count()]).toEqual([3, 1]);
    expect(new Set(idsOf(subscriber)).size).toBe(1);
    const signature = createHmac("sha256", "new").update("content").digest("hex");
    expect(subscriber.deliveries[2]?.headers["x-hub-signature"]).toBe(`sha256=${signature}`);
  });

  test("a network failure counts when another origin can be reached, and the third removes the subscription", async () => {
    const hub = await start();
    const [dead, alive] = [await hub.join(), await hub.join()];
    await dead.stop();
    await hub.send("content");
    for (const ms of [minute, 120 * minute]) await hub.advance(ms);
    expect([await hub.count(), alive.deliveries.length, alive.verifications.length]).toEqual([1, 1, 1]);
    expect(hub.seen("hub.delivery.inconclusive")).toEqual([]);
  });

  test("a retry counts when the same content has reached others, even if they are gone by then", async () => {
    const hub = await start();
    const [dead, alive] = [await hub.join(), await hub.join()];
    alive.delivery = (received, response) => {
      hub.tick(1);
      answer(204)(received, response);
    };
    await dead.stop();
    await hub.send("content");
    await alive.stop();
    await hub.advance(minute);
    expect(hub.seen("hub.delivery.failed")).toHaveLength(2);
    expect(hub.seen("hub.delivery.inconclusive")).toEqual([]);
  });

  test("when nobody can be reached the fault is ours: nobody is counted, and all get the content afterwards", async () => {
    const hub = await start();
    // Ports that nobody else is given while nobody listens.
    const subscribers = await Promise.all([1, 2, 3].map(async () => hub.join({ port: await freePort() })));
    await hub.send("before");
    await Promise.all(subscribers.map((one) => one.stop()));
    await hub.send("content");
    for (let round = 0; round < 4; round += 1) await hub.advance(minute);
    expect(hub.seen("hub.delivery.inconclusive")).toHaveLength(15);
    expect(hub.seen("hub.delivery.failed")).toEqual([]);
    expect(await hub.count()).toBe(3);
    const back = await Promise.all(subscribers.map(({ port }) => newSubscriber({ port })));
    await hub.advance(minute);
    expect(back.map(bodiesOf)).toEqual([["content"], ["content"], ["content"]]);
    expect(await hub.count()).toBe(3);
  });

  test("the first start records what is shown, a later start sends what has changed meanwhile", async () => {
    const databaseUrl = await newDatabase();
    const deploy = createDeploy();
    const first = await start({ databaseUrl, deploy });
    const subscriber = await first.join();
    await first.close();
    const unchanged = await start({ databaseUrl, deploy });
    await unchanged.idle();
    await unchanged.close();
    expect(subscriber.deliveries).toEqual([]);
    deploy.show({ [feedTopic]: "changed while the hub was off" });
    await (await start({ databaseUrl, deploy })).idle();
    expect(bodiesOf(subscriber)).toEqual(["changed while the hub was off"]);
  });

  test("a new snapshot is noticed without a ping, and a topic that did not change sends nothing", async () => {
    const hub = await start();
    const subscriber = await hub.join();
    await hub.subscribe(subscriber.callback, { "hub.topic": jsonFeedTopic });
    await hub.idle();
    hub.deploy.show({ [jsonFeedTopic]: "noticed" });
    await subscriber.until(() => subscriber.deliveries.length === 1);
    hub.deploy.show({});
    const answered = await hub.post({
      "hub.mode": "publish",
      "hub.url": feedTopic,
      "hub.topic": jsonFeedTopic,
    });
    // Nothing was published later than the ping, as its time has not gone on.
    expect(await answered.text()).toBe(`${feedTopic}: unchanged\n${jsonFeedTopic}: 1 subscribers notified\n`);
    await hub.idle();
    expect(subscriber.deliveries).toHaveLength(1);
    // What came with an earlier version is no news of this one.
    hub.deploy.show({ [reviewsTopic]: "another version" });
    await hub.idle();
    const later = await hub.post({ "hub.mode": "publish", "hub.url": jsonFeedTopic });
    expect(await later.text()).toBe(`${jsonFeedTopic}: unchanged\n`);
  });

  test("on closing, what is under way is aborted and given back, and the next hub takes it up at once", async () => {
    const databaseUrl = await newDatabase();
    const deploy = createDeploy();
    const hub = await start({ databaseUrl, deploy });
    const subscriber = await hub.join({ delivery: silence });
    await hub.publish("content");
    await subscriber.until(() => subscriber.deliveries.length === 1);
    await hub.close();
    subscriber.delivery = answer(204);
    const next = await start({ databaseUrl, deploy });
    await next.idle();
    expect([await next.gauge("deliveries_pending"), await next.count()]).toEqual([0, 1]);
    expect([subscriber.deliveries.length, new Set(idsOf(subscriber)).size]).toEqual([2, 1]);
  });

  test("when the hub is full, new subscriptions are answered 503 and renewals still work", async () => {
    const hub = await start({ maxSubscriptions: 2 });
    const subscriber = await hub.join();
    expect(await hub.count()).toBe(1);
    const other = await hub.join();
    expect(await hub.count()).toBe(2);
    const refused = await hub.subscribe(`${subscriber.callback}/other`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3600"]);
    // The same callback for another topic is another subscription.
    expect((await hub.subscribe(subscriber.callback, { "hub.topic": jsonFeedTopic })).status).toBe(503);
    expect((await hub.subscribe(subscriber.callback)).status).toBe(202);
    expect((await hub.unsubscribe(other.callback)).status).toBe(202);
    await hub.idle();
    expect(await hub.count()).toBe(1);
  });

  test("a request that is made again for a callback that was not reached is tried twice like any other", async () => {
    const hub = await start();
    const port = await freePort();
    for (const tries of [1, 2]) {
      await hub.subscribe(`https://127.0.0.1:${port}/callback`);
      await hub.idle();
      expect(hub.seen("hub.verification.unreached")).toHaveLength(tries);
    }
    await newSubscriber({ port });
    await hub.advance(10_000);
    expect(await hub.count()).toBe(1);
  });

  test("two topics on one callback are two subscriptions: each has its own secret, deliveries, failures and end", async () => {
    const hub = await start();
    const subscriber = await newSubscriber();
    const counts = () => Promise.all(topics.map((topic) => hub.count(topic)));
    const topicOf = (headers: NodeJS.Dict<string | string[]>) =>
      /, <(.+)>/.exec(String(headers["link"]))?.[1];
    for (const topic of topics)
      await hub.subscribe(subscriber.callback, { "hub.topic": topic, "hub.secret": `secret of ${topic}` });
    await hub.idle();
    expect(await counts()).toEqual([1, 1, 1]);

    // One of them fails for good, while another has its content in the same fan-out.
    subscriber.delivery = (received, response) =>
      answer(topicOf(received.headers) === feedTopic ? 500 : 204)(received, response);
    hub.deploy.write({ [feedTopic]: "feed", [jsonFeedTopic]: "json" });
    await hub.post([
      ["hub.mode", "publish"],
      ["hub.url", feedTopic],
      ["hub.url", jsonFeedTopic],
    ]);
    await hub.idle();
    for (const ms of [minute, 120 * minute]) await hub.advance(ms);
    expect(subscriber.denials.map(({ query }) => query.get("hub.topic"))).toEqual([feedTopic]);
    expect(await counts()).toEqual([0, 1, 1]);
    const tried = subscriber.deliveries.map(({ headers }) => topicOf(headers));
    expect(topics.map((topic) => tried.filter((one) => one === topic).length)).toEqual([3, 1, 0]);
    for (const { headers, body } of subscriber.deliveries) {
      const signature = createHmac("sha256", `secret of ${topicOf(headers)}`)
        .update(body)
        .digest("hex");
      expect(headers["x-hub-signature"]).toBe(`sha256=${signature}`);
    }

    // Another is left by its subscriber, and the last one ends with a 410.
    await hub.unsubscribe(subscriber.callback, { "hub.topic": jsonFeedTopic });
    await hub.subscribe(subscriber.callback);
    await hub.idle();
    expect(await counts()).toEqual([1, 0, 1]);
    subscriber.delivery = answer(410);
    await hub.send("reviews", reviewsTopic);
    expect([await counts(), subscriber.denials.length]).toEqual([[1, 0, 0], 1]);
  });

  test("contents are dropped when nobody waits for them any more, and the newest stays", async () => {
    const hub = await start();
    await hub.join();
    for (const body of ["one", "two"]) await hub.send(body);
    expect(await hub.gauge("contents")).toBe(5);
    await hub.advance(61_000);
    await eventually(async () => (await hub.gauge("contents")) === 3);
  });
};
