import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import type { HubOptions } from "../../../server/hub/hub.ts";
import {
  cleanUp,
  createDeploy,
  eventually,
  feedTopic,
  jsonFeedTopic,
  later,
  pause,
  reviewsTopic,
  startHub,
} from "./test-network.ts";
import { answer, silence, startSubscriber } from "./subscriber.ts";
import { freePort } from "../../../scripts/free-port.ts";

/** What must be true of the hub on either of its stores. */
export const testHubOn = (newDatabase: () => Promise<string>): void => {
  afterEach(cleanUp);
  const newSubscriber = async (options: Parameters<typeof startSubscriber>[0] = {}) =>
    later(await startSubscriber(options), (one) => one.stop());
  const start = async (options: Partial<HubOptions> & { deploy?: ReturnType<typeof createDeploy> } = {}) =>
    startHub({ databaseUrl: await newDatabase(), ...options });

  test("newer content takes the place of a waiting retry, and is tried at once", async () => {
    const hub = await start({ retrySeconds: [600, 600] });
    const subscriber = await newSubscriber({ delivery: answer(500) });
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    await hub.publish("old");
    await eventually(() => hub.lines.some(({ event }) => event === "hub.delivery.failed"));
    await pause(50);
    subscriber.delivery = answer(204);
    await hub.publish("new");
    await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
    expect(subscriber.deliveries.map(({ body }) => body.toString())).toEqual(["old", "new"]);
    const ids = subscriber.deliveries.map(({ headers }) => headers["x-hub-delivery"]);
    expect(new Set(ids).size).toBe(2);
  });

  test("newer content never brings the last chance forward: three quick deploys remove nobody", async () => {
    const hub = await start({ retrySeconds: [600, 600] });
    const subscriber = await newSubscriber({ delivery: answer(500) });
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    for (const [index, body] of ["one", "two", "three"].entries()) {
      await hub.publish(body);
      await eventually(
        () =>
          hub.lines.filter(({ event }) => event === "hub.delivery.failed").length >= Math.min(index + 1, 2),
      );
      await pause(50);
    }
    await pause(150);
    expect(subscriber.deliveries.map(({ body }) => body.toString())).toEqual(["one", "two"]);
    expect(await hub.count()).toBe(1);
    expect(await hub.gauge("deliveries_pending")).toBe(1);
  });

  test("a renewal keeps the delivery that waits, and its id, and signs it with the new secret", async () => {
    let now = Date.now();
    const hub = await start({ retrySeconds: [600, 600], clock: () => now });
    const subscriber = await newSubscriber({ delivery: answer(500) });
    await hub.subscribe(subscriber.callback, { "hub.secret": "old" });
    await eventually(async () => (await hub.count()) === 1);
    await hub.publish("content");
    await eventually(() => hub.lines.some(({ event }) => event === "hub.delivery.failed"));
    subscriber.delivery = answer(204);
    await hub.subscribe(subscriber.callback, { "hub.secret": "new" });
    await subscriber.until(() => subscriber.verifications.length === 2);
    await eventually(async () => (await hub.gauge("verifications_pending")) === 0);
    expect(subscriber.deliveries).toHaveLength(1);
    now += 1_000_000;
    await subscriber.until(() => subscriber.deliveries.length === 2);
    const [first, second] = subscriber.deliveries;
    expect(second?.headers["x-hub-delivery"]).toBe(first?.headers["x-hub-delivery"]);
    const signature = createHmac("sha256", "new").update("content").digest("hex");
    expect(second?.headers["x-hub-signature"]).toBe(`sha256=${signature}`);
  });

  test("Retry-After is respected, against newer content as well", async () => {
    const hub = await start({ retrySeconds: [0.05, 0.05] });
    const subscriber = await newSubscriber();
    subscriber.delivery = (received, response) =>
      (subscriber.deliveries.length === 1 ? answer(503, { "retry-after": "1" }) : answer(204))(
        received,
        response,
      );
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    await hub.publish("one");
    await subscriber.until(() => subscriber.deliveries.length === 1);
    await pause(100);
    await hub.publish("two");
    await subscriber.until(() => subscriber.deliveries.length === 2);
    const [first, second] = subscriber.deliveries;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
    expect(second?.body.toString()).toBe("two");
  });

  test("content that changes while it is being delivered follows at once, and the older is not repeated", async () => {
    const hub = await start();
    const subscriber = await newSubscriber();
    const held: (() => void)[] = [];
    subscriber.delivery = (received, response) =>
      subscriber.deliveries.length === 1
        ? void held.push(() => answer(204)(received, response))
        : answer(204)(received, response);
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    await hub.publish("one");
    await subscriber.until(() => subscriber.deliveries.length === 1);
    await hub.publish("two");
    await hub.publish("three");
    await pause(50);
    expect(subscriber.deliveries).toHaveLength(1);
    held[0]?.();
    await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
    expect(subscriber.deliveries.map(({ body }) => body.toString())).toEqual(["one", "three"]);
  });

  test("a network failure counts when another origin can be reached, and the third removes the subscription", async () => {
    const hub = await start();
    const [dead, alive] = [await newSubscriber(), await newSubscriber()];
    for (const { callback } of [dead, alive]) await hub.subscribe(callback);
    await eventually(async () => (await hub.count()) === 2);
    await dead.stop();
    await hub.publish("content");
    await eventually(async () => (await hub.count()) === 1);
    expect(alive.deliveries).toHaveLength(1);
    expect(alive.verifications).toHaveLength(1);
  });

  test("a retry counts when the same content has reached others, even if they are gone by then", async () => {
    const hub = await start({ retrySeconds: [0.5, 0.5] });
    const [dead, alive] = [await newSubscriber(), await newSubscriber()];
    for (const { callback } of [dead, alive]) await hub.subscribe(callback);
    await eventually(async () => (await hub.count()) === 2);
    await dead.stop();
    await hub.publish("content");
    const saw = (name: string) => hub.lines.some(({ event }) => event === name);
    await eventually(() => saw("hub.delivery.delivered") && saw("hub.delivery.failed"));
    await alive.stop();
    await eventually(async () => (await hub.count()) === 1);
    expect(hub.lines.filter(({ event }) => event === "hub.delivery.inconclusive")).toEqual([]);
  });

  test("an error answer is the subscriber's own, even when all answer so", async () => {
    const hub = await start({ retrySeconds: [0.05, 0.05] });
    const subscribers = [
      await newSubscriber({ delivery: answer(500) }),
      await newSubscriber({ delivery: answer(500) }),
    ];
    for (const { callback } of subscribers) await hub.subscribe(callback);
    await eventually(async () => (await hub.count()) === 2);
    await hub.publish("content");
    await eventually(async () => (await hub.count()) === 0);
    await Promise.all(subscribers.map((one) => one.until(() => one.denials.length === 1)));
  });

  test("a network failure counts when no other origin is subscribed", async () => {
    const hub = await start();
    const dead = await newSubscriber();
    await hub.subscribe(dead.callback);
    await eventually(async () => (await hub.count()) === 1);
    await dead.stop();
    await hub.publish("content");
    await eventually(async () => (await hub.count()) === 0);
  });

  test("when nobody can be reached the fault is ours: nobody is counted, and all get the content afterwards", async () => {
    const hub = await start({ retrySeconds: [0.05, 0.05] });
    // Ports that nobody else is given while nobody listens.
    const newAtHeldPort = async () => newSubscriber({ port: await freePort() });
    const subscribers = await Promise.all([newAtHeldPort(), newAtHeldPort(), newAtHeldPort()]);
    for (const { callback } of subscribers) await hub.subscribe(callback);
    await eventually(async () => (await hub.count()) === 3);
    await hub.publish("before");
    // An answer that the hub takes up after the next publication would prove that somebody can be reached.
    await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
    expect(subscribers.map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 1]);
    await Promise.all(subscribers.map((one) => one.stop()));
    await hub.publish("content");
    await eventually(
      () => hub.lines.filter(({ event }) => event === "hub.delivery.inconclusive").length >= 15,
    );
    expect(hub.lines.filter(({ event }) => event === "hub.delivery.failed")).toEqual([]);
    expect(await hub.count()).toBe(3);
    const back = await Promise.all(subscribers.map(({ port }) => newSubscriber({ port })));
    await eventually(() => back.every(({ deliveries }) => deliveries.length === 1));
    expect(await hub.count()).toBe(3);
  });

  test("the first start records what is shown, a later start sends what has changed meanwhile", async () => {
    const databaseUrl = await newDatabase();
    const deploy = createDeploy();
    const first = await startHub({ databaseUrl, deploy });
    const subscriber = await newSubscriber();
    await first.subscribe(subscriber.callback);
    await eventually(async () => (await first.count()) === 1);
    await first.close();
    expect(subscriber.deliveries).toEqual([]);
    const unchanged = await startHub({ databaseUrl, deploy });
    await pause(100);
    await unchanged.close();
    expect(subscriber.deliveries).toEqual([]);
    deploy.show({ [feedTopic]: "changed while the hub was off" });
    await startHub({ databaseUrl, deploy });
    await subscriber.until(() => subscriber.deliveries.length === 1);
    expect(subscriber.deliveries[0]?.body.toString()).toBe("changed while the hub was off");
  });

  test("a new snapshot is noticed without a ping, and a topic that did not change sends nothing", async () => {
    const hub = await start();
    const subscriber = await newSubscriber();
    for (const topic of [feedTopic, jsonFeedTopic]) {
      await hub.post({ "hub.mode": "subscribe", "hub.topic": topic, "hub.callback": subscriber.callback });
    }
    await eventually(async () => (await hub.count()) + (await hub.count(jsonFeedTopic)) === 2);
    hub.deploy.show({ [jsonFeedTopic]: "noticed" });
    await subscriber.until(() => subscriber.deliveries.length === 1);
    hub.deploy.show({});
    const answered = await hub.post([
      ["hub.mode", "publish"],
      ["hub.url", feedTopic],
      ["hub.topic", jsonFeedTopic],
    ]);
    expect(await answered.text()).toBe(
      `${feedTopic}: unchanged\n${jsonFeedTopic}: 1 subscribers already notified\n`,
    );
    await pause(100);
    expect(subscriber.deliveries).toHaveLength(1);
  });

  test("on closing, what is under way is aborted and given back, and the next hub takes it up at once", async () => {
    const databaseUrl = await newDatabase();
    const deploy = createDeploy();
    const hub = await startHub({ databaseUrl, deploy });
    const subscriber = await newSubscriber({ delivery: silence });
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    await hub.publish("content");
    await subscriber.until(() => subscriber.deliveries.length === 1);
    await hub.close();
    subscriber.delivery = answer(204);
    const next = await startHub({ databaseUrl, deploy });
    await subscriber.until(() => subscriber.deliveries.length === 2);
    const [cut, again] = subscriber.deliveries;
    expect(again?.headers["x-hub-delivery"]).toBe(cut?.headers["x-hub-delivery"]);
    await eventually(async () => (await next.gauge("deliveries_pending")) === 0);
    expect(await next.count()).toBe(1);
  });

  test("when the hub is full, new subscriptions are answered 503 and renewals still work", async () => {
    const hub = await start({ maxSubscriptions: 1 });
    const subscriber = await newSubscriber();
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    const refused = await hub.subscribe(`${subscriber.callback}/other`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "3600"]);
    expect((await hub.subscribe(subscriber.callback)).status).toBe(202);
    expect((await hub.unsubscribe(subscriber.callback)).status).toBe(202);
  });

  test("two topics on one callback are two subscriptions: each has its own secret, deliveries, failures and end", async () => {
    const hub = await start({ retrySeconds: [0.05, 0.05] });
    const subscriber = await newSubscriber();
    const ask = (mode: string, topic: string, secret: string) =>
      hub.post({
        "hub.mode": mode,
        "hub.topic": topic,
        "hub.callback": subscriber.callback,
        "hub.secret": secret,
      });
    const topics = [feedTopic, jsonFeedTopic, reviewsTopic];
    const counts = () => Promise.all(topics.map((topic) => hub.count(topic)));
    const topicOf = (headers: NodeJS.Dict<string | string[]>) => /, <(.+)>/.exec(String(headers.link))?.[1];
    await Promise.all(topics.map((topic) => ask("subscribe", topic, `secret of ${topic}`)));
    await eventually(async () => (await counts()).join() === "1,1,1");

    // One of them fails for good, while another has its content in the same fan-out.
    subscriber.delivery = (received, response) =>
      answer(topicOf(received.headers) === feedTopic ? 500 : 204)(received, response);
    hub.deploy.show({ [feedTopic]: "feed", [jsonFeedTopic]: "json" });
    await subscriber.until(() => subscriber.denials.length === 1);
    await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
    expect(subscriber.denials[0]?.query.get("hub.topic")).toBe(feedTopic);
    expect(await counts()).toEqual([0, 1, 1]);
    const tried = subscriber.deliveries.map(({ headers }) => topicOf(headers));
    expect([feedTopic, jsonFeedTopic].map((topic) => tried.filter((one) => one === topic).length)).toEqual([
      3, 1,
    ]);
    for (const { headers, body } of subscriber.deliveries) {
      const signature = createHmac("sha256", `secret of ${topicOf(headers)}`)
        .update(body)
        .digest("hex");
      expect(headers["x-hub-signature"]).toBe(`sha256=${signature}`);
    }

    // Another is left by its subscriber, and the last one ends with a 410.
    await ask("unsubscribe", jsonFeedTopic, "");
    await eventually(async () => (await counts()).join() === "0,0,1");
    await ask("subscribe", feedTopic, "again");
    await eventually(async () => (await counts()).join() === "1,0,1");
    subscriber.delivery = answer(410);
    hub.deploy.show({ [reviewsTopic]: "reviews" });
    await eventually(async () => (await counts()).join() === "1,0,0");
    expect(subscriber.denials).toHaveLength(1);
  });

  test("contents are dropped when nobody waits for them any more, and the newest stays", async () => {
    let now = Date.now();
    const hub = await start({ clock: () => now });
    const subscriber = await newSubscriber();
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    for (const body of ["one", "two"]) {
      await hub.publish(body);
      await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
    }
    expect(await hub.gauge("contents")).toBe(5);
    now += 61_000;
    await eventually(async () => (await hub.gauge("contents")) === 3);
  });
};
