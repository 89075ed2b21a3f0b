import { Worker } from "node:worker_threads";
import { createDb, type Database, type Db, type Dialect, type Mode, sql } from "./database.ts";
import type { SqliteReply, SqliteRequest } from "./sqlite-worker.ts";

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

/** One after another, as a single connection demands: resolves with what gives the turn to the next. */
const createTurns = () => {
  const waiting = new Set<() => void>();
  let isTaken = false;
  const giveBack = (): void => {
    const [first] = waiting;
    if (first === undefined) isTaken = false;
    else {
      waiting.delete(first);
      first();
    }
  };
  return async (): Promise<() => void> => {
    if (isTaken) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.add(resolve);
      const timer = setTimeout(() => {
        waiting.delete(resolve);
        reject(new SqliteError({ ok: false, message: "the database is busy", code: undefined, errcode: 5 }));
      }, turnMs);
      await promise.finally(() => clearTimeout(timer));
    }
    isTaken = true;
    return giveBack;
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

const dialect: Dialect = {
  kind: "sqlite",
  placeholder: () => "?",
  among: (values) => sql`in (select value from json_each(${JSON.stringify(values)}))`,
  forUpdate: sql``,
  skipLocked: sql``,
};

export const openSqlite = (file: string): Database => {
  const takeTurn = createTurns();
  let current: Thread | undefined;
  /** Opens the file when it is first needed, and again when it had to be given up. */
  const openThread = async (): Promise<Thread> => {
    if (!current?.isUsable()) current = startThread(file);
    const thread = current;
    await thread.opened;
    return thread;
  };
  const change = async <T>(mode: Mode, send: Thread["send"], work: () => Promise<T>): Promise<T> => {
    const synchronous = mode === "durable" ? "full" : "normal";
    // A transaction that reads first and writes later would fail where another process wrote in between.
    await send({ kind: "script", sql: `pragma synchronous = ${synchronous}; begin immediate` });
    try {
      const result = await work();
      await send({ kind: "script", sql: "commit" });
      return result;
    } catch (error) {
      await send({ kind: "rollback" }).catch(() => {});
      throw error;
    }
  };
  const use = async <T>(mode: Mode, work: (db: Db) => Promise<T>): Promise<T> => {
    const giveBack = await takeTurn();
    const broken = { thread: undefined as Thread | undefined };
    try {
      const thread = await openThread();
      const send = (request: SqliteRequest) =>
        thread.send(request).catch((error: unknown) => {
          if (error instanceof SqliteError && reopenResults.has(error.result)) broken.thread = thread;
          throw error;
        });
      const db = createDb(dialect, (text, parameters) => send({ kind: "query", sql: text, parameters }));
      return await (mode === "read" ? work(db) : change(mode, send, () => work(db)));
    } finally {
      if (file !== ":memory:") await broken.thread?.stop();
      giveBack();
    }
  };

  return {
    kind: "sqlite",
    use,
    // The write-ahead log holds old pages until it is written over.
    purge: async () => void (await use("read", (db) => db.rows`pragma wal_checkpoint(truncate)`)),
    close: async () => {
      const giveBack = await takeTurn().catch(() => () => {});
      if (current?.isUsable()) {
        await current.send({ kind: "close" }).catch(() => {});
        await current.stop();
      }
      giveBack();
    },
    isAway: (error) =>
      error instanceof SqliteError &&
      (awayResults.has(error.result) || (error.code !== undefined && awayCodes.has(error.code))),
    isWorthRepeating: () => false,
  };
};
