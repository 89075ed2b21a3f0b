import { type Kysely, sql } from "kysely";
import type { Engine } from "./engine.ts";
import { type Migration, Migrator } from "kysely/migration";

/** The tables, versioned: each change of shape is a new entry, and none is ever edited. */
const migrations = (kind: Engine["kind"]): Record<string, Migration> => ({
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
});

/** Brings the tables to the newest shape, and refuses a store that a newer version of the hub has made. */
export const migrate = async (db: Kysely<never>, kind: Engine["kind"]): Promise<void> => {
  const all = migrations(kind);
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(all) },
    migrationTableName: "hub_migrations",
    migrationLockTableName: "hub_migrations_lock",
  });
  const { error } = await migrator.migrateToLatest();
  if (error)
    throw error instanceof Error
      ? error
      : new Error("the store's tables could not be brought up to date", { cause: error });
};
