import { type Kysely, sql } from "kysely";
import { bareHostname } from "./callback.ts";
import type { Database } from "./engine.ts";
import { type Tables, tableColumns } from "./tables.ts";
import { type Migration, Migrator } from "kysely/migration";

/** The tables, versioned: each change of them is a new entry, and none is ever edited. */
const migrations = (kind: Database["kind"]): Record<string, Migration> => ({
  "0001-hub": {
    up: async (db: Kysely<unknown>) => {
      const { schema } = db;
      await schema
        .createTable("nodes")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("host", "text", (c) => c.notNull())
        .addColumn("pid", "integer", (c) => c.notNull())
        .addColumn("alive_until", "bigint", (c) => c.notNull())
        .execute();
      await schema
        .createTable("notifications")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("topic", "text", (c) => c.notNull())
        .addColumn("sha256", "text", (c) => c.notNull())
        .addColumn("type", "text", (c) => c.notNull())
        .addColumn("body", kind === "sqlite" ? "blob" : "bytea", (c) => c.notNull())
        .addColumn("created_at", "bigint", (c) => c.notNull())
        .execute();
      await schema
        .createTable("topics")
        .addColumn("topic", "text", (c) => c.primaryKey())
        .addColumn("notification", "text", (c) => c.notNull().references("notifications.id"))
        .addColumn("sha256", "text", (c) => c.notNull())
        .addColumn("version", "text", (c) => c.notNull())
        .addColumn("notified", "integer", (c) => c.notNull())
        .addColumn("changed_at", "bigint", (c) => c.notNull())
        .execute();
      await schema
        .createTable("superseded")
        .addColumn("topic", "text", (c) => c.notNull())
        .addColumn("sha256", "text", (c) => c.notNull())
        .addColumn("at", "bigint", (c) => c.notNull())
        .addPrimaryKeyConstraint("superseded_key", ["topic", "sha256"])
        .execute();
      await schema
        .createTable("subscriptions")
        .addColumn("id", "text", (c) => c.primaryKey())
        .addColumn("topic", "text", (c) => c.notNull())
        .addColumn("callback", "text", (c) => c.notNull())
        .addColumn("origin", "text", (c) => c.notNull())
        .addColumn("secret", "text")
        .addColumn("lease_seconds", "integer", (c) => c.notNull())
        .addColumn("expires_at", "bigint", (c) => c.notNull())
        .addColumn("failures", "integer", (c) => c.notNull())
        .addColumn("verified_at", "bigint", (c) => c.notNull())
        .addUniqueConstraint("subscriptions_key", ["topic", "callback"])
        .execute();
      await schema.createIndex("subscriptions_end").on("subscriptions").column("expires_at").execute();
      await schema
        .createTable("requests")
        .addColumn("topic", "text", (c) => c.notNull())
        .addColumn("callback", "text", (c) => c.notNull())
        .addColumn("token", "text", (c) => c.notNull())
        .addColumn("mode", "text", (c) => c.notNull())
        .addColumn("origin", "text", (c) => c.notNull())
        .addColumn("secret", "text")
        .addColumn("lease_seconds", "integer", (c) => c.notNull())
        .addColumn("reason", "text")
        .addColumn("asked", "integer", (c) => c.notNull())
        .addColumn("due_at", "bigint", (c) => c.notNull())
        .addColumn("claimed_by", "text")
        .addPrimaryKeyConstraint("requests_key", ["topic", "callback"])
        .execute();
      await schema.createIndex("requests_due").on("requests").column("due_at").execute();
      await schema
        .createTable("deliveries")
        .addColumn("subscription", "text", (c) =>
          c.primaryKey().references("subscriptions.id").onDelete("cascade"),
        )
        .addColumn("notification", "text", (c) => c.notNull().references("notifications.id"))
        .addColumn("topic", "text", (c) => c.notNull())
        .addColumn("origin", "text", (c) => c.notNull())
        .addColumn("attempts", "integer", (c) => c.notNull())
        .addColumn("due_at", "bigint", (c) => c.notNull())
        .addColumn("not_before", "bigint", (c) => c.notNull())
        .addColumn("claimed_by", "text")
        .execute();
      // What may be claimed, and no more: with all that a claim asks for before it reads a row.
      await schema
        .createIndex("deliveries_due")
        .on("deliveries")
        .columns(["due_at", "origin", "topic"])
        .where(sql.ref("claimed_by"), "is", null)
        .execute();
    },
  },
  // Ids are random, so deliveries that fall due together are claimed in an order that mixes the origins.
  "0002-claims": {
    up: async (db: Kysely<unknown>) => {
      const { schema } = db;
      await schema.dropIndex("deliveries_due").execute();
      await schema
        .createIndex("deliveries_due")
        .on("deliveries")
        .columns(["due_at", "subscription", "origin", "topic"])
        .where(sql.ref("claimed_by"), "is", null)
        .execute();
      // A fan-out brings its own notification, and tidying spares those that are waited for: to have every row
      // checked as well takes PostgreSQL a fifth of the fan-out.
      if (kind === "postgres")
        await schema.alterTable("deliveries").dropConstraint("deliveries_notification_fkey").execute();
    },
  },
  "0003-settings": {
    up: async ({ schema }: Kysely<unknown>) => {
      await schema
        .createTable("settings")
        .addColumn("name", "text", (c) => c.primaryKey())
        .addColumn("value", "text", (c) => c.notNull())
        .execute();
    },
  },
  // A request to subscribe and one to unsubscribe wait beside each other, so that neither takes the other's place; and
  // subscriptions are counted by host and by client.
  "0004-quotas": {
    up: async (db: Kysely<unknown>) => {
      await addQuotaColumns(db);
      await widenRequestKey(db);
    },
  },
});

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

const widenRequestKey = async (db: Kysely<unknown>): Promise<void> => {
  const { schema } = db;
  const columns = sql`topic, callback, token, mode, origin, secret, lease_seconds, reason, asked, due_at, claimed_by, host, client`;
  await schema
    .createTable("waiting_requests")
    .addColumn("topic", "text", (c) => c.notNull())
    .addColumn("callback", "text", (c) => c.notNull())
    .addColumn("mode", "text", (c) => c.notNull())
    .addColumn("token", "text", (c) => c.notNull())
    .addColumn("origin", "text", (c) => c.notNull())
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("client", "text")
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("secret", "text")
    .addColumn("lease_seconds", "integer", (c) => c.notNull())
    .addColumn("reason", "text")
    .addColumn("asked", "integer", (c) => c.notNull())
    .addColumn("due_at", "bigint", (c) => c.notNull())
    .addColumn("claimed_by", "text")
    .addPrimaryKeyConstraint("waiting_requests_key", ["topic", "callback", "mode"])
    .execute();
  await sql`insert into waiting_requests (${columns}, position) select ${columns}, 0 from requests`.execute(
    db,
  );
  await schema.dropTable("requests").execute();
  await schema.alterTable("waiting_requests").renameTo("requests").execute();
  await schema.createIndex("requests_due").on("requests").column("due_at").execute();
  for (const column of ["host", "client"])
    await schema.createIndex(`requests_${column}`).on("requests").column(column).execute();
};

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
      `a newer version of this program has made it (${newer.join(", ")}): run that version or a later one`,
    );
};
