import { sql } from "kysely";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { openEngine } from "./engine.ts";
import { createNodes } from "./nodes.ts";
import { createRequestQueue } from "./request-queue.ts";

export interface Content {
  topic: string;
  sha256: string;
  type: string;
  body: Uint8Array;
}

/** Content as it was stored for its deliveries. */
export interface StoredContent extends Content {
  created_at: number;
}

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Everything the hub remembers, as transactions; each of them is safe to lose the process after. */
export const openStore = async (options: {
  databaseUrl: string;
  topics: readonly string[];
  onFault: (error: unknown) => void;
}) => {
  const engine = await openEngine(options.databaseUrl, options.onFault);
  const { db } = engine;
  const topics = [...options.topics];
  const nodes = createNodes(engine);

  return {
    engine,
    ...nodes,
    ...createRequestQueue(engine, nodes.node, topics),
    ...createDeliveryQueue(engine, nodes.node, topics),

    /** When the next job of a kind is due, if there is any that no one has claimed. */
    nextDue: async (table: "requests" | "deliveries"): Promise<number | undefined> => {
      const row = await db
        .selectFrom(table)
        .select("due_at")
        .where("claimed_by", "is", null)
        .where("topic", "in", topics)
        .orderBy("due_at")
        .limit(1)
        .executeTakeFirst();
      return row?.due_at;
    },

    notification: (id: string) =>
      db.selectFrom("notifications").selectAll().where("id", "=", id).executeTakeFirst(),

    /** Some callback origins that are subscribed, the latest first. */
    someOrigins: async (now: number): Promise<string[]> => {
      const { rows } = await sql<{ origin: string }>`
        select origin from subscriptions where topic ${engine.among(topics)} and expires_at > ${now}
        group by origin order by max(verified_at) desc limit 6`.execute(db);
      return rows.map((row) => row.origin);
    },

    isKnown: async (topic: string, callback: string): Promise<boolean> => {
      const row = await db
        .selectFrom("subscriptions")
        .select("id")
        .where("topic", "=", topic)
        .where("callback", "=", callback)
        .executeTakeFirst();
      return row !== undefined;
    },

    counts: async (now: number) => {
      const subscriptions = await db
        .selectFrom("subscriptions")
        .select(({ fn }) => ["topic", fn.countAll<number>().as("count")])
        .where("expires_at", ">", now)
        .groupBy("topic")
        .execute();
      const of = (table: "requests" | "deliveries" | "notifications") =>
        db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll<number>().as("count"))
          .where("topic", "in", topics)
          .executeTakeFirstOrThrow();
      return {
        subscriptions: topics.map((topic) => ({
          topic,
          count: subscriptions.find((row) => row.topic === topic)?.count ?? 0,
        })),
        total: subscriptions.reduce((sum, row) => sum + row.count, 0),
        requests: (await of("requests")).count,
        deliveries: (await of("deliveries")).count,
        contents: (await of("notifications")).count,
      };
    },

    /** Ends the leases that are over and drops the contents that no one waits for; returns how many leases ended. */
    tidy: async (now: number): Promise<number> => {
      const unwanted = sql`created_at < ${now - 60_000} and id not in (select notification from topics)
        and id not in (select notification from deliveries)`;
      const { rows } = await sql`select 1 from subscriptions where expires_at <= ${now}
        union all select 1 from notifications where ${unwanted}`.execute(db);
      if (rows.length === 0) return 0;
      return engine.change(false, async (change) => {
        const ended = await sql`delete from subscriptions where expires_at <= ${now}`.execute(change);
        await sql`delete from notifications where ${unwanted}`.execute(change);
        return Number(ended.numAffectedRows ?? 0);
      });
    },

    close: () => engine.close(),
  };
};
