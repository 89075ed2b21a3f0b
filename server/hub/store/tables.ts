import { type Db, raw } from "./database.ts";

/** Every column of the store. The tables are made from this, and compared with it. Times are milliseconds since 1970. */
const tables = new Map([
  // `alive_until` changes with every beat; a node is dead when it no longer does.
  ["nodes", "id text primary key, host text not null, pid integer not null, alive_until bigint not null"],
  // What all nodes share, such as the key of MCP's sessions.
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
export const prepareTables = async (db: Db): Promise<void> => {
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
