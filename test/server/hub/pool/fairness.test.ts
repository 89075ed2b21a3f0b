import { afterEach, expect, test } from "vitest";
import { createAuthority } from "../certificates.ts";
import { cleanUp, eventually, startHub, newSubscriber } from "../test-network.ts";
import { type Answering, silence } from "../subscriber.ts";

afterEach(cleanUp);

test("tarpits, dripping bodies, endless answers and broken TLS do not hold up the others", async () => {
  const hub = await startHub({ timeoutMs: 60_000, retrySeconds: [600, 600] });
  const drip: Answering = (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 50);
    response.on("close", () => clearInterval(timer));
  };
  const endless: Answering = (_, response) => {
    response.writeHead(200);
    const more = (): void => {
      if (response.closed) return;
      if (response.write("x".repeat(65_536))) setImmediate(more);
      else response.once("drain", more);
    };
    more();
  };
  const bad = [
    ...Array.from({ length: 30 }, () => silence),
    ...Array.from({ length: 5 }, () => drip),
    ...Array.from({ length: 5 }, () => endless),
  ];
  const tarpits = await Promise.all(bad.map((delivery) => newSubscriber({ delivery })));
  const crowd = await newSubscriber({ delivery: silence });
  const good = await Promise.all(Array.from({ length: 10 }, () => newSubscriber()));
  const broken = await newSubscriber();
  for (const { callback } of [...tarpits, broken]) await hub.subscribe(callback);
  for (let index = 0; index < 300; index += 1) void hub.subscribe(`${crowd.callback}/${index}`);
  await eventually(async () => (await hub.count()) === bad.length + 301);
  for (const { callback } of good) await hub.subscribe(callback);
  await eventually(async () => (await hub.count()) === bad.length + 301 + good.length);
  await broken.stop();
  await newSubscriber({ port: broken.port, identity: createAuthority().certify(["x"], []) });

  await hub.publish("content");
  await Promise.all(good.map((one) => one.until(() => one.deliveries.length === 1)));
  // The tarpits are still at it, and no limit for one origin was passed.
  const silent = tarpits.filter(({ delivery }) => delivery === silence);
  await Promise.all(silent.map((one) => one.until(() => one.deliveries.length === 1)));
  expect(await hub.gauge("deliveries_running")).toBeGreaterThan(30);
  expect(crowd.deliveries.length).toBeLessThanOrEqual(16);

  // Verification has slots of its own.
  const late = await newSubscriber();
  await hub.subscribe(late.callback);
  await late.until(() => late.verifications.length === 1);
  expect(await hub.gauge("deliveries_running")).toBeGreaterThan(30);
});

test("a tarpit in the verification does not hold up other verifications", async () => {
  const hub = await startHub({ timeoutMs: 60_000 });
  const tarpit = await newSubscriber({ verification: silence });
  for (let index = 0; index < 100; index += 1) void hub.subscribe(`${tarpit.callback}/${index}`);
  await tarpit.until(() => tarpit.verifications.length > 0);
  const good = await newSubscriber();
  await hub.subscribe(good.callback);
  await eventually(async () => (await hub.count()) === 1);
  expect(tarpit.verifications.length).toBeLessThanOrEqual(4);
});

test("one topic and callback has one verification under way, however often it is asked for", async () => {
  const hub = await startHub({ timeoutMs: 60_000 });
  const tarpit = await newSubscriber({ verification: silence });
  for (let index = 0; index < 10; index += 1)
    await hub.subscribe(tarpit.callback, { "hub.secret": String(index) });
  await tarpit.until(() => tarpit.verifications.length === 1);
  expect(await hub.gauge("verifications_pending")).toBe(1);
});

test("a subscriber that answers and hangs up at once is no failure", async () => {
  const hub = await startHub();
  const subscriber = await newSubscriber({
    delivery: (_, response) => {
      response.writeHead(204, { connection: "close" }).end(() => response.socket?.destroy());
    },
  });
  for (let index = 0; index < 40; index += 1) await hub.subscribe(`${subscriber.callback}/${index}`);
  await eventually(async () => (await hub.count()) === 40);
  await hub.publish("content");
  await eventually(async () => (await hub.gauge("deliveries_pending")) === 0);
  expect(subscriber.deliveries).toHaveLength(40);
  expect(hub.lines.filter(({ event }) => event === "hub.delivery.failed")).toEqual([]);
});
