import { type Kysely, type RawBuilder, sql } from "kysely";
import { bareHostname } from "../egress/callback.ts";
import type { Database } from "./database.ts";
import { type Tables, tableColumns } from "./tables.ts";
import { type Migration, Migrator } from "kysely/migration";

const run = async (db: Kysely<unknown>, statements: readonly RawBuilder<unknown>[]): Promise<void> => {
  for (const statement of statements) await statement.execute(db);
};

/** The tables, versioned: each change of them is a new entry, and none is ever edited. */
const migrations = (kind: Database["kind"]): Record<string, Migration> => ({
  "0001-hub": { up: (db: Kysely<unknown>) => run(db, firstTables(kind)) },
  // Ids are random, so deliveries that fall due together are claimed in an order that mixes the origins.
  "0002-claims": {
    up: (db: Kysely<unknown>) =>
      run(db, [
        sql`drop index deliveries_due`,
        sql`create index deliveries_due on deliveries (due_at, subscription, origin, topic) where claimed_by is null`,
        // A fan-out brings its own notification, and tidying spares those that are waited for: to have every row
        // checked as well takes PostgreSQL a fifth of the fan-out.
        ...(kind === "postgres"
          ? [sql`alter table deliveries drop constraint deliveries_notification_fkey`]
          : []),
      ]),
  },
  "0003-settings": {
    up: (db: Kysely<unknown>) =>
      run(db, [sql`create table settings (name text primary key, value text not null)`]),
  },
  // A request to subscribe and one to unsubscribe wait beside each other, so that neither takes the other's place; and
  // subscriptions are counted by host and by client.
  "0004-quotas": {
    up: async (db: Kysely<unknown>) => {
      await addQuotaColumns(db);
      await run(db, widerRequestKey);
    },
  },
});

const firstTables = (kind: Database["kind"]) => [
  sql`create table nodes (id text primary key, host text not null, pid integer not null, alive_until bigint not null)`,
  sql`create table notifications (id text primary key, topic text not null, sha256 text not null, type text not null,
    body ${sql.raw(kind === "sqlite" ? "blob" : "bytea")} not null, created_at bigint not null)`,
  sql`create table topics (topic text primary key, notification text not null references notifications (id),
    sha256 text not null, version text not null, notified integer not null, changed_at bigint not null)`,
  sql`create table superseded (topic text not null, sha256 text not null, at bigint not null,
    constraint superseded_key primary key (topic, sha256))`,
  sql`create table subscriptions (id text primary key, topic text not null, callback text not null, origin text not null,
    secret text, lease_seconds integer not null, expires_at bigint not null, failures integer not null,
    verified_at bigint not null, constraint subscriptions_key unique (topic, callback))`,
  sql`create index subscriptions_end on subscriptions (expires_at)`,
  sql`create table requests (topic text not null, callback text not null, token text not null, mode text not null,
    origin text not null, secret text, lease_seconds integer not null, reason text, asked integer not null,
    due_at bigint not null, claimed_by text, constraint requests_key primary key (topic, callback))`,
  sql`create index requests_due on requests (due_at)`,
  sql`create table deliveries (subscription text primary key references subscriptions (id) on delete cascade,
    notification text not null references notifications (id), topic text not null, origin text not null,
    attempts integer not null, due_at bigint not null, not_before bigint not null, claimed_by text)`,
  // What may be claimed, and no more: with all that a claim asks for before it reads a row.
  sql`create index deliveries_due on deliveries (due_at, origin, topic) where claimed_by is null`,
];

const addQuotaColumns = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  for (const table of ["subscriptions", "requests"]) {
    await schema
      .alterTable(table)
      .addColumn("host", "text", (c) => c.notNull().defaultTo(""))
      .execute();
    await schema.alterTable(table).addColumn("client", "text").execute();
    const { rows } = await sql<{ origin: string }>`select distinct origin from ${sql.table(table)}`.execute(
      db,
    );
    for (const { origin } of rows) {
      const host = bareHostname(new URL(origin).hostname);
      await sql`update ${sql.table(table)} set host = ${host} where origin = ${origin}`.execute(db);
    }
  }
  for (const column of ["host", "client"])
    await schema.createIndex(`subscriptions_${column}`).on("subscriptions").column(column).execute();
};

const keptColumns = sql.raw(
  "topic, callback, token, mode, origin, secret, lease_seconds, reason, asked, due_at, claimed_by, host, client",
);

const widerRequestKey = [
  sql`create table waiting_requests (topic text not null, callback text not null, mode text not null,
    token text not null, origin text not null, host text not null, client text, position bigint not null, secret text,
    lease_seconds integer not null, reason text, asked integer not null, due_at bigint not null, claimed_by text,
    constraint waiting_requests_key primary key (topic, callback, mode))`,
  sql`insert into waiting_requests (${keptColumns}, position) select ${keptColumns}, 0 from requests`,
  sql`drop table requests`,
  sql`alter table waiting_requests rename to requests`,
  sql`create index requests_due on requests (due_at)`,
  sql`create index requests_host on requests (host)`,
  sql`create index requests_client on requests (client)`,
];

/** Brings the tables to the newest version, and refuses a store that a newer version of the hub or another program has made. */
export const migrate = (db: Kysely<Tables>, kind: Database["kind"]): Promise<void> =>
  kind === "sqlite" ? db.connection().execute((held) => inOneTransaction(held)) : toNewest(db, kind);

/** SQLite has no lock that migrations could take: two processes that start at once would both make the tables. */
const inOneTransaction = async (db: Kysely<Tables>): Promise<void> => {
  await sql`begin immediate`.execute(db);
  try {
    await toNewest(db, "sqlite");
    await sql`commit`.execute(db);
  } catch (error) {
    await sql`rollback`.execute(db);
    throw error;
  }
};

const toNewest = async (db: Kysely<Tables>, kind: Database["kind"]): Promise<void> => {
  const all = migrations(kind);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(all) },
    migrationTableName: table,
    migrationLockTableName: `${table}_lock`,
  });
  await refuseNewer(db, Object.keys(all));
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  for (const [name, columns] of Object.entries(tableColumns)) {
    await sql`select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(name)} where 1 = 0`.execute(
      db,
    );
  }
};

const table = "hub_migrations";

const refuseNewer = async (db: Kysely<Tables>, known: readonly string[]): Promise<void> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === table)) return;
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)} order by name`.execute(
    db,
  );
  const newer = rows.map(({ name }) => name).filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new Error(
      `it was made by a newer version of this program (${newer.join(", ")}): run that version or a later one`,
    );
};
