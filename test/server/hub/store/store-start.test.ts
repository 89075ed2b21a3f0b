import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeAll, describe, expect, inject, test } from "vitest";
import { createEngine } from "../../../../server/hub/store/engine.ts";
import { askHub } from "../ask.ts";
import { type RunningServer, startInVain, startServer } from "../../start-server.ts";
import { startPostgres } from "../postgres.ts";
import { freePort } from "../../../../scripts/free-port.ts";
import { cleanUp, eventually, later, newFolder, startHub } from "../test-network.ts";
import { words } from "../../words.ts";

afterEach(cleanUp);
const start = async (env: Record<string, string>): Promise<RunningServer> =>
  later(await startServer({ env: { DIST: inject("dist"), ...env } }), (server) => server.stop());

const statusOf = async (url: string) => (await fetch(url)).status;

/** All reading works, and the hub says when to come again. */
const expectReadingOnly = async ({ url }: RunningServer): Promise<void> => {
  const paths = words("/api/reviews/search /api/reviews/since/2020-01-01 /reviews.json /feed.xml /healthz");
  expect(await Promise.all(paths.map((path) => statusOf(url + path)))).toEqual(paths.map(() => 200));
  const refused = await askHub(url);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "30"]);
  expect(await statusOf(`${url}/readyz`)).toBe(503);
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toContain("reviews_hub_store_up 0");
};

const expectWorking = async ({ url }: RunningServer): Promise<void> => {
  await eventually(async () => (await statusOf(`${url}/readyz`)) === 200);
  expect((await askHub(url)).status).toBe(202);
};

test("stores that are opened by several at the same moment are made once", async () => {
  for (let round = 0; round < 5; round += 1) {
    const file = join(newFolder(), "hub.sqlite");
    const events = { onAway: () => {}, onBack: () => {} };
    const engines = [0, 1, 2, 3].map(() => createEngine(`sqlite:${file}`, events));
    const opened = await Promise.allSettled(engines.map((engine) => engine.prepare()));
    expect(opened.map(({ status }) => status)).toEqual(opened.map(() => "fulfilled"));
    await Promise.all(engines.map((engine) => engine.close()));
  }
});

