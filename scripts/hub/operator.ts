import { bigint, newId, sql } from "../../server/hub/store/database.ts";
import type { Engine } from "../../server/hub/store/engine.ts";
import { queueDenial } from "../../server/hub/store/request-queue.ts";
import type { Store } from "../../server/hub/store/store.ts";

/** A subscription as an operator may see it: everything but the secret. */
export interface ShownSubscription {
  id: string;
  topic: string;
  callback: string;
  signed: boolean;
  lease_seconds: number;
  verified_at: string;
  expires_at: string;
  failures: number;
  /** The delivery that waits or is under way, if there is one. */
  delivery?: { id: string; attempts: number; due_at: string; claimed: boolean };
}

/** The operator's changes to the store; the servers that share it find the work within seconds. */
export const createOperator = ({ engine }: Pick<Store, "engine">) => ({
  /** Subscriptions of all topics, or the one with that id. */
  list: (id?: string): Promise<ShownSubscription[]> => list(engine, id),

  /** Ends a subscription and tells its callback why; false when there is none with that id. */
  remove: (id: string, reason: string, now: number): Promise<boolean> =>
    engine.change(true, async (db) => {
      const [row] = await db.rows<Parameters<typeof queueDenial>[1]>`
        delete from subscriptions where id = ${id} returning topic, callback, origin, host`;
      if (row === undefined) return false;
      await db.run`delete from requests where topic = ${row.topic} and callback = ${row.callback}`;
      await queueDenial(db, row, reason, now);
      return true;
    }),

  /**
   * Sends the newest content again, as a new notification; returns to how many subscriptions. Large content that
   * nobody was subscribed to when it came is not kept, so it cannot be sent.
   */
  redeliver: (which: { id: string } | { topic: string }, now: number): Promise<number> =>
    engine.change(true, async (db) => {
      const chosen = "id" in which ? sql`s.id = ${which.id}` : sql`s.topic = ${which.topic}`;
      const rows = await db.rows<{ id: string; topic: string; origin: string }>`
        select s.id, s.topic, s.origin from subscriptions as s
        join topics as t on t.topic = s.topic join notifications as n on n.id = t.notification
        where length(n.body) > 0 and s.expires_at > ${now} and ${chosen}`;
      for (const topic of new Set(rows.map((row) => row.topic))) {
        const notification = newId();
        await db.run`insert into notifications (id, topic, sha256, type, body, created_at)
          select ${notification}, n.topic, n.sha256, n.type, n.body, ${bigint(now)}
          from notifications as n join topics as t on t.notification = n.id where t.topic = ${topic}`;
        for (const { id, origin } of rows.filter((row) => row.topic === topic))
          await db.run`insert into deliveries (subscription, notification, topic, origin, attempts, due_at, not_before)
            values (${id}, ${notification}, ${topic}, ${origin}, 0, ${now}, 0) on conflict (subscription)
            do update set notification = excluded.notification, attempts = 0, due_at = excluded.due_at`;
      }
      return rows.length;
    }),
});

interface Row {
  id: string;
  topic: string;
  callback: string;
  lease_seconds: number;
  verified_at: number;
  expires_at: number;
  failures: number;
  signed: boolean | number;
  notification: string | null;
  attempts: number | null;
  due_at: number | null;
  claimed_by: string | null;
}

const list = async (engine: Engine, id: string | undefined): Promise<ShownSubscription[]> => {
  const rows = await engine.read(
    (db) => db.rows<Row>`
      select s.id, s.topic, s.callback, s.lease_seconds, s.verified_at, s.expires_at, s.failures,
        s.secret is not null as signed, d.notification, d.attempts, d.due_at, d.claimed_by
      from subscriptions as s left join deliveries as d on d.subscription = s.id
      where ${id === undefined ? sql`1 = 1` : sql`s.id = ${id}`} order by s.topic, s.verified_at`,
  );
  return rows.map(({ signed, notification, attempts, due_at, claimed_by, ...row }) => ({
    ...row,
    signed: Boolean(signed),
    verified_at: toInstant(row.verified_at),
    expires_at: toInstant(row.expires_at),
    ...(notification !== null && {
      delivery: {
        id: `${notification}.${row.id}`,
        attempts: attempts ?? 0,
        due_at: toInstant(due_at ?? 0),
        claimed: claimed_by !== null,
      },
    }),
  }));
};

const toInstant = (ms: number): string => new Date(ms).toISOString();
