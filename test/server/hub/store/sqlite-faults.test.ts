import { existsSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { startReader } from "../innocent-reader.ts";
import { newDeployFile, startNode } from "../node.ts";
import { startSubscriber } from "../subscriber.ts";
import { fillSqlite } from "../subscriptions.ts";
import { cleanUp, eventually, later, newSqlite, pause, startHub } from "../test-network.ts";

afterEach(cleanUp);
const newSubscriber = async () => later(await startSubscriber(), (one) => one.stop());
const fileOf = (databaseUrl: string) => databaseUrl.slice("sqlite:".length);

test("another process that holds the file locked slows no reader, and what it held up is done afterwards", async () => {
  const databaseUrl = newSqlite();
  const node = await startNode(newDeployFile(), databaseUrl);
  const subscriber = await newSubscriber();
  const holder = later(new DatabaseSync(fileOf(databaseUrl)), (database) => database.close());
  holder.exec("begin immediate");
  const readers = [startReader(`${node.url}/manifest.json`), startReader(`${node.url}/metrics`)];
  const held = node.subscribe(subscriber.callback);
  await pause(1_500);
  holder.exec("rollback");
  expect(await held).toBe(202);
  await eventually(async () => (await node.count()) === 1);
  const [pages, metrics] = await Promise.all([
    readers[0]?.stop("beside a locked file"),
    readers[1]?.stop("/metrics beside a locked file"),
  ]);
  // Less than the file was locked for; the rest is what a busy machine takes.
  expect(pages?.worst).toBeLessThan(1_200);
  expect(pages?.median).toBeLessThan(50);
  expect(metrics?.worst).toBeLessThan(1_000);
});

test("a request is answered 503 within seconds while the file stays locked, however many wait", async () => {
  const databaseUrl = newSqlite();
  const node = await startNode(newDeployFile(), databaseUrl);
  const holder = later(new DatabaseSync(fileOf(databaseUrl)), (database) => database.close());
  holder.exec("begin immediate");
  const begun = Date.now();
  const statuses = await Promise.all(
    Array.from({ length: 20 }, (_, index) => node.subscribe(`https://127.0.0.1:9/${index}`)),
  );
  expect(new Set(statuses)).toEqual(new Set([503]));
  expect(Date.now() - begun).toBeLessThan(9_000);
  holder.exec("rollback");
  await eventually(async () => (await node.subscribe("https://127.0.0.1:9/late")) === 202);
});

test("100,000 subscriptions are not counted for each look at /metrics", async () => {
  const databaseUrl = newSqlite();
  const callbacks = Array.from({ length: 100_000 }, (_, index) => `https://s${index % 500}.example/${index}`);
  await fillSqlite(databaseUrl, callbacks);
  const node = await startNode(newDeployFile(), databaseUrl);
  await eventually(async () => (await node.count()) === callbacks.length);
  const readers = [startReader(`${node.url}/manifest.json`), startReader(`${node.url}/metrics`)];
  await pause(1_500);
  const [pages, metrics] = await Promise.all([
    readers[0]?.stop("beside /metrics of 100,000 subscriptions"),
    readers[1]?.stop("/metrics of 100,000 subscriptions"),
  ]);
  expect(metrics?.median).toBeLessThan(20);
  expect(pages?.median).toBeLessThan(20);
});

test("text that was erased is in none of the store's files a few seconds later", async () => {
  const databaseUrl = newSqlite();
  const hub = await startHub({ databaseUrl });
  const subscriber = await newSubscriber();
  await hub.subscribe(subscriber.callback);
  await eventually(async () => (await hub.count()) === 1);
  const marker = "Ms Erased of Elm Street wrote this";
  const isStored = () =>
    [fileOf(databaseUrl), `${fileOf(databaseUrl)}-wal`].some(
      (file) => existsSync(file) && readFileSync(file).includes(marker),
    );
  await hub.publish(`<entry>${marker.repeat(300)}</entry>`);
  await subscriber.until(() => subscriber.deliveries.length === 1);
  expect(isStored()).toBe(true);
  await hub.publish("<entry/>");
  await subscriber.until(() => subscriber.deliveries.length === 2);
  await eventually(() => !isStored(), 12_000);
});
