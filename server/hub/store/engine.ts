import { messageOf } from "../../../src/schema/errors.ts";
import { type Database, type Db, raw, StoreAway, StoreUnusable } from "./database.ts";
import { openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";

export type Engine = ReturnType<typeof createEngine>;

export interface StoreEvents {
  onAway(error: unknown): void;
  onBack(): void;
}

const maxAttempts = 5;

/** The database behind a URL. Nothing is opened yet. */
export const createEngine = (databaseUrl: string, events: StoreEvents) => {
  const shown = databaseUrl.replace(/\/\/[^@/]*@/, "//…@");
  const database = openDatabase(databaseUrl, shown);
  const { isAway, isWorthRepeating, kind, purge, close } = database;
  let away = false;
  /** Every use of the database passes here, and so tells whether it is there; only writing proves that it is back. */
  const watch = async <T>(work: () => Promise<T>, isWriting: boolean): Promise<T> => {
    try {
      const result = await work();
      if (isWriting && away) {
        away = false;
        events.onBack();
      }
      return result;
    } catch (error) {
      if (!isAway(error)) throw error;
      if (!away) events.onAway(error);
      away = true;
      throw new StoreAway(`The hub's store ${shown} is away: ${messageOf(error)}`, { cause: error });
    }
  };

  let preparing: Promise<void> | undefined;
  const prepare = (): Promise<void> => {
    preparing ??= watch(() => open(database, shown), true);
    preparing.catch(() => (preparing = undefined));
    return preparing;
  };

  return {
    kind,
    purge,
    close,
    /** Makes the tables if they are not there; throws StoreUnusable or StoreAway. Everything else waits for it. */
    prepare,
    isAway: (): boolean => away,
    /** Runs queries that change nothing. */
    read: async <T>(work: (db: Db) => Promise<T>): Promise<T> => {
      await prepare();
      return watch(() => database.use("read", work), false);
    },
    /** Runs a transaction; a durable one has reached the disk when this resolves. */
    change: async <T>(isDurable: boolean, work: (db: Db) => Promise<T>): Promise<T> => {
      await prepare();
      return watch(async () => {
        for (let attempt = 1; ; attempt += 1) {
          try {
            return await database.use(isDurable ? "durable" : "relaxed", work);
          } catch (error) {
            if (attempt === maxAttempts || !isWorthRepeating(error)) throw error;
          }
        }
      }, true);
    },
  };
};

const open = async (database: Database, shown: string): Promise<void> => {
  try {
    await database.use("durable", async (db) => {
      await prepareTables(db);
      // A store that can only be read is found here, and not at the first request.
      await db.run`insert into nodes (id, host, pid, alive_until) values ('probe', '', 0, 0)`;
      await db.run`delete from nodes where id = 'probe'`;
    });
  } catch (error) {
    if (database.isAway(error)) throw error;
    throw new StoreUnusable(
      `The hub's store ${shown} cannot be used: ${messageOf(error)}. ` +
        "Repair it or restore a backup, or set DATABASE_URL to another store; nothing was reset.",
      { cause: error },
    );
  }
};

const openDatabase = (databaseUrl: string, shown: string): Database => {
  if (databaseUrl.startsWith("sqlite:")) return openSqlite(databaseUrl.slice("sqlite:".length));
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return openPostgres(databaseUrl);
  throw new StoreUnusable(`DATABASE_URL must begin with sqlite: or postgres://, got ${shown}`);
};

/** Every column of the store. The tables are made from this, and compared with it. Times are milliseconds since 1970. */
const tables = new Map([
  // `alive_until` changes with every heartbeat; a node is dead when it no longer does. `host` is a process space.
  ["nodes", "id text primary key, host text not null, pid integer not null, alive_until bigint not null"],
  // Values that all nodes share, such as the key of MCP sessions.
  ["settings", "name text primary key, value text not null"],
  [
    "notifications",
    `id text primary key, topic text not null, sha256 text not null, type text not null, body blob not null,
    created_at bigint not null`,
  ],
  // The last fan-out of each topic.
  [
    "topics",
    `topic text primary key, notification text not null references notifications (id), sha256 text not null,
    version text not null, notified integer not null, changed_at bigint not null`,
  ],
  // Contents that were replaced, and when.
  [
    "superseded",
    "topic text not null, sha256 text not null, at bigint not null, primary key (topic, sha256)",
  ],
  // `host` and `client` are the callback's host and the client that asked for it, as quotas count them.
  [
    "subscriptions",
    `id text primary key, topic text not null, callback text not null, origin text not null,
    host text not null default '', client text, secret text, lease_seconds integer not null, expires_at bigint not null,
    failures integer not null, verified_at bigint not null, unique (topic, callback)`,
  ],
  // `position` is the order in which the requests for one topic and callback came.
  [
    "requests",
    `topic text not null, callback text not null, mode text not null, token text not null, origin text not null,
    host text not null, client text, position bigint not null, secret text, lease_seconds integer not null, reason text,
    asked integer not null, due_at bigint not null, claimed_by text, primary key (topic, callback, mode)`,
  ],
  [
    "deliveries",
    `subscription text primary key references subscriptions (id) on delete cascade, notification text not null,
    topic text not null, origin text not null, attempts integer not null, due_at bigint not null,
    not_before bigint not null, claimed_by text`,
  ],
]);

/** The first word of each line of a table, where that is no key. */
const columnsOf = (table: string): string[] =>
  [...table.matchAll(/(?<=^|,\s+)(?!primary|unique)[a-z_0-9]+(?= [a-z])/g)].map(([name]) => name);

const indexes = [
  "subscriptions_end on subscriptions (expires_at)",
  "subscriptions_host on subscriptions (host)",
  "subscriptions_client on subscriptions (client)",
  "requests_due on requests (due_at)",
  "requests_host on requests (host)",
  "requests_client on requests (client)",
  // Ids are random, so deliveries that fall due together are claimed in an order that mixes the origins.
  "deliveries_due on deliveries (due_at, subscription, origin, topic) where claimed_by is null",
];

/** A change of the tables gets a name here, and what brings a store of the names before it up to date. */
const versions = ["0001-hub", "0002-claims", "0003-settings", "0004-quotas"];

/** Makes the tables if they are not there; refuses those of a newer version, of an older one and of another program. */
const prepareTables = async (db: Db): Promise<void> => {
  if (db.kind === "postgres") await db.rows`select pg_advisory_xact_lock(hashtext('hub_migrations'))`;
  await db.run`create table if not exists hub_migrations (name text primary key, timestamp text not null)`;
  const made = (await db.rows<{ name: string }>`select name from hub_migrations order by name`).map(
    ({ name }) => name,
  );
  const newer = made.filter((name) => !versions.includes(name));
  if (newer.length > 0)
    throw new Error(
      `it was made by a newer version of this program (${newer.join(", ")}): run that version or a later one`,
    );
  if (made.length === 0) await makeTables(db);
  else if (made.length < versions.length) throw new Error("it was made by a version before 1.0.0");
  for (const [name, table] of tables)
    await db.rows`select ${raw(columnsOf(table).join(", "))} from ${raw(name)} where 1 = 0`;
};

const makeTables = async (db: Db): Promise<void> => {
  for (const [name, table] of tables) {
    const typed = db.kind === "postgres" ? table.replace(" blob ", " bytea ") : table;
    await db.run`create table ${raw(name)} (${raw(typed)})`;
  }
  for (const index of indexes) await db.run`create index ${raw(index)}`;
  for (const name of versions)
    await db.run`insert into hub_migrations (name, timestamp) values (${name}, ${new Date().toISOString()})`;
};
