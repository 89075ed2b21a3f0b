import { type Generated, Kysely, PostgresDialect, type Transaction, sql } from "kysely";
import pg from "pg";
import { migrate } from "./migrations.ts";
import { openSqlite, sqliteDialect } from "./sqlite.ts";

export interface Tables {
  nodes: { id: string; host: string; pid: number; alive_until: number };
  notifications: {
    id: string;
    topic: string;
    sha256: string;
    type: string;
    body: Uint8Array;
    created_at: number;
  };
  topics: {
    topic: string;
    notification: string;
    sha256: string;
    version: string;
    notified: number;
    changed_at: number;
  };
  superseded: { topic: string; sha256: string; at: number };
  subscriptions: {
    id: string;
    topic: string;
    callback: string;
    origin: string;
    secret: string | null;
    lease_seconds: number;
    expires_at: number;
    failures: number;
    verified_at: number;
  };
  requests: {
    topic: string;
    callback: string;
    token: string;
    mode: "subscribe" | "unsubscribe" | "denied";
    origin: string;
    secret: string | null;
    lease_seconds: number;
    reason: string | null;
    asked: number;
    due_at: number;
    claimed_by: Generated<string | null>;
  };
  deliveries: {
    subscription: string;
    notification: string;
    topic: string;
    origin: string;
    attempts: number;
    due_at: number;
    not_before: number;
    claimed_by: Generated<string | null>;
  };
}

export type Change = Transaction<Tables>;

/** What differs between the two databases; everything else is one set of queries. */
export interface Engine {
  db: Kysely<Tables>;
  kind: "sqlite" | "postgres";
  /** Runs a transaction; a durable one has reached the disk when this resolves. */
  change<T>(durable: boolean, work: (change: Change) => Promise<T>): Promise<T>;
  /** Tells every node, this one included, that there is work. */
  announce(change: Change): Promise<void>;
  /** Calls back when some node has announced work. */
  listen(onWork: () => void): void;
  close(): Promise<void>;
}

const channel = "reviews_hub_work";

/** Opens the store; an error says what is wrong with it and what to do. */
export const openEngine = async (databaseUrl: string, onFault: (error: unknown) => void): Promise<Engine> => {
  const shown = databaseUrl.replace(/\/\/[^@/]*@/, "//…@");
  try {
    if (databaseUrl.startsWith("sqlite:")) return await openSqliteEngine(databaseUrl.slice("sqlite:".length));
    if (/^postgres(ql)?:\/\//.test(databaseUrl)) return await openPostgresEngine(databaseUrl, onFault);
  } catch (error) {
    throw new Error(
      `The hub's store ${shown} cannot be used: ${error instanceof Error ? error.message : String(error)}. ` +
        "Mend it or restore a backup, or set DATABASE_URL to another store; nothing was reset.",
      { cause: error },
    );
  }
  throw new Error(`DATABASE_URL must begin with sqlite: or postgres://, got ${shown}`);
};

const openSqliteEngine = async (file: string): Promise<Engine> => {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(openSqlite(file)) });
  let onWork = () => {};
  const change: Engine["change"] = (durable, work) =>
    db.connection().execute(async (connection) => {
      await sql.raw(`pragma synchronous = ${durable ? "full" : "normal"}`).execute(connection);
      return connection.transaction().execute(work);
    });
  const engine: Engine = {
    db,
    kind: "sqlite",
    change,
    announce: async () => queueMicrotask(onWork),
    listen: (listener) => void (onWork = listener),
    close: () => db.destroy(),
  };
  return checked(engine, "blob");
};

const openPostgresEngine = async (url: string, onFault: (error: unknown) => void): Promise<Engine> => {
  // Times and counts are bigints, which pg would give as text.
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: url, max: 8, types, connectionTimeoutMillis: 5_000 });
  pool.on("error", onFault);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const once = <T>(durable: boolean, work: (change: Change) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (change) => {
      if (!durable) await sql`set local synchronous_commit to off`.execute(change);
      return work(change);
    });
  const listener = createListener(url, onFault);
  const engine: Engine = {
    db,
    kind: "postgres",
    change: async (durable, work) => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await once(durable, work);
        } catch (error) {
          // Two nodes can lock the same rows in another order; PostgreSQL then undoes one of them.
          if (attempt === 5 || !["40P01", "40001"].includes((error as { code?: string }).code ?? ""))
            throw error;
        }
      }
    },
    announce: async (change) => void (await sql`select pg_notify(${channel}, '')`.execute(change)),
    listen: (onWork) => listener.start(onWork),
    close: async () => {
      await listener.close();
      await db.destroy();
    },
  };
  return checked(engine, "bytea");
};

/** A connection that only listens, and comes back when it is lost. */
const createListener = (url: string, onFault: (error: unknown) => void) => {
  let client: pg.Client | undefined;
  let closed = false;
  const connect = async (onWork: () => void): Promise<void> => {
    if (closed) return;
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    client = next;
    let lost = false;
    const again = (error?: unknown): void => {
      if (lost) return;
      lost = true;
      if (closed) return;
      onFault(error ?? new Error("the connection that listens for work was closed"));
      void next.end();
      setTimeout(() => void connect(onWork), 1_000).unref();
    };
    next.on("error", again);
    next.on("end", () => again());
    next.on("notification", onWork);
    try {
      await next.connect();
      await next.query(`listen ${channel}`);
      onWork();
    } catch (error) {
      again(error);
    }
  };
  return {
    start: (onWork: () => void) => void connect(onWork),
    close: async () => {
      closed = true;
      await client?.end().catch(() => {});
    },
  };
};

/** Makes the tables, and writes once: a store that can be read only is found at the start, not at the first request. */
const checked = async (engine: Engine, bytes: "blob" | "bytea"): Promise<Engine> => {
  try {
    await migrate(engine.db as unknown as Kysely<never>, bytes);
    await engine.change(true, () => Promise.resolve());
    return engine;
  } catch (error) {
    await engine.close().catch(() => {});
    throw error;
  }
};
