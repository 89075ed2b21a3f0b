import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";

type Value = null | number | bigint | string | Uint8Array;

/** One folder after the other: mkdir with `recursive` never ends where the system denies what it just allowed, as in /proc. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  if (folder !== dirname(folder)) makeFolder(dirname(folder));
  mkdirSync(folder);
};

/** Opens the file, and refuses one that is damaged, cannot be written or is no database. */
export const openSqlite = (file: string): DatabaseSync => {
  if (file !== ":memory:") makeFolder(dirname(resolve(file)));
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec("pragma journal_mode = wal; pragma foreign_keys = on; pragma wal_autocheckpoint = 4000");
    const verdict = database.prepare("pragma quick_check(1)").get()?.["quick_check"];
    if (verdict !== "ok") throw new Error(`the file is damaged: ${String(verdict)}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
};

/** node:sqlite is synchronous and has one connection, so whoever has it keeps it until the transaction is over. */
export const sqliteDialect = (database: DatabaseSync): Dialect => ({
  createDriver: () => createDriver(database),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new SqliteAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
});

const createDriver = (database: DatabaseSync): Driver => {
  const connection = createConnection(database);
  let queue = Promise.resolve();
  let release = () => {};
  return {
    init: () => Promise.resolve(),
    acquireConnection: async () => {
      const before = queue;
      const { promise, resolve } = Promise.withResolvers<void>();
      queue = promise;
      await before;
      release = resolve;
      return connection;
    },
    releaseConnection: async () => release(),
    // A transaction that reads first and writes later would fail where another process wrote in between.
    beginTransaction: async () => database.exec("begin immediate"),
    commitTransaction: async () => database.exec("commit"),
    rollbackTransaction: async () => {
      if (database.isTransaction) database.exec("rollback");
    },
    destroy: async () => database.close(),
  };
};

const createConnection = (database: DatabaseSync): DatabaseConnection => {
  const statements = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    if (statements.size >= 200) statements.clear();
    const statement = database.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    executeQuery: async <R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> => {
      // SQLite applies some pragmas when it prepares them, so a prepared one cannot be used again.
      if (sql.startsWith("pragma")) {
        database.exec(sql);
        return { rows: [] };
      }
      const statement = prepare(sql);
      const values = parameters as Value[];
      if (statement.columns().length > 0) return { rows: statement.all(...values) as R[] };
      return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
    },
    streamQuery: () => {
      throw new Error("the hub's store does not stream queries");
    },
  };
};
