import { sql } from "kysely";
import { newId } from "./id.ts";
import type { Change } from "./database.ts";
import type { Engine } from "./engine.ts";
import { queueDenials } from "./denials.ts";
import type { Store } from "./store.ts";

/** What an operator may see of a subscription: everything but the secret. */
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

/** What the operator's commands do to the store; the servers on it find the work within seconds. */
export const createOperator = ({ engine }: Pick<Store, "engine">) => ({
  list: (id?: string): Promise<ShownSubscription[]> => list(engine, id),

  /** Ends a subscription and tells its callback why; false when there is none with that id. */
  remove: (id: string, reason: string, now: number): Promise<boolean> =>
    engine.change(true, async (change) => {
      const row = await change
        .deleteFrom("subscriptions")
        .where("id", "=", id)
        .returning(["topic", "callback", "origin", "host"])
        .executeTakeFirst();
      if (row === undefined) return false;
      const { topic, callback } = row;
      await change
        .deleteFrom("requests")
        .where("topic", "=", topic)
        .where("callback", "=", callback)
        .execute();
      await queueDenials(engine, change, [row], reason, now);
      await engine.announce(change);
      return true;
    }),

  /**
   * Sends the newest content again, as a new notification; returns to how many subscriptions. Large content that
   * nobody was subscribed to when it came is not kept, so it cannot be sent.
   */
  redeliver: (which: { id: string } | { topic: string }, now: number): Promise<number> =>
    engine.change(true, async (change) => {
      const rows = await change
        .selectFrom("subscriptions as s")
        .innerJoin("topics as t", "t.topic", "s.topic")
        .innerJoin("notifications as n", "n.id", "t.notification")
        .where(sql<number>`length(n.body)`, ">", 0)
        .select(["s.id", "s.topic", "s.origin"])
        .where("s.expires_at", ">", now)
        .where("id" in which ? "s.id" : "s.topic", "=", "id" in which ? which.id : which.topic)
        .execute();
      for (const topic of new Set(rows.map((row) => row.topic))) {
        const notification = await copyNewest(change, topic, now);
        for (const { id, origin } of rows.filter((row) => row.topic === topic)) {
          const due = { notification, attempts: 0, due_at: now };
          await change
            .insertInto("deliveries")
            .values({ ...due, subscription: id, topic, origin, not_before: 0 })
            .onConflict((c) => c.column("subscription").doUpdateSet(due))
            .execute();
        }
      }
      await engine.announce(change);
      return rows.length;
    }),
});

/** A new notification with the content of a topic's last one. */
const copyNewest = async (change: Change, topic: string, now: number): Promise<string> => {
  const notification = newId();
  await change
    .insertInto("notifications")
    .columns(["id", "topic", "sha256", "type", "body", "created_at"])
    .expression((eb) =>
      eb
        .selectFrom("notifications as n")
        .innerJoin("topics as t", "t.notification", "n.id")
        .select([eb.val(notification).as("id"), "n.topic", "n.sha256", "n.type", "n.body"])
        .select(eb.cast<number>(eb.val(now), "bigint").as("created_at"))
        .where("t.topic", "=", topic),
    )
    .execute();
  return notification;
};

const list = async (engine: Engine, id: string | undefined): Promise<ShownSubscription[]> => {
  const rows = await engine.read((db) =>
    db
      .selectFrom("subscriptions as s")
      .leftJoin("deliveries as d", "d.subscription", "s.id")
      .select([
        "s.id",
        "s.topic",
        "s.callback",
        "s.lease_seconds",
        "s.verified_at",
        "s.expires_at",
        "s.failures",
      ])
      .select(["d.notification", "d.attempts", "d.due_at", "d.claimed_by"])
      .select((eb) => eb("s.secret", "is not", null).as("signed"))
      .$if(id !== undefined, (query) => query.where("s.id", "=", id ?? ""))
      .orderBy("s.topic")
      .orderBy("s.verified_at")
      .execute(),
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
