import { bigint, type Db, newId } from "../store/database.ts";
import type { Content, Store } from "../store/store.ts";

/** How long content that was replaced is remembered. */
export const recentMs = 3_600_000;

/**
 * Content up to this size is kept also when nobody waits for it, so that an operator can send it again. To write more
 * holds up the event loop and, in memory, takes as much as the dataset itself.
 */
const keptBytes = 1024 * 1024;
const notKept = new Uint8Array(0);

/** Subscriptions that one statement queues for, so that none takes long. */
const batchSize = 5_000;

/** A topic's last fan-out. */
interface LastChange {
  sha256: string;
  version: string;
  notified: number;
  changed_at: number;
}

/** Stores changed content and queues it for every subscriber, in one transaction. */
export const fanOut = (store: Store, content: Content, version: string, now: number) =>
  store.engine.change(true, async (db) => {
    const { topic, sha256, type, body } = content;
    const [last] = await db.rows<LastChange>`
      select sha256, version, notified, changed_at from topics where topic = ${topic} ${db.forUpdate}`;
    if (last?.sha256 === sha256) return { ...last, changed: false };
    const notification = newId();
    const kept = body.length <= keptBytes ? body : notKept;
    await db.run`insert into notifications (id, topic, sha256, type, body, created_at)
      values (${notification}, ${topic}, ${sha256}, ${type}, ${kept}, ${now})`;
    if (last === undefined) {
      await db.run`insert into topics (topic, notification, sha256, version, notified, changed_at)
        values (${topic}, ${notification}, ${sha256}, ${version}, -1, ${now}) on conflict (topic) do nothing`;
      return { changed: false, version, notified: -1, changed_at: now };
    }
    const notified = await queueDeliveries(db, topic, notification, now);
    if (notified > 0 && kept !== body)
      await db.run`update notifications set body = ${body} where id = ${notification}`;
    await db.run`update topics set notification = ${notification}, sha256 = ${sha256}, version = ${version},
      notified = ${notified}, changed_at = ${now} where topic = ${topic}`;
    await remember(db, topic, last.sha256, sha256, now);
    return { changed: true, version, notified, changed_at: now };
  });

/** Returns for how many subscriptions the notification is queued. */
const queueDeliveries = async (db: Db, topic: string, notification: string, now: number): Promise<number> => {
  for (let count = 0, after = ""; ;) {
    const ids = (
      await db.rows<{ id: string }>`select id from subscriptions
        where topic = ${topic} and expires_at > ${now} and id > ${after} order by id limit ${batchSize}`
    ).map(({ id }) => id);
    if (ids.length > 0)
      count += await db.run`
        insert into deliveries (subscription, notification, topic, origin, attempts, due_at, not_before)
        select id, ${notification}, topic, origin, 0, ${bigint(now)}, 0 from subscriptions where id ${db.among(ids)}
        order by id
        on conflict (subscription) do update set notification = excluded.notification, attempts = 0,
          due_at = case when deliveries.not_before > excluded.due_at then deliveries.not_before else excluded.due_at end`;
    if (ids.length < batchSize) return count;
    after = ids.at(-1) ?? "";
  }
};

/** Content that was replaced is remembered for a while, to know it when an old copy of it surfaces again. */
const remember = async (db: Db, topic: string, replaced: string, by: string, now: number): Promise<void> => {
  await db.run`delete from superseded where topic = ${topic} and sha256 = ${by}`;
  await db.run`insert into superseded (topic, sha256, at) values (${topic}, ${replaced}, ${now})
    on conflict (topic, sha256) do update set at = excluded.at`;
  await db.run`delete from superseded where at < ${now - recentMs}`;
};
