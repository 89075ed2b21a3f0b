import { createHmac } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import {
  baseUrl,
  cleanUp,
  feedTopic,
  jsonFeedTopic,
  newSubscriber,
  reviewsTopic,
  startTimedHub,
} from "../../server/hub/test-network.ts";
import { answer } from "../../server/hub/subscriber.ts";

afterEach(cleanUp);
const minute = 60_000;

test("WebSub 6: when a topic has changed, every subscriber of it gets it, and of it only", async () => {
  const hub = await startTimedHub();
  const topics = [feedTopic, jsonFeedTopic, reviewsTopic];
  const subscribers = await Promise.all(topics.map(() => newSubscriber()));
  for (const [index, topic] of topics.entries())
    await hub.subscribe(subscribers[index]?.callback ?? "", { "hub.topic": topic });
  await hub.idle();
  await hub.send("changed", jsonFeedTopic);
  expect(subscribers.map(({ deliveries }) => deliveries.length)).toEqual([0, 1, 0]);
});

test("WebSub 7: the request is a POST of the topic's full content with its own Content-Type", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join();
  const bytes = Buffer.concat([
    Buffer.from("<feed>🌱\r\n"),
    Buffer.from([0, 255, 254]),
    Buffer.alloc(300_000, "x"),
  ]);
  await hub.send(bytes);
  const [delivery] = subscriber.deliveries;
  expect(delivery?.body.equals(bytes)).toBe(true);
  expect(delivery?.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
  expect(delivery?.headers["content-length"]).toBe(String(bytes.length));
});

test("WebSub 7: one Link header names the hub and the topic", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join();
  await hub.send("content");
  const { rawHeaders = [], headers } = subscriber.deliveries[0] ?? {};
  expect(rawHeaders.filter((name) => name.toLowerCase() === "link")).toHaveLength(1);
  expect(headers?.link).toBe(`<${baseUrl}/api/websub/hub>; rel="hub", <${feedTopic}>; rel="self"`);
});

test("WebSub 7: any 2xx acknowledges, whatever its body says", async () => {
  const hub = await startTimedHub();
  const statuses = [200, 201, 202, 204, 299];
  const subscribers = await Promise.all(
    statuses.map((status) =>
      hub.join({
        delivery: (_, response) => void response.writeHead(status).end(status === 204 ? "" : "no!"),
      }),
    ),
  );
  await hub.send("content");
  await hub.advance(72 * minute);
  expect(subscribers.map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 1, 1, 1]);
  expect(await hub.gauge("deliveries_pending")).toBe(0);
});

test("WebSub 7: 410 ends the subscription, without a word more", async () => {
  const hub = await startTimedHub();
  const [gone, other] = [await hub.join({ delivery: answer(410) }), await hub.join()];
  await hub.send("content");
  expect(await hub.count()).toBe(1);
  await hub.advance(minute);
  await hub.send("more");
  expect([gone.deliveries.length, gone.denials.length, other.deliveries.length]).toEqual([1, 0, 2]);
});

test("WebSub 7: every other answer is a failure and is tried again, redirects included", async () => {
  const hub = await startTimedHub();
  const elsewhere = await newSubscriber();
  const statuses = [300, 301, 302, 303, 307, 308, 400, 404, 409, 411, 429, 500, 503];
  const subscribers = await Promise.all(
    statuses.map((status) => hub.join({ delivery: answer(status, { location: elsewhere.callback }) })),
  );
  await hub.send("content");
  for (const subscriber of subscribers) subscriber.delivery = answer(204);
  await hub.advance(minute);
  for (const [index, { deliveries }] of subscribers.entries()) {
    const ids = deliveries.map(({ headers }) => headers["x-hub-delivery"]);
    expect([ids.length, new Set(ids).size], String(statuses[index])).toEqual([2, 1]);
  }
  expect(elsewhere.received).toEqual([]);
});

