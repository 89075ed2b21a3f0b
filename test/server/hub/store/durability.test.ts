import { copyFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { raw } from "../../../../server/hub/store/database.ts";
import { cleanUp, eventually, newSqlite, pause, startHub, newSubscriber } from "../test-network.ts";
import { newDeployFile, startNode } from "../node.ts";
import { createRandom } from "../../../../src/schema/lists.ts";

afterEach(cleanUp);

test("ten kills at random moments of a fan-out to 100 subscribers lose nothing and deliver nothing old", async () => {
  const random = createRandom(20_260_501);
  const deploy = newDeployFile("version 0");
  const databaseUrl = newSqlite();
  const subscriber = await newSubscriber();
  const callbacks = Array.from({ length: 100 }, (_, index) => `${subscriber.origin}/${index}`);
  let node = await startNode(deploy, databaseUrl);
  await Promise.all(callbacks.map((callback) => node.subscribe(callback)));
  await eventually(async () => (await node.count()) === 100);

  // Content replaced before a process started may never arrive from that process.
  const latest = new Map<string, number>();
  let lowest = 0;
  subscriber.delivery = ({ body, target }, response) => {
    const version = Number(body.toString().split("version ")[1]);
    expect(body.toString()).toContain("/feed.xml\nversion ");
    expect(version).toBeGreaterThanOrEqual(lowest);
    expect(version).toBeGreaterThanOrEqual(latest.get(target) ?? 0);
    latest.set(target, version);
    setTimeout(() => response.writeHead(204).end(), random() * 20);
  };
  let version = 0;
  for (let round = 1; round <= 10; round += 1) {
    // Some kills hit the enqueuing, some the deliveries, some a hub that has just come back.
    if (random() < 0.7) {
      version += 1;
      deploy.show(`version ${version}`);
      void node.publish();
    }
    await pause(random() * 120);
    await node.kill();
    // Requests of the dead process may still be on their way.
    await eventually(() => subscriber.open() === 0);
    node = await startNode(deploy, databaseUrl);
    lowest = version;
  }
  version += 1;
  deploy.show(`version ${version}`);
  await node.publish();
  await eventually(() => callbacks.every((_, index) => latest.get(`/${index}`) === version));
  await eventually(async () => (await node.gauge("deliveries_pending")) === 0);
  expect(await node.count()).toBe(100);
});

test("killed at any commit from the request to the last delivery, the hub loses nothing it has accepted", async () => {
  // The first start makes the tables; the faults are in what follows.
  const made = newSqlite();
  await (await startNode(newDeployFile("one"), made)).kill("SIGTERM");

  /** Lives through one death, and says whether the hub died at all. */
  const live = async (fault: string): Promise<boolean> => {
    const deploy = newDeployFile("one");
    const databaseUrl = newSqlite();
    copyFileSync(made.slice("sqlite:".length), databaseUrl.slice("sqlite:".length));
    const subscriber = await newSubscriber();
    let node = await startNode(deploy, databaseUrl, { FAULT: fault });
    const untilDeath = (what: Promise<unknown>) => Promise.race([what.catch(() => {}), node.gone]);
    const accepted = node.started && (await node.subscribe(subscriber.callback)) === 202;
    await untilDeath(eventually(async () => (await node.count()) === 1));
    deploy.show("two");
    if (node.alive()) await untilDeath(node.publish());
    if (node.alive()) await untilDeath(subscriber.until(() => subscriber.deliveries.length > 0));
    if (node.alive())
      await untilDeath(eventually(async () => (await node.gauge("deliveries_pending")) === 0));
    const died = !node.alive();
    await node.kill();
    node = await startNode(deploy, databaseUrl);
    if (!accepted) expect(await node.subscribe(subscriber.callback)).toBe(202);
    await eventually(async () => (await node.count()) === 1);
    const bodies = () => subscriber.deliveries.map(({ body }) => body.toString());
    // The change may have been recorded before there was a subscription: then it has nothing to send.
    if (await node.gauge("deliveries_pending")) await eventually(() => bodies().includes(deploy.body()));
    deploy.show("three");
    await node.publish();
    await eventually(() => bodies().at(-1) === deploy.body());
    await node.kill();
    return died;
  };

  let commit = 1;
  while ((await Promise.all([live(`before:${commit}`), live(`after:${commit}`)])).includes(true)) commit += 1;
  expect(commit).toBeGreaterThan(8);
});

test("an attempt cut by the hub's own death does not count", async () => {
  const deploy = newDeployFile("one");
  const databaseUrl = newSqlite();
  const subscriber = await newSubscriber();
  let node = await startNode(deploy, databaseUrl);
  await node.subscribe(subscriber.callback);
  await eventually(async () => (await node.count()) === 1);
  subscriber.delivery = () => {};
  deploy.show("two");
  for (let round = 1; round <= 4; round += 1) {
    await subscriber.until(() => subscriber.deliveries.length === round);
    await node.kill();
    node = await startNode(deploy, databaseUrl);
  }
  await subscriber.until(() => subscriber.deliveries.length === 5);
  expect(await node.count()).toBe(1);
  expect(new Set(subscriber.deliveries.map(({ headers }) => headers["x-hub-delivery"])).size).toBe(1);
});

test("a store of another kind is refused", async () => {
  await expect(startHub({ databaseUrl: "mysql://x" })).rejects.toThrow(
    /must begin with sqlite: or postgres:/,
  );
});

test("on a full disk requests are answered 503; with room again, all that was accepted is there and goes on", async () => {
  const hub = await startHub();
  const allowPages = (count: number) =>
    hub.store.engine.read((db) => db.rows`pragma max_page_count = ${raw(String(count))}`);
  const subscriber = await hub.join();

  // SQLite itself now refuses to grow, in the middle of whatever transaction needs another page.
  await allowPages(1);
  let accepted = 1;
  let refused: Response | undefined;
  while (refused === undefined && accepted < 1_000) {
    const response = await hub.subscribe(`${subscriber.callback}?${"x".repeat(1_500)}${accepted}`);
    if (response.status === 202) accepted += 1;
    else refused = response;
  }
  expect([refused?.status, refused?.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await refused?.text()).toContain("cannot store");
  const big = "content ".repeat(10_000);
  expect((await hub.publish(big)).status).toBe(503);
  expect(subscriber.deliveries).toEqual([]);

  await allowPages(1_000_000);
  await eventually(async () => (await hub.count()) === accepted);
  expect((await hub.publish(big)).status).toBe(202);
  await subscriber.until(() => subscriber.deliveries.length === accepted);
  expect(new Set(subscriber.deliveries.map(({ body }) => body.toString()))).toEqual(new Set([big]));
  expect(new Set(subscriber.deliveries.map(({ target }) => target)).size).toBe(accepted);
});
