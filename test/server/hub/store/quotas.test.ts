import { afterEach, expect, test } from "vitest";
import { parseCallback } from "../../../../server/hub/egress/callback.ts";
import { quotaClient, quotaHost } from "../../../../server/hub/store/request-queue.ts";
import { cleanUp, eventually, feedTopic, jsonFeedTopic, startHub, newSubscriber } from "../test-network.ts";

afterEach(cleanUp);

const startWith = async (quotas: { perHost: number; perClient: number }) => {
  const hub = await startHub({ quotas });
  const ask = async (address: string, callback: string, mode = "subscribe", topic = feedTopic) => {
    const fields = { "hub.mode": mode, "hub.topic": topic, "hub.callback": callback };
    const response = await hub.post(fields, {}, address);
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
  return { hub, ask };
};

test("a callback host has at most so many subscriptions, whoever asks; renewals and unsubscriptions pass", async () => {
  const { hub, ask } = await startWith({ perHost: 3, perClient: 0 });
  const subscriber = await newSubscriber();
  for (let index = 0; index < 3; index += 1)
    expect((await ask(`203.0.113.${index}`, `${subscriber.origin}/${index}`)).status).toBe(202);
  // Pending subscriptions count as well as confirmed ones.
  for (const isConfirmed of [false, true]) {
    if (isConfirmed) await eventually(async () => (await hub.count()) === 3);
    const full = await ask("198.51.100.1", `${subscriber.origin}/more`);
    expect([full.status, full.headers.get("retry-after")]).toEqual([503, "3600"]);
    expect(full.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(full.text).toMatch(/3 subscriptions for one callback host.*unsubscribe what is no longer needed/);
  }
  expect((await ask("198.51.100.1", `${subscriber.origin}/0`, "subscribe", jsonFeedTopic)).status).toBe(503);
  expect((await ask("198.51.100.1", "https://other.example/")).status).toBe(202);
  expect((await ask("198.51.100.1", `${subscriber.origin}/1`)).status).toBe(202);
  expect((await ask("198.51.100.1", `${subscriber.origin}/1`, "unsubscribe")).status).toBe(202);
  await eventually(async () => (await hub.count()) === 2);
  expect((await ask("198.51.100.1", `${subscriber.origin}/more`)).status).toBe(202);
});

test("a client network has at most so many subscriptions, wherever they lead; others are served", async () => {
  const { hub, ask } = await startWith({ perHost: 0, perClient: 3 });
  const subscribers = await Promise.all(Array.from({ length: 3 }, () => newSubscriber()));
  for (const [index, { callback }] of subscribers.entries())
    expect((await ask(`2001:db8:5:${index}::1`, callback)).status).toBe(202);
  await eventually(async () => (await hub.count()) === 3);
  const full = await ask("2001:db8:5:ffff::1", "https://fourth.example/");
  expect([full.status, full.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(full.text).toMatch(/3 subscriptions from one client network.*unsubscribe/);
  expect((await ask("2001:db8:5:ffff::1", subscribers[0]?.callback ?? "")).status).toBe(202);
  expect((await ask("2001:db8:6::1", "https://fourth.example/")).status).toBe(202);
  // A stranger who renews a subscription does not take it over.
  expect((await ask("192.0.2.1", subscribers[1]?.callback ?? "")).status).toBe(202);
  await eventually(async () => (await hub.gauge("verifications_running")) === 0);
  expect((await ask("2001:db8:5::9", "https://fifth.example/")).status).toBe(429);
});

test("what waits for another topic of a subscribed callback counts for itself", async () => {
  const { hub, ask } = await startWith({ perHost: 2, perClient: 0 });
  const { callback, ...subscriber } = await newSubscriber();
  await ask("192.0.2.1", callback);
  await eventually(async () => (await hub.count()) === 1);
  await subscriber.stop();
  expect((await ask("192.0.2.1", callback, "subscribe", jsonFeedTopic)).status).toBe(202);
  expect((await ask("192.0.2.1", `${callback}?2`)).status).toBe(503);
});

test("requests that come at the same moment share what is left", async () => {
  const { ask } = await startWith({ perHost: 5, perClient: 0 });
  const statuses = await Promise.all(
    Array.from(
      { length: 20 },
      async (_, index) => (await ask("192.0.2.1", `https://a.example/${index}`)).status,
    ),
  );
  expect(statuses.filter((status) => status === 202)).toHaveLength(5);
});

test("a quota counts a host on all its ports, and tells the ports of a special address apart", () => {
  const host = (callback: string) => {
    const parts = parseCallback(callback);
    return typeof parts === "string" ? parts : quotaHost(parts);
  };
  expect(host("https://A.example:8443/x")).toBe(host("https://a.example./y"));
  expect(host("https://8.8.8.8:8443/")).toBe("8.8.8.8");
  expect(host("https://127.0.0.1:8443/")).toBe("127.0.0.1:8443");
  expect(host("https://[::1]:8443/")).toBe("[::1]:8443");
});

test("a client is stored as a keyed hash, and this machine, which may be a proxy, not at all", () => {
  expect(quotaClient("203.0.113.7", "key")).toMatch(/^[\w-]{22}$/);
  expect(quotaClient("203.0.113.7", "key")).not.toBe(quotaClient("203.0.113.7", "other key"));
  for (const address of ["127.0.0.1", "::1", "::ffff:127.0.0.1"])
    expect(quotaClient(address, "key")).toBeNull();
});
