import { Kysely, PostgresDialect, type RawBuilder, type Transaction, sql } from "kysely";
import pg from "pg";
import { createListener } from "./listener.ts";
import { migrate } from "./migrations.ts";
import type { Tables } from "./tables.ts";
import { openSqlite, sqliteDialect } from "./sqlite.ts";

export type Change = Transaction<Tables>;

/** What differs between the two databases; everything else is one set of queries. */
export interface Engine {
  db: Kysely<Tables>;
  kind: "sqlite" | "postgres";
  /** Runs a transaction; a durable one has reached the disk when this resolves. */
  change<T>(durable: boolean, work: (change: Change) => Promise<T>): Promise<T>;
  /** What follows a column that is one of these texts, in a query whose text stays the same however many there are. */
  among(values: readonly string[]): RawBuilder<string>;
  /** What a claiming query ends with, so that nodes do not wait for each other's rows. */
  claiming: RawBuilder<unknown>;
  /** Tells every node, this one included, that there is work. */
  announce(change: Change): Promise<void>;
  /** Calls back when some node has announced work. */
  listen(onWork: () => void): void;
  close(): Promise<void>;
}

/** PostgreSQL cannot tell the type of a number that stands alone in an expression. */
export const bigint = (value: number) => sql<number>`cast(${value} as bigint)`;

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
    among: (values) => sql`in (select value from json_each(${JSON.stringify(values)}))`,
    claiming: sql``,
    announce: async () => queueMicrotask(onWork),
    listen: (listener) => void (onWork = listener),
    close: () => db.destroy(),
  };
  return checked(engine);
};

const openPostgresEngine = async (url: string, onFault: (error: unknown) => void): Promise<Engine> => {
  // Times and counts are bigints, which pg would give as text.
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  const pool = new pg.Pool({ connectionString: url, max: 8, types, connectionTimeoutMillis: 5_000 });
  let closed = false;
  const fault = (error: unknown) => {
    if (!closed) onFault(error);
  };
  pool.on("error", fault);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const once = <T>(durable: boolean, work: (change: Change) => Promise<T>): Promise<T> =>
    db.transaction().execute(async (change) => {
      if (!durable) await sql`set local synchronous_commit to off`.execute(change);
      return work(change);
    });
  const listener = createListener(url, channel, fault);
  const engine: Engine = {
    db,
    kind: "postgres",
    among: (values) => sql`= any(${values}::text[])`,
    claiming: sql`for update skip locked`,
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
      closed = true;
      await listener.close();
      await db.destroy();
    },
  };
  return checked(engine);
};

/** Makes the tables, and writes once: a store that can be read only is found at the start, not at the first request. */
const checked = async (engine: Engine): Promise<Engine> => {
  try {
    await migrate(engine.db as unknown as Kysely<never>, engine.kind);
    await engine.change(true, () => Promise.resolve());
    return engine;
  } catch (error) {
    await engine.close().catch(() => {});
    throw error;
  }
};
