import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test } from "vitest";
import { newDeployFile, startNode } from "../node.ts";
import { fillSqlite } from "../subscriptions.ts";
import {
  cleanUp,
  eventually,
  later,
  newFolder,
  newSqlite,
  startHub,
  newSubscriber,
} from "../test-network.ts";

afterEach(cleanUp);
const fileOf = (databaseUrl: string) => databaseUrl.slice("sqlite:".length);

/** Milliseconds until an address is read whole. */
const read = async (url: string): Promise<number> => {
  const begun = performance.now();
  await (await fetch(url)).arrayBuffer();
  return performance.now() - begun;
};

test("another process that holds the file locked holds up no reader, and what it held up is done afterwards", async () => {
  const databaseUrl = newSqlite();
  const node = await startNode(newDeployFile(), databaseUrl, { COUNT_MS: "250" });
  const subscriber = await newSubscriber();
  const holder = later(new DatabaseSync(fileOf(databaseUrl), { timeout: 5_000 }), (database) =>
    database.close(),
  );
  /** Whether so many reads end before a request that waits for the file; whoever waits as well ends after it. */
  const canRead = async (path: string, times: number): Promise<boolean> => {
    const state = { isHeld: true };
    holder.exec("begin immediate");
    const held = node.subscribe(subscriber.callback).finally(() => (state.isHeld = false));
    for (let time = 0; time < times && state.isHeld; time += 1) await read(node.url + path);
    const { isHeld } = state;
    holder.exec("rollback");
    return (await held) === 202 && isHeld;
  };
  // The request waits for seconds: a machine on which twenty reads take longer has another try.
  await eventually(() => canRead("/manifest.json", 20));
  await eventually(() => canRead("/metrics", 3));
  await eventually(async () => (await node.count()) === 1);
});

test("a request is answered 503 within seconds while the file stays locked, however many wait", async () => {
  const databaseUrl = newSqlite();
  const node = await startNode(newDeployFile(), databaseUrl);
  const holder = later(new DatabaseSync(fileOf(databaseUrl), { timeout: 5_000 }), (database) =>
    database.close(),
  );
  holder.exec("begin immediate");
  const statuses: (number | undefined)[] = [];
  const answeredAfter = async (): Promise<number> => {
    const begun = Date.now();
    const asked = Array.from({ length: 20 }, (_, index) => node.subscribe(`https://127.0.0.1:9/${index}`));
    statuses.push(...(await Promise.all(asked)));
    return Date.now() - begun;
  };
  // Half of what they would take one after the other; a machine that is too busy has another try.
  await expect.poll(answeredAfter, { timeout: 300_000 }).toBeLessThan(20_000);
  expect(new Set(statuses)).toEqual(new Set([503]));
  holder.exec("rollback");
  await eventually(async () => (await node.subscribe("https://127.0.0.1:9/late")) === 202);
});

test("100,000 subscriptions are not counted for each look at /metrics", async () => {
  const databaseUrl = newSqlite();
  const callbacks = Array.from({ length: 100_000 }, (_, index) => `https://s${index % 500}.example/${index}`);
  await fillSqlite(databaseUrl, callbacks);
  const node = await startNode(newDeployFile(), databaseUrl);
  await eventually(async () => (await node.count()) === callbacks.length);
  const quickest = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let time = 0; time < 20; time += 1) times.push(await read(node.url + path));
    return Math.min(...times);
  };
  // To count them takes many times as long as to read a page.
  await eventually(async () => (await quickest("/metrics")) < 5 * (await quickest("/manifest.json")));
});

test("text that was erased is in none of the store's files a few seconds later", async () => {
  const databaseUrl = newSqlite();
  const hub = await startHub({ databaseUrl });
  const subscriber = await hub.join();
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
  await eventually(() => !isStored());
});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test("nobody but its owner can read the store, its log or its folder, also one that was left open to all", async () => {
  const folder = newFolder();
  const made = join(folder, "new", "hub.sqlite");
  const old = join(folder, ".data", "hub.sqlite");
  mkdirSync(join(folder, ".data"), { mode: 0o755 });
  chmodSync(join(folder, ".data"), 0o755);
  new DatabaseSync(old).exec(
    "pragma journal_mode = wal; create table hub_migrations (name text, timestamp text)",
  );
  for (const path of [old, `${old}-wal`, `${old}-shm`]) chmodSync(path, 0o644);
  for (const file of [made, old]) {
    await startHub({ databaseUrl: `sqlite:${file}` });
    expect([file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(["600", "600", "600"]);
    expect(modeOf(join(file, ".."))).toBe("700");
  }
  // A folder that was there before may be shared; a file that is not ours stays as it is.
  chmodSync(folder, 0o755);
  await startHub({ databaseUrl: `sqlite:${join(folder, "hub.sqlite")}` });
  const foreign = join(folder, "foreign.sqlite");
  new DatabaseSync(foreign).exec("create table posts (id integer)");
  chmodSync(foreign, 0o644);
  await expect(startHub({ databaseUrl: `sqlite:${foreign}` })).rejects.toThrow("another program");
  expect([folder, foreign].map(modeOf)).toEqual(["755", "644"]);
});
