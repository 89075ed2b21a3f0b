import { DatabaseSync } from "node:sqlite";
import { openStore } from "../../../server/hub/store/store.ts";
import { feedTopic } from "./test-network.ts";

/** Puts subscriptions into a SQLite store, as if they had been made a while ago. */
export const fillSqlite = async (databaseUrl: string, callbacks: readonly string[]): Promise<void> => {
  await (await openStore({ databaseUrl, topics: [feedTopic] })).close();
  const database = new DatabaseSync(databaseUrl.slice("sqlite:".length));
  const insert = database.prepare(
    "insert into subscriptions (id, topic, callback, origin, secret, lease_seconds, expires_at, failures, verified_at) values (?, ?, ?, ?, null, 864000, ?, 0, ?)",
  );
  const now = Date.now();
  database.exec("begin");
  for (const [index, callback] of callbacks.entries())
    insert.run(`s${index}`, feedTopic, callback, new URL(callback).origin, now + 864_000_000, now);
  database.exec("commit");
  database.close();
};