describe("a store that cannot work stops the start before the port is opened, and stays as it was:", () => {
  const stores: [string, (file: string) => Promise<void> | void, RegExp][] = [
    ["text", (file) => writeFileSync(file, "A letter to my aunt. ".repeat(400)), /not a database/],
    [
      "another program's database",
      (file) => {
        const database = new DatabaseSync(file);
        database.exec("create table posts (id integer primary key, title text)");
        database.close();
      },
      /another program.*posts/,
    ],
    [
      "a table of ours that lost a column",
      async (file) => {
        await (await startHub({ databaseUrl: `sqlite:${file}` })).close();
        const database = new DatabaseSync(file);
        database.exec("alter table subscriptions rename column origin to place");
        database.close();
      },
      /origin/,
    ],
    [
      "a newer version's",
      async (file) => {
        await (await startHub({ databaseUrl: `sqlite:${file}` })).close();
        const database = new DatabaseSync(file);
        database.exec("insert into hub_migrations (name, timestamp) values ('9999-future', '2099-01-01')");
        database.close();
      },
      /newer version.*9999-future/,
    ],
    [
      "one with damaged pages",
      async (file) => {
        await (await startHub({ databaseUrl: `sqlite:${file}` })).close();
        const bytes = readFileSync(file);
        for (let page = 1; page * 4096 < bytes.length; page += 1)
          bytes.fill(255, page * 4096, page * 4096 + 60);
        writeFileSync(file, bytes);
      },
      /damaged|malformed/,
    ],
  ];

  test.each(stores)("%s", async (_, make, reason) => {
    const file = join(newFolder(), "hub.sqlite");
    await make(file);
    const before = readFileSync(file);
    const PORT = String(await freePort());
    const { code, errors } = await startInVain({
      env: { DIST: inject("dist"), PORT, DATABASE_URL: `sqlite:${file}` },
    });
    expect(code).toBe(1);
    expect(errors).toMatch(/^cannot start: [^\n]+ cannot be used: [^\n]+nothing was reset\.\n$/);
    expect(errors).toMatch(reason);
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("a store that may come back leaves all reading up:", () => {
  test("a file that another process holds, at the start and later", async () => {
    const file = join(newFolder(), "hub.sqlite");
    await (await startHub({ databaseUrl: `sqlite:${file}` })).close();
    // The hub may be writing when the file is to be held: wait for it.
    const holder = later(new DatabaseSync(file, { timeout: 5_000 }), (database) => database.close());
    holder.exec("begin immediate");
    const server = await start({ DATABASE_URL: `sqlite:${file}` });
    await expectReadingOnly(server);
    holder.exec("rollback");
    await expectWorking(server);
    expect(server.log.filter(({ event }) => event === "hub.store.away")).toHaveLength(1);
    holder.exec("begin immediate");
    await expectReadingOnly(server);
    holder.exec("rollback");
    await expectWorking(server);
  });

  test("PostgreSQL that is not there yet", async () => {
    const postgres = later(await startPostgres(), (one) => one.stop());
    const databaseUrl = await postgres.newDatabase();
    await postgres.halt();
    const server = await start({ DATABASE_URL: databaseUrl });
    await expectReadingOnly(server);
    await postgres.resume();
    await expectWorking(server);
  });

  test("PostgreSQL that takes connections and says nothing, which holds up neither the start nor /readyz", async () => {
    let connections = 0;
    const silent = later(
      createServer(() => (connections += 1)).listen(0, "127.0.0.1"),
      (one) => void one.close(),
    );
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const server = await start({ DATABASE_URL: `postgres://127.0.0.1:${port}/hub` });
    // Each attempt to connect takes three seconds: one is enough, and on a slow machine the next may have begun.
    const atStart = connections;
    expect(atStart).toBeLessThanOrEqual(2);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(connections - atStart).toBeLessThanOrEqual(2);
    await expectReadingOnly(server);
  });
});

/** Mounts of its own, where the system lets us have them. */
const canMount = spawnSync("unshare", ["-rm", "true"]).status === 0;

describe.skipIf(!canMount)("a file system of its own", () => {
  let folder = "";
  beforeAll(() => expect(existsSync(inject("dist"))).toBe(true));

  /** The server on a small disk; `do.NAME` in the folder runs a command there. */
  const startOnDisk = async (prepare: string) => {
    folder = newFolder();
    const commands: Record<string, string> = {
      "read-only": "mount -o remount,ro disk",
      writable: "mount -o remount,rw disk",
      full: "dd if=/dev/zero of=disk/filler bs=4096 2>/dev/null",
      roomy: "rm -f disk/filler",
    };
    const cases = Object.entries(commands)
      .map(([name, command]) => `if [ -e do.${name} ]; then ${command}; rm do.${name}; fi`)
      .join("; ");
    const script = join(folder, "start.sh");
    writeFileSync(
      script,
      `cd ${folder}; mkdir disk; mount -t tmpfs -o size=600k tmpfs disk; ${prepare}
       node="$1"; shift; (while [ -e start.sh ]; do ${cases}; sleep 0.05; done) & cd - >/dev/null; exec "$node" "$@"`,
    );
    const server = later(
      await startServer({
        env: { DIST: inject("dist"), DATABASE_URL: `sqlite:${folder}/disk/hub.sqlite` },
        command: ["unshare", "-rm", "sh", script],
      }),
      async (one) => {
        rmSync(script);
        await one.stop();
      },
    );
    const run = async (name: keyof typeof commands): Promise<void> => {
      const flag = join(folder, `do.${name}`);
      writeFileSync(flag, "");
      await eventually(() => !existsSync(flag));
    };
    return { server, run };
  };

  test("that is read-only at the start and becomes writable, and the other way round", async () => {
    const { server, run } = await startOnDisk("mount -o remount,ro disk");
    await expectReadingOnly(server);
    await run("writable");
    await expectWorking(server);
  });

  test("that is full at the start and has room again", async () => {
    const { server, run } = await startOnDisk("dd if=/dev/zero of=disk/filler bs=4096 2>/dev/null;");
    await expectReadingOnly(server);
    await run("roomy");
    await expectWorking(server);
  });
});
