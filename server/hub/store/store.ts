import { randomBytes } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { createClaims } from "./claims.ts";
import { createCounts } from "./counts.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { createEngine, type Engine, type StoreEvents } from "./engine.ts";
import { createNodes } from "./nodes.ts";
import { createRequestQueue } from "./request-queue.ts";
import { StoreAway } from "./store-error.ts";
import type { Tables } from "./tables.ts";

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

/** How long a list of origins is used for: many deliveries can fail at once, and each would ask for it. */
const originsMs = 1_000;

/**
 * Everything the hub remembers, as transactions; each of them is safe to lose the process after. Throws StoreUnusable for
 * a store that cannot work; one that is away is opened when it is back, and until then everything throws StoreAway.
 */
export const openStore = async (options: {
  databaseUrl: string;
  topics: readonly string[];
  events?: StoreEvents;
  /** How long a count is waited for before older numbers serve, when it is not to be the usual. */
  countMs?: number;
}) => {
  const engine = createEngine(options.databaseUrl, options.events ?? { onAway: () => {}, onBack: () => {} });
  try {
    await engine.prepare();
  } catch (error) {
    if (!(error instanceof StoreAway)) {
      await engine.close().catch(() => {});
      throw error;
    }
  }
  const topics = [...options.topics];
  const claims = createClaims(engine);
  const nodes = createNodes(engine, claims);

  return {
    engine,
    ...nodes,
    ...createRequestQueue(engine, claims.requests, nodes.node, topics),
    ...createDeliveryQueue(engine, claims.deliveries, nodes.node, topics),
    ...createLookups(engine, topics),
    ...createCounts(engine, topics, options.countMs),
    tidy: (now: number) => tidy(engine, now),
    close: () => engine.close(),
  };
};

const createLookups = (engine: Engine, topics: readonly string[]) => {
  return {
    /** When the next job of a kind is due, if there is any that no one has claimed. */
    nextDue: (table: "requests" | "deliveries"): Promise<number | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom(table)
          .select("due_at")
          .where("claimed_by", "is", null)
          .where("topic", "in", topics)
          .orderBy("due_at")
          .limit(1)
          .executeTakeFirst();
        return row?.due_at;
      }),

    notification: (id: string): Promise<StoredContent | undefined> =>
      engine.read((db) => db.selectFrom("notifications").selectAll().where("id", "=", id).executeTakeFirst()),

    /** When this content of a topic was replaced, if that was since the time given. */
    replacedAt: (topic: string, sha256: string, since: number): Promise<number | undefined> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("superseded")
          .select("at")
          .where("topic", "=", topic)
          .where("sha256", "=", sha256)
          .where("at", ">", since)
          .executeTakeFirst();
        return row?.at;
      }),

    someOrigins: createOrigins(engine, topics),

    isKnown: (topic: string, callback: string): Promise<boolean> =>
      engine.read(async (db) => {
        const row = await db
          .selectFrom("subscriptions")
          .select("id")
          .where("topic", "=", topic)
          .where("callback", "=", callback)
          .executeTakeFirst();
        return row !== undefined;
      }),

    sharedSecret: (name: string) => sharedSecret(engine, name),
  };
};

/** Some callback origins that are subscribed, the latest first. */
const createOrigins = (engine: Engine, topics: readonly string[]) => {
  let last: { until: number; found: Promise<string[]> } | undefined;
  const find = (now: number): Promise<string[]> =>
    engine.read(async (db) => {
      const { rows } = await sql<{ origin: string }>`
        select origin from subscriptions where topic ${engine.among(topics)} and expires_at > ${now}
        group by origin order by max(verified_at) desc limit 6`.execute(db);
      return rows.map((row) => row.origin);
    });
  return (now: number): Promise<string[]> => {
    if (last === undefined || performance.now() > last.until)
      last = { until: performance.now() + originsMs, found: find(now) };
    return last.found;
  };
};

/** A random text that all who share the store share too; made when it is first asked for. */
const sharedSecret = async (engine: Engine, name: string): Promise<string> => {
  const find = (db: Kysely<Tables>) =>
    db.selectFrom("settings").select("value").where("name", "=", name).executeTakeFirst();
  const known = await engine.read(find);
  if (known !== undefined) return known.value;
  return engine.change(true, async (change) => {
    const value = randomBytes(32).toString("base64url");
    await change
      .insertInto("settings")
      .values({ name, value })
      .onConflict((c) => c.doNothing())
      .execute();
    return (await find(change))?.value ?? value;
  });
};

/** How long content is kept that nobody waits for: an attempt that is about to begin may still read it. */
const unwantedMs = 5_000;
/** Most leases that are ended in one transaction. */
const mostLeases = 5_000;

/** Ends leases that are over and drops the contents that no one waits for; returns how many leases ended. */
const tidy = async (engine: Engine, now: number): Promise<number> => {
  const unwanted = sql`created_at < ${now - unwantedMs}
    and not exists (select 1 from topics where notification = notifications.id)
    and not exists (select 1 from deliveries where notification = notifications.id)`;
  const over = sql`select id from subscriptions where expires_at <= ${now} limit ${mostLeases}`;
  const rows = await engine.read(async (db) => {
    const found = await sql`select 1 from (${over}) as ended
      union all select 1 from notifications where ${unwanted}`.execute(db);
    return found.rows;
  });
  if (rows.length === 0) return 0;
  const { ended, dropped } = await engine.change(false, async (change) => {
    const leases = await sql`delete from subscriptions where id in (${over})`.execute(change);
    const contents = await sql`delete from notifications where ${unwanted}`.execute(change);
    return { ended: Number(leases.numAffectedRows ?? 0), dropped: Number(contents.numAffectedRows ?? 0) };
  });
  if (dropped > 0) await engine.purge();
  return ended;
};
