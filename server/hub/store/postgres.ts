import { codeOf } from "../../../src/schema/errors.ts";
import { Kysely, PostgresDialect, type PostgresPool, type PostgresQueryResult, sql } from "kysely";
import { Socket } from "node:net";
import pg from "pg";
import type { Database } from "./database.ts";
import { createListener } from "./listener.ts";
import type { Tables } from "./tables.ts";

/** Longest wait for a connection, and for the answer to a query; the server gives a query up a little sooner. */
const connectMs = 3_000;
const answerMs = 4_000;
const statementMs = 3_500;
/** More than the hub's parts can use at once: a query that is stuck never keeps another from a connection. */
const mostConnections = 12;

const channel = "reviews_hub_work";

/** What each session begins with. `idle_in_transaction…` frees the rows of a node that fell silent. */
const sessionSettings = `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = 10000;
  select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'`;

/** Did the server itself say what was wrong? Otherwise the connection is of no more use. */
const isServerError = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && error.code !== undefined;

/** The longest wait for connections to be closed in good order. */
const closeMs = 1_000;

const createPool = (connectionString: string) => {
  const sockets = new Set<Socket>();
  // Times and counts are bigints, which pg would give as text.
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  const pool = new pg.Pool({
    connectionString,
    stream: () => {
      const socket = new Socket();
      sockets.add(socket);
      return socket.once("close", () => sockets.delete(socket));
    },
    types,
    max: mostConnections,
    connectionTimeoutMillis: connectMs,
    query_timeout: answerMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // oxlint-disable-next-line no-misused-promises -- the pool waits for it, though its types do not say so
    onConnect: (client) => client.query(sessionSettings),
  });
  // A connection that dies tells whoever uses it; without a listener it would end the process as well.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const end = async (): Promise<void> => {
    // A silent server does not take leave.
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeMs);
    await pool.end();
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  };
  return { pool, end };
};

/** The pool as Kysely uses it: a connection that failed is closed, and `begin` is what it says. */
const toKyselyPool = (pool: pg.Pool, begin: string): PostgresPool => ({
  options: pool.options,
  connect: async () => {
    const client = await pool.connect();
    let broken = false;
    const query = async <R>(text: string, values?: readonly unknown[]): Promise<PostgresQueryResult<R>> => {
      if (broken) throw new Error("the connection has failed");
      try {
        if (text === "begin") return (await client.query(begin)) as unknown as PostgresQueryResult<R>;
        return (await client.query(text, values as unknown[])) as unknown as PostgresQueryResult<R>;
      } catch (error) {
        broken = !isServerError(error);
        throw error;
      }
    };
    return {
      query: query as never,
      release: (destroy) => client.release(destroy === true || broken),
    };
  },
  end: () => Promise.resolve(),
});

/**
 * connection, resources, operator (restarts, starting up), system error, object in use, read-only (a server that is
 * not the primary yet), lock and statement timeouts: all of them end.
 */
const awayCodes = /^(08|53|57|58|55|40)|^25006$/;

export const openPostgres = (url: string): Database => {
  const { pool, end } = createPool(url);
  const database = (begin: string) =>
    new Kysely<Tables>({ dialect: new PostgresDialect({ pool: toKyselyPool(pool, begin) }) });
  const listener = createListener(url, channel);
  return {
    kind: "postgres",
    durable: database("begin"),
    relaxed: database("begin; set local synchronous_commit to off"),
    among: (values) => sql`= any(${values}::text[])`,
    rows: (values) => {
      const [texts1, texts2] = [values.map(({ texts }) => texts[0]), values.map(({ texts }) => texts[1])];
      const [numbers1, numbers2] = [
        values.map(({ numbers }) => numbers[0]),
        values.map(({ numbers }) => numbers[1]),
      ];
      return sql`(select * from unnest(${texts1}::text[], ${texts2}::text[], ${numbers1}::bigint[], ${numbers2}::bigint[])
        as given (text1, text2, number1, number2))`;
    },
    claiming: sql`for update skip locked`,
    announce: async (change) => void (await sql`select pg_notify(${channel}, '')`.execute(change)),
    listen: (onWork) => listener.start(onWork),
    purge: () => Promise.resolve(),
    close: async () => {
      listener.close();
      await end();
    },
    isAway: (error) => (isServerError(error) ? awayCodes.test(error.code ?? "") : isConnectionError(error)),
    isWorthRepeating: (error) =>
      isServerError(error) ? repeatableCodes.has(error.code ?? "") : isConnectionLost(error),
  };
};

/** Two nodes locked the same rows in another order, and PostgreSQL undid one of them; or it ended the connection. */
const repeatableCodes = new Set(["40P01", "40001", "57P01"]);

/** A connection that broke says nothing of the next one; each transaction may be done twice. */
const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error &&
  (error.message.startsWith("Connection terminated unexpectedly") ||
    Reflect.get(error, "code") === "ECONNRESET");

/** What pg and Node say of connections that cannot be made, or broke; wrong passwords and certificates are no such thing. */
const isConnectionError = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? "";
  return (
    /^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|EADDRNOTAVAIL|ENOENT)/.test(code) ||
    /timeout|terminated|not queryable|connection has failed|ended/i.test(error.message)
  );
};