test("WebSub 7: failures are retried up to three attempts in a row; then the subscription ends (our own policy)", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join({ delivery: answer(500) });
  await hub.send("content");
  /** How many attempts there were just before a time, and at it. */
  const around = async (ms: number) => {
    await hub.advance(ms - 1);
    const before = subscriber.deliveries.length;
    await hub.advance(1);
    return [before, subscriber.deliveries.length];
  };
  expect(await around(minute)).toEqual([1, 2]);
  expect([await hub.count(), subscriber.denials.length]).toEqual([1, 0]);
  expect(await around(120 * minute)).toEqual([2, 3]);
  expect([await hub.count(), subscriber.denials.length]).toEqual([0, 1]);
  expect(new Set(subscriber.deliveries.map(({ headers }) => headers["x-hub-delivery"])).size).toBe(1);
});

test.each([
  [0, 48_000],
  [1, 72_000],
])("a retry waits for a minute, more or less a fifth of it (%i: %i ms)", async (random, ms) => {
  const hub = await startTimedHub({ random: () => random });
  const subscriber = await hub.join({ delivery: answer(500) });
  await hub.send("content");
  await hub.advance(ms - 1);
  expect(subscriber.deliveries).toHaveLength(1);
  await hub.advance(1);
  expect(subscriber.deliveries).toHaveLength(2);
});

test.each([
  ["30", minute],
  ["3600", 60 * minute],
  ["21600", 360 * minute],
  ["21601", 360 * minute],
])("Retry-After: %s is respected, from the usual wait to six hours", async (seconds, ms) => {
  const hub = await startTimedHub();
  const subscriber = await hub.join({ delivery: answer(503, { "retry-after": seconds }) });
  await hub.send("content");
  await hub.advance(ms - 1);
  expect(subscriber.deliveries).toHaveLength(1);
  // Newer content respects it, too.
  await hub.send("newer");
  expect(subscriber.deliveries).toHaveLength(1);
  await hub.advance(1);
  expect(subscriber.deliveries.map(({ body }) => body.toString())).toEqual(["content", "newer"]);
});

test("WebSub 7: a success resets the count of failures", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join();
  subscriber.delivery = (received, response) =>
    answer(subscriber.deliveries.length % 3 === 0 ? 204 : 500)(received, response);
  for (const round of [1, 2, 3]) {
    await hub.send(`content ${round}`);
    await hub.advance(minute);
    await hub.advance(120 * minute);
    expect(subscriber.deliveries).toHaveLength(3 * round);
  }
  expect(await hub.count()).toBe(1);
});

test("WebSub 7.1: with a secret every delivery is signed with HMAC over the very bytes, method=signature", async () => {
  const hub = await startTimedHub();
  const secrets = [`sécret 🌱 ${"x".repeat(180)}`, "another"];
  const subscribers = [
    await hub.join({}, { "hub.secret": secrets[0] ?? "" }),
    await hub.join({}, { "hub.secret": secrets[1] ?? "" }),
  ];
  for (const round of [1, 2]) await hub.send(Buffer.from(`content ${round} \xff`, "latin1"));
  for (const [index, { deliveries }] of subscribers.entries()) {
    expect(deliveries).toHaveLength(2);
    for (const { body, headers } of deliveries) {
      const signature = createHmac("sha256", secrets[index] ?? "")
        .update(body)
        .digest("hex");
      expect(headers["x-hub-signature"]).toBe(`sha256=${signature}`);
    }
  }
});

test("WebSub 7.1: without a secret there is no signature", async () => {
  const hub = await startTimedHub();
  const subscriber = await hub.join({}, { "hub.secret": "" });
  await hub.send("content");
  expect(subscriber.deliveries[0]?.headers).not.toHaveProperty("x-hub-signature");
});

test("WebSub 8.3: the hub calls the exact callback, over HTTPS, and tells who calls", async () => {
  const hub = await startTimedHub();
  const subscriber = await newSubscriber();
  await hub.subscribe(`${subscriber.origin}/Some/Path;v=1?A=b`);
  await hub.idle();
  await hub.send("content");
  expect(subscriber.deliveries[0]?.target).toBe("/Some/Path;v=1?A=b");
  for (const { headers } of subscriber.received) {
    expect(headers.host).toBe(`127.0.0.1:${subscriber.port}`);
    expect(headers["user-agent"]).toContain(baseUrl);
    expect(headers["user-agent"]).toContain("complaints");
  }
});
