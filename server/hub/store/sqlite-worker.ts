import { chmodSync, closeSync, existsSync, mkdirSync, openSync, statSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { messageOf } from "../../../src/schema/errors.ts";

/** Messages from the hub's thread; each is answered in turn. */
export type SqliteRequest =
  | { kind: "query"; sql: string; parameters: readonly unknown[] }
  | { kind: "script"; sql: string }
  | { kind: "rollback" }
  | { kind: "close" };

export type SqliteReply =
  | { ok: true; rows: unknown[]; changes: number }
  | { ok: false; message: string; code: string | undefined; errcode: number | undefined };

/** How long this thread waits for another process that holds the file. */
const lockWaitMs = 2_000;

/** One folder after the other: mkdir with `recursive` never ends where the system denies what it just allowed, as in /proc. */
const makeFolder = (folder: string): void => {
  const there = statSync(folder, { throwIfNoEntry: false });
  if (there?.isDirectory()) return;
  if (there !== undefined) throw new Error(`${folder} is a file, and should be a folder`);
  if (folder !== dirname(folder)) makeFolder(dirname(folder));
  mkdirSync(folder, 0o700);
};

/** The store holds subscribers' secrets: nobody but its owner may read it, whatever the umask and whoever made it. */
const makePrivate = (file: string): void => {
  const folder = dirname(resolve(file));
  // Any other folder may be shared with other programs.
  if (basename(folder) === ".data") restrict(folder, 0o700);
  for (const each of [file, `${file}-wal`, `${file}-shm`]) restrict(each, 0o600);
};

const restrict = (path: string, mode: number): void => {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && (there.mode & 0o077) !== 0 && there.uid === process.getuid?.()) chmodSync(path, mode);
};

/** Looks before it touches: a file that is damaged or another program's stays as it is. */
const check = (database: DatabaseSync): void => {
  const tables = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite!_%' escape '!'")
    .all()
    .map(({ name }) => name);
  if (tables.length > 0 && !tables.includes("hub_migrations"))
    throw new Error(`the file belongs to another program: it has a table ${String(tables[0])}`);
  const verdict = database.prepare("pragma quick_check(1)").get()?.["quick_check"];
  if (verdict !== "ok") throw new Error(`the file is damaged: ${String(verdict)}`);
};

const open = (file: string): DatabaseSync => {
  if (file !== ":memory:") {
    makeFolder(dirname(resolve(file)));
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error("it is a folder");
    // SQLite gives its log and index the mode of the file.
    if (!existsSync(file)) closeSync(openSync(file, "a", 0o600));
  }
  const database = new DatabaseSync(file, { timeout: lockWaitMs });
  try {
    check(database);
    if (file !== ":memory:") makePrivate(file);
    // Deleted rows are overwritten: an erased review must not stay readable in the file.
    database.exec(
      "pragma journal_mode = wal; pragma foreign_keys = on; pragma wal_autocheckpoint = 4000; pragma secure_delete = on",
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

const createStatements = (database: DatabaseSync) => {
  const known = new Map<string, StatementSync>();
  return (sql: string): StatementSync => {
    const statement = known.get(sql) ?? database.prepare(sql);
    known.set(sql, statement);
    return statement;
  };
};

const serve = (file: string, port: NonNullable<typeof parentPort>): void => {
  const reply = (message: SqliteReply): void => port.postMessage(message);
  const attempt = (work: () => SqliteReply): void => {
    try {
      reply(work());
    } catch (error) {
      const { code, errcode } = error as { code?: string; errcode?: number };
      reply({ ok: false, message: messageOf(error), code, errcode });
    }
  };
  attempt(() => {
    const database = open(file);
    const prepare = createStatements(database);
    port.on("message", (request: SqliteRequest) =>
      attempt(() => {
        if (request.kind === "query") return runQuery(prepare(request.sql), request.parameters);
        if (request.kind === "script") database.exec(request.sql);
        // SQLite itself undoes what a full disk has broken off.
        if (request.kind === "rollback" && database.isTransaction) database.exec("rollback");
        if (request.kind === "close") database.close();
        return { ok: true, rows: [], changes: 0 };
      }),
    );
    return { ok: true, rows: [], changes: 0 };
  });
};

const runQuery = (statement: StatementSync, parameters: readonly unknown[]): SqliteReply => {
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { ok: true, rows: statement.all(...values), changes: 0 };
  return { ok: true, rows: [], changes: Number(statement.run(...values).changes) };
};

if (parentPort) serve((workerData as { file: string }).file, parentPort);
