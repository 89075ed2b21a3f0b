import { Worker } from "node:worker_threads";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import type { Database } from "./database.ts";
import type { SqliteReply, SqliteRequest } from "./sqlite-worker.ts";
import type { Tables } from "./tables.ts";

/** An error of the database or of the file system, from the other thread. */
class SqliteError extends Error {
  override readonly name = "SqliteError";
  readonly code: string | undefined;
  /** SQLite's result code, without what extends it. */
  readonly result: number;
  constructor({ message, code, errcode }: Extract<SqliteReply, { ok: false }>) {
    super(message);
    this.code = code;
    this.result = (errcode ?? 0) & 0xff;
  }
}

/** busy, locked, read-only, I/O error, full, cannot open */
const awayResults = new Set([5, 6, 8, 10, 13, 14]);
/** After these the file is opened anew: it may be another one now, or writable again. */
const reopenResults = new Set([8, 10, 11, 14, 26]);
const awayCodes = new Set(["EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EIO", "EMFILE", "ENFILE"]);

/** Longest wait for one's turn at the connection. */
const turnMs = 4_000;

/** The one at a time that a single connection allows. */
const createTurns = () => {
  const waiting = new Set<() => void>();
  let taken = false;
  const next = (): void => {
    const [first] = waiting;
    if (first === undefined) taken = false;
    else {
      waiting.delete(first);
      first();
    }
  };
  return {
    take: (): Promise<void> => {
      if (!taken) {
        taken = true;
        return Promise.resolve();
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const timer = setTimeout(() => {
        waiting.delete(mine);
        const message = "the database is busy";
        reject(new SqliteError({ ok: false, message, code: undefined, errcode: 5 }));
      }, turnMs);
      const mine = (): void => {
        clearTimeout(timer);
        resolve();
      };
      waiting.add(mine);
      return promise;
    },
    giveBack: next,
  };
};

/** A thread of its own that has the file open: no lock and no disk ever holds up the event loop. */
const startThread = (file: string) => {
  const worker = new Worker(new URL("sqlite-worker.ts", import.meta.url), { workerData: { file } });
  const pending: PromiseWithResolvers<Extract<SqliteReply, { ok: true }>>[] = [];
  let ended: Error | undefined;
  const expectReply = () => {
    const reply = Promise.withResolvers<Extract<SqliteReply, { ok: true }>>();
    if (ended) reply.reject(ended);
    else pending.push(reply);
    return reply.promise;
  };
  const end = (message: string): void => {
    ended ??= new SqliteError({ ok: false, message, code: undefined, errcode: 10 });
    for (const reply of pending.splice(0)) reply.reject(ended);
  };
  worker.on("message", (reply: SqliteReply) => {
    const waiting = pending.shift();
    if (reply.ok) waiting?.resolve(reply);
    else waiting?.reject(new SqliteError(reply));
  });
  worker.on("error", (error) => end(`the store's thread failed: ${error.message}`));
  worker.on("exit", () => end("the store's thread has ended"));
  const opened = expectReply();
  const stop = async (): Promise<void> => {
    end("the store is closed");
    await worker.terminate();
  };
  return {
    opened: opened.catch((error: unknown) => {
      // A thread that has nothing to listen to ends by itself.
      end("the file could not be opened");
      throw error;
    }),
    send: (request: SqliteRequest) => {
      const reply = expectReply();
      if (!ended) worker.postMessage(request, []);
      return reply;
    },
    isUsable: () => ended === undefined,
    stop,
  };
};
type Thread = ReturnType<typeof startThread>;

/** Opens the file when it is first needed, and again when it had to be given up. */
const createThreads = (file: string) => {
  let current: Thread | undefined;
  return {
    open: async (): Promise<Thread> => {
      if (!current?.isUsable()) current = startThread(file);
      const thread = current;
      await thread.opened;
      return thread;
    },
    giveUp: (thread: Thread): Promise<void> => (file === ":memory:" ? Promise.resolve() : thread.stop()),
    close: async (): Promise<void> => {
      if (!current?.isUsable()) return;
      await current.send({ kind: "close" }).catch(() => {});
      await current.stop();
    },
  };
};

interface SqliteConnection extends DatabaseConnection {
  run(request: SqliteRequest): Promise<void>;
  release(): Promise<void>;
}

const createConnection = (thread: Thread, giveUp: (thread: Thread) => Promise<void>): SqliteConnection => {
  let broken = false;
  const send = async (request: SqliteRequest) => {
    try {
      return await thread.send(request);
    } catch (error) {
      if (error instanceof SqliteError && reopenResults.has(error.result)) broken = true;
      throw error;
    }
  };
  return {
    run: async (request) => void (await send(request)),
    release: async () => {
      if (broken) await giveUp(thread);
    },
    executeQuery: async <R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      const { rows, changes } = await send({ kind: "query", sql: text, parameters });
      return {
        rows: rows as R[],
        ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      };
    },
    streamQuery: () => {
      throw new Error("the hub's store does not stream queries");
    },
  };
};

/** Kysely's own lock for a single connection has no time limit, and stays closed when the file could not be opened. */
class TurnTakingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

type Turns = ReturnType<typeof createTurns>;
type Threads = ReturnType<typeof createThreads>;

const createDialect = (turns: Turns, threads: Threads, synchronous: "full" | "normal"): Dialect => ({
  createDriver: () => ({
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      await turns.take();
      try {
        return createConnection(await threads.open(), threads.giveUp);
      } catch (error) {
        turns.giveBack();
        throw error;
      }
    },
    releaseConnection: async (connection: SqliteConnection) => {
      await connection.release();
      turns.giveBack();
    },
    // A transaction that reads first and writes later would fail where another process wrote in between.
    beginTransaction: (connection: SqliteConnection) =>
      connection.run({
        kind: "script",
        sql: `pragma synchronous = ${synchronous}; begin immediate`,
      }),
    commitTransaction: (connection: SqliteConnection) => connection.run({ kind: "script", sql: "commit" }),
    rollbackTransaction: (connection: SqliteConnection) => connection.run({ kind: "rollback" }),
    destroy: () => Promise.resolve(),
  }),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TurnTakingAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

export const openSqlite = (file: string): Database => {
  const turns = createTurns();
  const threads = createThreads(file);
  const database = (synchronous: "full" | "normal") =>
    new Kysely<Tables>({ dialect: createDialect(turns, threads, synchronous) });
  const relaxed = database("normal");
  let onWork = () => {};
  return {
    kind: "sqlite",
    durable: database("full"),
    relaxed,
    among: (values) => sql`in (select value from json_each(${JSON.stringify(values)}))`,
    rows: (values) => {
      const json = JSON.stringify(values.map(({ texts, numbers }) => [...texts, ...numbers]));
      return sql`(select value ->> 0 as text1, value ->> 1 as text2, value ->> 2 as number1, value ->> 3 as number2
        from json_each(${json}))`;
    },
    claiming: sql``,
    announce: async () => queueMicrotask(onWork),
    listen: (listener) => void (onWork = listener),
    // The write-ahead log holds old pages until it is written over.
    purge: async () => void (await sql`pragma wal_checkpoint(truncate)`.execute(relaxed)),
    close: async () => {
      await turns.take().catch(() => {});
      await threads.close();
      turns.giveBack();
    },
    isAway: (error) =>
      error instanceof SqliteError &&
      (awayResults.has(error.result) || (error.code !== undefined && awayCodes.has(error.code))),
    isWorthRepeating: () => false,
  };
};
