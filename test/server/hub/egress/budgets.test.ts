import { afterEach, expect, test } from "vitest";
import { clientKey, networkKey } from "../../../../server/networks.ts";
import { answer, confirm } from "../subscriber.ts";
import { cleanUp, eventually, feedTopic, startHub, newSubscriber } from "../test-network.ts";

afterEach(cleanUp);

/** A hub that allows so many requests a minute, and what it answers to a client. */
const startLimited = async (rateLimit: number) => {
  const time = { now: 1_000_000 };
  const hub = await startHub({ rateLimit, clock: () => time.now });
  const ask = async (address: string, callback: string, mode = "subscribe"): Promise<number> =>
    (await post(address, callback, mode)).status;
  const post = (address: string, callback: string, mode = "subscribe") =>
    hub.post({ "hub.mode": mode, "hub.topic": feedTopic, "hub.callback": callback }, {}, address);
  return { hub, time, ask, post };
};

test("requests are limited per client and per callback host, with Retry-After", async () => {
  const { time, ask, post } = await startLimited(3);
  for (let index = 0; index < 3; index += 1)
    expect(await ask("203.0.113.1", `https://${index}.example/`)).toBe(202);
  const limited = await post("203.0.113.1", "https://other.example/");
  expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "20"]);
  expect(limited.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await limited.text()).toMatch(/try again in 20 seconds/);
  expect(await ask("203.0.113.2", "https://other.example/")).toBe(202);

  // Many clients, one victim; another port or another path of it is still the victim.
  const callbacks = ["https://victim.example/a", "https://victim.example:8443/", "https://VICTIM.example./b"];
  for (const [index, callback] of callbacks.entries())
    expect(await ask(`203.0.113.1${index}`, callback)).toBe(202);
  expect(await ask("203.0.113.99", "https://victim.example/c")).toBe(429);
  time.now += 20_000;
  expect(await ask("203.0.113.99", "https://victim.example/c")).toBe(202);
  expect(await ask("203.0.113.99", "https://victim.example/c")).toBe(429);
});

test("one client cannot use up a callback host's budget", async () => {
  const { ask } = await startLimited(10);
  const statuses: number[] = [];
  for (let index = 0; index < 15; index += 1)
    statuses.push(await ask("203.0.113.1", `https://aggregator.example/${index}`));
  expect(statuses).toEqual([...Array(10).fill(202), ...Array(5).fill(429)]);
  expect(await ask("203.0.113.2", "https://aggregator.example/mine")).toBe(202);
});

test("renewals of what is subscribed have a budget of their own, which strangers cannot use up", async () => {
  const { hub, ask } = await startLimited(4);
  const subscriber = await newSubscriber({
    verification: (received, response) =>
      (received.query.get("hub.mode") === "subscribe" ? confirm : answer(404))(received, response),
  });
  expect(await ask("203.0.113.1", subscriber.callback)).toBe(202);
  await eventually(async () => (await hub.count()) === 1);
  // A crowd asks for other callbacks of that host until nothing is left.
  const crowd = Array.from({ length: 8 }, (_, index) => `198.51.100.${index}`);
  const statuses: number[] = [];
  for (const address of crowd) statuses.push(await ask(address, `${subscriber.origin}/${address}`));
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  // Strangers who know the callback cannot use up its own budget alone.
  for (let index = 0; index < 8; index += 1) await ask("198.51.100.200", subscriber.callback, "unsubscribe");
  expect(await ask("203.0.113.1", subscriber.callback)).toBe(202);
  expect(await ask("203.0.113.1", subscriber.callback, "unsubscribe")).toBe(202);
});

test("many networks of one IPv6 site have one budget together, twice that of each", async () => {
  const { ask } = await startLimited(3);
  const site = (network: number) => `2001:db8:77:${network.toString(16)}::1`;
  const statuses: number[] = [];
  for (let network = 0; network < 8; network += 1)
    statuses.push(await ask(site(network), `https://${network}.example/`));
  expect(statuses).toEqual([202, 202, 202, 202, 202, 202, 429, 429]);
  expect(await ask("2001:db8:78::1", "https://other-site.example/")).toBe(202);
});

test("a clock that is set an hour back or forward refuses nobody", async () => {
  const { time, ask } = await startLimited(5);
  let index = 0;
  for (const step of [0, -3_600_000, 7_200_000, -3_600_000]) {
    time.now += step;
    for (let round = 0; round < 2; round += 1) {
      expect(await ask(`203.0.113.${(index += 1)}`, `https://${index}.example/`), String(step)).toBe(202);
      expect(await ask(`203.0.113.250`, `https://x-${index}.example/`), String(step)).toBe(202);
      time.now += 12_000;
    }
  }
});

test("an IPv6 client is its /64 and belongs to its /48, an IPv4-mapped one its IPv4 address", () => {
  expect(clientKey("2001:db8:1:2::1")).toBe(clientKey("2001:db8:1:2:ffff::9"));
  expect(clientKey("2001:db8:1:2::1")).not.toBe(clientKey("2001:db8:1:3::1"));
  expect(networkKey("2001:db8:1:2::1")).toBe(networkKey("2001:db8:1:3::1"));
  expect(networkKey("2001:db8:1:2::1")).not.toBe(networkKey("2001:db8:2:2::1"));
  for (const key of [clientKey, networkKey]) expect(key("::ffff:192.0.2.1")).toBe("192.0.2.1");
});
