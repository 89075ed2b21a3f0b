import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import {
  baseUrl,
  cleanUp,
  eventually,
  feedTopic,
  jsonFeedTopic,
  later,
  pause,
  reviewsTopic,
  startHub,
} from "../../server/hub/test-network.ts";
import { answer, startSubscriber } from "../../server/hub/subscriber.ts";

afterEach(cleanUp);
const newSubscriber = async (options: Parameters<typeof startSubscriber>[0] = {}) =>
  later(await startSubscriber(options), (one) => one.stop());

test("WebSub 6: when a topic has changed, every subscriber of it gets it, and of it only", async () => {
  const hub = await startHub();
  const topics = [feedTopic, jsonFeedTopic, reviewsTopic];
  const subscribers = await Promise.all(topics.map(() => newSubscriber()));
  for (const [index, topic] of topics.entries()) {
    await hub.post({
      "hub.mode": "subscribe",
      "hub.topic": topic,
      "hub.callback": subscribers[index]?.callback ?? "",
    });
  }
  await eventually(async () => (await Promise.all(topics.map(hub.count))).every((count) => count === 1));
  await hub.publish("changed", jsonFeedTopic);
  await subscribers[1]?.until(() => subscribers[1]?.deliveries.length === 1);
  await pause(100);
  expect(subscribers.map(({ deliveries }) => deliveries.length)).toEqual([0, 1, 0]);
});

test("WebSub 7: the request is a POST of the topic's full content with its own Content-Type", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
  const bytes = Buffer.concat([
    Buffer.from("<feed>🌱\r\n"),
    Buffer.from([0, 255, 254]),
    Buffer.alloc(300_000, "x"),
  ]);
  await hub.publish(bytes);
  await subscriber.until(() => subscriber.deliveries.length === 1);
  const [delivery] = subscriber.deliveries;
  expect(delivery?.body.equals(bytes)).toBe(true);
  expect(delivery?.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(delivery?.headers["content-length"]).toBe(String(bytes.length));
});

test("WebSub 7: one Link header names the hub and the topic", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
  await hub.publish("content");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  const { rawHeaders = [] } = subscriber.deliveries[0] ?? {};
  expect(rawHeaders.filter((name) => name.toLowerCase() === "link")).toHaveLength(1);
  expect(subscriber.deliveries[0]?.headers.link).toBe(
    `<${baseUrl}/api/websub/hub>; rel="hub", <${feedTopic}>; rel="self"`,
  );
});

test("WebSub 7: any 2xx acknowledges, whatever its body says", async () => {
  const hub = await startHub();
  const subscribers = await Promise.all(
    [200, 201, 202, 204, 299].map((status) =>
      newSubscriber({
        delivery: (_, response) => void response.writeHead(status).end(status === 204 ? undefined : "no!"),
      }),
    ),
  );
  for (const { callback } of subscribers) await hub.subscribe(callback);
  await eventually(async () => (await hub.count()) === 5);
  await hub.publish("content");
  await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
  expect(subscribers.map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 1, 1, 1]);
});

test("WebSub 7: 410 ends the subscription, without a word more", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber({ delivery: answer(410) });
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
  await hub.publish("content");
  await eventually(async () => (await hub.count()) === 0);
  await pause(300);
  expect(subscriber.deliveries).toHaveLength(1);
  expect(subscriber.denials).toHaveLength(0);
});

test("WebSub 7: every other answer is a failure and is tried again, redirects included", async () => {
  const hub = await startHub();
  const other = await newSubscriber();
  for (const status of [300, 301, 302, 303, 307, 308, 400, 404, 409, 429, 500, 503]) {
    const subscriber = await newSubscriber();
    subscriber.delivery = (received, response) => {
      if (subscriber.deliveries.length === 1)
        answer(status, { location: other.callback })(received, response);
      else answer(204)(received, response);
    };
    await hub.subscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 1);
    await hub.publish(`content ${status}`);
    await subscriber.until(() => subscriber.deliveries.length === 2);
    expect(subscriber.deliveries[1]?.headers["x-hub-delivery"]).toBe(
      subscriber.deliveries[0]?.headers["x-hub-delivery"],
    );
    await hub.unsubscribe(subscriber.callback);
    await eventually(async () => (await hub.count()) === 0);
  }
  expect(other.received).toEqual([]);
});

test("WebSub 7: failures are retried up to three attempts in a row; then the subscription ends (our own policy)", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber({ delivery: answer(500) });
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
  await hub.publish("content");
  await subscriber.until(() => subscriber.denials.length === 1);
  expect(subscriber.deliveries).toHaveLength(3);
  expect(await hub.count()).toBe(0);
  expect(new Set(subscriber.deliveries.map(({ headers }) => headers["x-hub-delivery"])).size).toBe(1);
});

test("WebSub 7: a success resets the count of failures", async () => {
  const hub = await startHub({ retrySeconds: [0.05, 0.05] });
  const subscriber = await newSubscriber();
  subscriber.delivery = (received, response) =>
    answer(subscriber.deliveries.length % 3 === 0 ? 204 : 500)(received, response);
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
  for (const round of [1, 2, 3]) {
    await hub.publish(`content ${round}`);
    await subscriber.until(() => subscriber.deliveries.length === 3 * round);
    await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
  }
  expect(await hub.count()).toBe(1);
});

test("WebSub 7.1: with a secret every delivery is signed with HMAC over the very bytes, method=signature", async () => {
  const hub = await startHub();
  const secret = `sécret 🌱 ${"x".repeat(180)}`;
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback, { "hub.secret": secret });
  await eventually(async () => (await hub.count()) === 1);
  for (const round of [1, 2]) {
    await hub.publish(`content ${round}`);
    await subscriber.until(() => subscriber.deliveries.length === round);
  }
  for (const { body, headers } of subscriber.deliveries) {
    expect(headers["x-hub-signature"]).toMatch(/^sha256=[0-9a-f]{64}$/);
    expect(headers["x-hub-signature"]).toBe(
      `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    );
  }
});

test("WebSub 7.1: without a secret there is no signature", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback, { "hub.secret": "" });
  await eventually(async () => (await hub.count()) === 1);
  await hub.publish("content");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  expect(subscriber.deliveries[0]?.headers).not.toHaveProperty("x-hub-signature");
});

test("WebSub 8.3: the hub calls the exact callback, over HTTPS, and tells who calls", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber();
  const callback = `${subscriber.origin}/Some/Path;v=1?A=b`;
  await hub.subscribe(callback);
  await eventually(async () => (await hub.count()) === 1);
  await hub.publish("content");
  await subscriber.until(() => subscriber.deliveries.length === 1);
  expect(subscriber.deliveries[0]?.target).toBe("/Some/Path;v=1?A=b");
  for (const { headers } of subscriber.received) {
    expect(headers.host).toBe(`127.0.0.1:${subscriber.port}`);
    expect(headers["user-agent"]).toContain(baseUrl);
    expect(headers["user-agent"]).toContain("complaints");
  }
});
