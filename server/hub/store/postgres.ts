import { Socket } from "node:net";
import pg from "pg";
import { codeOf } from "../../../src/schema/errors.ts";
import { createDb, type Database, type Dialect, type Mode, type Parameter, sql } from "./database.ts";

/** Longest wait for a connection, and for the answer to a query; the server gives a query up a little sooner. */
const connectMs = 3_000;
const answerMs = 4_000;
const statementMs = 3_500;
/** More than the hub's parts can use at once: a query that is stuck never keeps another from a connection. */
const maxConnections = 12;

/** Settings of each session. `idle_in_transaction…` frees the rows of a node that fell silent. */
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
    max: maxConnections,
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
    // A dead server never answers the close.
    const timer = setTimeout(() => {
      for (const socket of sockets) socket.destroy();
    }, closeMs);
    await pool.end();
    clearTimeout(timer);
    for (const socket of sockets) socket.destroy();
  };
  return { pool, end };
};

/**
 * connection, resources, operator (restarts, starting up), system error, object in use, read-only (a server that is
 * not the primary yet), lock and statement timeouts: all of them end.
 */
const awayCodes = /^(08|53|57|58|55|40)|^25006$/;

const dialect: Dialect = {
  kind: "postgres",
  placeholder: (index) => `$${index}`,
  among: (values) => sql`= any(${values}::text[])`,
  forUpdate: sql`for update`,
  skipLocked: sql`for update skip locked`,
};

const beginnings: Record<Mode, string | undefined> = {
  read: undefined,
  relaxed: "begin; set local synchronous_commit to off",
  durable: "begin",
};

export const openPostgres = (url: string): Database => {
  const { pool, end } = createPool(url);
  return {
    kind: "postgres",
    use: async (mode, work) => {
      const client = await pool.connect();
      let isBroken = false;
      const query = async (text: string, parameters: Parameter[] = []) => {
        if (isBroken) throw new Error("the connection has failed");
        try {
          return await client.query<Record<string, unknown>>(text, parameters);
        } catch (error) {
          isBroken = !isServerError(error);
          throw error;
        }
      };
      const db = createDb(dialect, async (text, parameters) => {
        const { rows, rowCount } = await query(text, parameters);
        return { rows, changes: rowCount ?? 0 };
      });
      const begin = beginnings[mode];
      try {
        if (begin === undefined) return await work(db);
        await query(begin);
        const result = await work(db);
        await query("commit");
        return result;
      } catch (error) {
        if (begin !== undefined) await query("rollback").catch(() => (isBroken = true));
        throw error;
      } finally {
        client.release(isBroken);
      }
    },
    purge: () => Promise.resolve(),
    close: end,
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

/** Errors of pg and Node for connections that failed or broke; wrong passwords and certificates are not among them. */
const isConnectionError = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.some(isConnectionError);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error) ?? "";
  return (
    /^(ECONN|EHOST|ENET|ETIMEDOUT|EPIPE|ENOTFOUND|EAI_|EADDRNOTAVAIL|ENOENT)/.test(code) ||
    /timeout|terminated|not queryable|connection has failed|ended/i.test(error.message)
  );
};
