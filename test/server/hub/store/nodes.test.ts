import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { cleanUp, eventually, newSubscriber } from "../test-network.ts";
import { newDeployFile, startNode } from "../node.ts";
import { startPostgres } from "../postgres.ts";

let postgres: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
afterEach(cleanUp);
const startTwo = async () => {
  const deploy = newDeployFile("one");
  const databaseUrl = await postgres.newDatabase();
  const nodes = await Promise.all([startNode(deploy, databaseUrl), startNode(deploy, databaseUrl)]);
  return { deploy, databaseUrl, one: nodes[0], two: nodes[1] };
};

test("subscribe on one node, unsubscribe on the other", async () => {
  const { one, two } = await startTwo();
  const subscriber = await newSubscriber();
  expect(await one.subscribe(subscriber.callback)).toBe(202);
  await eventually(async () => (await two.count()) === 1);
  expect(await two.unsubscribe(subscriber.callback)).toBe(202);
  await eventually(async () => (await one.count()) === 0);
  expect(subscriber.verifications).toHaveLength(2);
});

test("two nodes share a fan-out, and each subscriber gets it once", async () => {
  const { deploy, one, two } = await startTwo();
  const subscriber = await newSubscriber();
  for (let index = 0; index < 200; index += 1) void one.subscribe(`${subscriber.callback}/${index}`);
  await eventually(async () => (await two.count()) === 200);
  subscriber.delivery = (_, response) => void setTimeout(() => response.writeHead(204).end(), 20);
  deploy.show("two");
  await Promise.all([one.publish(), two.publish()]);
  await subscriber.until(() => subscriber.deliveries.length >= 200);
  await eventually(async () => (await one.gauge("deliveries_pending")) === 0);
  expect(subscriber.deliveries).toHaveLength(200);
  expect(new Set(subscriber.deliveries.map(({ target }) => target)).size).toBe(200);
  expect(new Set(subscriber.deliveries.map(({ body }) => body.toString()))).toEqual(new Set([deploy.body()]));
});

test("when a node dies in a fan-out, the other takes its work over and nobody is left out", async () => {
  const { deploy, one, two } = await startTwo();
  const subscriber = await newSubscriber();
  for (let index = 0; index < 60; index += 1) void one.subscribe(`${subscriber.callback}/${index}`);
  await eventually(async () => (await two.count()) === 60);
  let slow = true;
  subscriber.delivery = (_, response) => void setTimeout(() => response.writeHead(204).end(), slow ? 400 : 0);
  deploy.show("two");
  await subscriber.until(() => subscriber.deliveries.length >= 20);
  await one.kill();
  slow = false;
  const served = () => new Set(subscriber.deliveries.map(({ target }) => target)).size;
  await subscriber.until(() => served() === 60);
  await eventually(async () => (await two.gauge("deliveries_pending")) === 0);
  expect(await two.count()).toBe(60);
});
