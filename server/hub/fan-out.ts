import { sql } from "kysely";
import { bigint } from "./engine.ts";
import { newId } from "./id.ts";
import type { Content, Store } from "./store.ts";

/** How long content that was replaced is remembered. */
export const recentMs = 3_600_000;

/**
 * Content up to this size is kept also when nobody waits for it, so that an operator can send it again. To write more
 * holds up the event loop and, in memory, takes as much as the dataset itself.
 */
const keptBytes = 1024 * 1024;
const notKept = new Uint8Array(0);

/** Stores changed content and queues it for every subscriber, in one transaction. */
export const fanOut = (store: Store, { topic, sha256, type, body }: Content, version: string, now: number) =>
  store.engine.change(true, async (change) => {
    const forUpdate = store.engine.kind === "postgres" ? sql`for update` : sql``;
    const { rows } = await sql<{ sha256: string; version: string; notified: number; changed_at: number }>`
      select sha256, version, notified, changed_at from topics where topic = ${topic} ${forUpdate}`.execute(
      change,
    );
    const [row] = rows;
    if (row?.sha256 === sha256) return { ...row, changed: false };
    const notification = newId();
    await change
      .insertInto("notifications")
      .values({
        id: notification,
        topic,
        sha256,
        type,
        body: body.length <= keptBytes ? body : notKept,
        created_at: now,
      })
      .execute();
    if (row === undefined) {
      await change
        .insertInto("topics")
        .values({ topic, notification, sha256, version, notified: -1, changed_at: now })
        .onConflict((c) => c.column("topic").doNothing())
        .execute();
      return { changed: false, version, notified: -1, changed_at: now };
    }
    const { numAffectedRows } = await sql`
      insert into deliveries (subscription, notification, topic, origin, attempts, due_at, not_before)
      select id, ${notification}, topic, origin, 0, ${bigint(now)}, 0 from subscriptions
        where topic = ${topic} and expires_at > ${now} order by id
      on conflict (subscription) do update set notification = excluded.notification, attempts = 0,
        due_at = case when deliveries.not_before > ${bigint(now)} then deliveries.not_before else ${bigint(now)} end`.execute(
      change,
    );
    const notified = Number(numAffectedRows ?? 0);
    if (notified > 0 && body.length > keptBytes) {
      await change.updateTable("notifications").set({ body }).where("id", "=", notification).execute();
    }
    await change
      .updateTable("topics")
      .set({ notification, sha256, version, notified, changed_at: now })
      .where("topic", "=", topic)
      .execute();
    await change.deleteFrom("superseded").where("topic", "=", topic).where("sha256", "=", sha256).execute();
    await change
      .insertInto("superseded")
      .values({ topic, sha256: row.sha256, at: now })
      .onConflict((c) => c.columns(["topic", "sha256"]).doUpdateSet({ at: now }))
      .execute();
    await change
      .deleteFrom("superseded")
      .where("at", "<", now - recentMs)
      .execute();
    await store.engine.announce(change);
    return { changed: true, version, notified, changed_at: now };
  });
