import { sql } from "kysely";
import type { Change } from "../store/database.ts";
import { bigint } from "../store/engine.ts";
import { newId } from "../store/id.ts";
import type { Content, Store } from "../store/store.ts";

/** How long content that was replaced is remembered. */
export const recentMs = 3_600_000;

/**
 * Content up to this size is kept also when nobody waits for it, so that an operator can send it again. To write more
 * holds up the event loop and, in memory, takes as much as the dataset itself.
 */
const keptBytes = 1024 * 1024;
const notKept = new Uint8Array(0);

/** Subscriptions that one query queues for, so that none takes long. */
const batch = 5_000;

/** A topic's last fan-out. */
interface LastChange {
  sha256: string;
  version: string;
  notified: number;
  changed_at: number;
}

/** Stores changed content and queues it for every subscriber, in one transaction. */
export const fanOut = (store: Store, content: Content, version: string, now: number) =>
  store.engine.change(true, async (change) => {
    const { topic, sha256, type, body } = content;
    const last = await lockTopic(store, change, topic);
    if (last?.sha256 === sha256) return { ...last, changed: false };
    const notification = newId();
    const kept = body.length <= keptBytes ? body : notKept;
    await change
      .insertInto("notifications")
      .values({ id: notification, topic, sha256, type, body: kept, created_at: now })
      .execute();
    if (last === undefined) {
      await change
        .insertInto("topics")
        .values({ topic, notification, sha256, version, notified: -1, changed_at: now })
        .onConflict((c) => c.column("topic").doNothing())
        .execute();
      return { changed: false, version, notified: -1, changed_at: now };
    }
    const notified = await queueDeliveries(change, topic, notification, now);
    if (notified > 0 && kept !== body) {
      await change.updateTable("notifications").set({ body }).where("id", "=", notification).execute();
    }
    await change
      .updateTable("topics")
      .set({ notification, sha256, version, notified, changed_at: now })
      .where("topic", "=", topic)
      .execute();
    await remember(change, topic, last.sha256, sha256, now);
    await store.engine.announce(change);
    return { changed: true, version, notified, changed_at: now };
  });

const lockTopic = async (store: Store, change: Change, topic: string): Promise<LastChange | undefined> => {
  const forUpdate = store.engine.kind === "postgres" ? sql`for update` : sql``;
  const { rows } = await sql<LastChange>`
    select sha256, version, notified, changed_at from topics where topic = ${topic} ${forUpdate}`.execute(
    change,
  );
  return rows[0];
};

/** Returns for how many subscriptions the notification is queued. */
const queueDeliveries = async (
  change: Change,
  topic: string,
  notification: string,
  now: number,
): Promise<number> => {
  let count = 0;
  for (let after: string | undefined = ""; after !== undefined;) {
    const { rows }: { rows: { last: string | null; count: number }[] } = await sql<{
      last: string | null;
      count: number;
    }>`select max(id) as last, count(*) as count from (select id from subscriptions
        where topic = ${topic} and expires_at > ${now} and id > ${after} order by id limit ${batch}) as batch`.execute(
      change,
    );
    const last: string | null | undefined = rows[0]?.last;
    if (typeof last !== "string") break;
    const { numAffectedRows } = await sql`
      insert into deliveries (subscription, notification, topic, origin, attempts, due_at, not_before)
      select id, ${notification}, topic, origin, 0, ${bigint(now)}, 0 from subscriptions
        where topic = ${topic} and expires_at > ${now} and id > ${after} and id <= ${last} order by id
      on conflict (subscription) do update set notification = excluded.notification, attempts = 0,
        due_at = case when deliveries.not_before > ${bigint(now)} then deliveries.not_before else ${bigint(now)} end`.execute(
      change,
    );
    count += Number(numAffectedRows ?? 0);
    after = rows[0]?.count === batch ? last : undefined;
  }
  return count;
};

/** Content that was replaced is remembered for a while, to know it when an old copy of it surfaces again. */
const remember = async (change: Change, topic: string, replaced: string, by: string, now: number) => {
  await change.deleteFrom("superseded").where("topic", "=", topic).where("sha256", "=", by).execute();
  await change
    .insertInto("superseded")
    .values({ topic, sha256: replaced, at: now })
    .onConflict((c) => c.columns(["topic", "sha256"]).doUpdateSet({ at: now }))
    .execute();
  await change
    .deleteFrom("superseded")
    .where("at", "<", now - recentMs)
    .execute();
};
