import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { type Db, StoreAway, raw, sql } from "./database.ts";
import { createDeliveryQueue } from "./delivery-queue.ts";
import { type Engine, type StoreEvents, createEngine } from "./engine.ts";
import { createClaims, createNodes } from "./nodes.ts";
import { createRequestQueue } from "./request-queue.ts";

export interface Content {
  topic: string;
  sha256: string;
  type: string;
  body: Uint8Array;
}

export interface StoredContent extends Content {
  created_at: number;
}

export type Store = Awaited<ReturnType<typeof openStore>>;

/** How long a list of origins is reused: many deliveries can fail at once, and each would query it. */
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
  const claims = createClaims();
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
  const find = async <R>(query: (db: Db) => Promise<R[]>): Promise<R | undefined> =>
    (await engine.read(query))[0];
  const has = async (query: (db: Db) => Promise<unknown[]>): Promise<boolean> =>
    (await engine.read(query)).length > 0;
  return {
    /** In how many milliseconds the next job of a kind is due, if there is any that no one has claimed. */
    nextDue: async (table: "requests" | "deliveries", now: number): Promise<number | undefined> => {
      const row = await find(
        (db) => db.rows<{ due_at: number }>`select due_at from ${raw(table)}
          where claimed_by is null and topic ${db.among(topics)} order by due_at limit 1`,
      );
      return row && row.due_at - now;
    },

    notification: (id: string): Promise<StoredContent | undefined> =>
      find(
        (db) => db.rows<StoredContent>`
          select topic, sha256, type, body, created_at from notifications where id = ${id}`,
      ),

    /** Was this content of a topic replaced since the time given? */
    wasReplaced: (topic: string, sha256: string, since: number): Promise<boolean> =>
      has(
        (db) =>
          db.rows`select 1 from superseded where topic = ${topic} and sha256 = ${sha256} and at > ${since}`,
      ),

    someOrigins: createOrigins(engine, topics),

    isKnown: (topic: string, callback: string): Promise<boolean> =>
      has((db) => db.rows`select 1 from subscriptions where topic = ${topic} and callback = ${callback}`),

    sharedSecret: (name: string) => sharedSecret(engine, name),
  };
};

/** Some callback origins that are subscribed, the latest first. */
const createOrigins = (engine: Engine, topics: readonly string[]) => {
  let last: { until: number; found: Promise<string[]> } | undefined;
  const find = (now: number): Promise<string[]> =>
    engine.read(async (db) => {
      const rows = await db.rows<{ origin: string }>`
        select origin from subscriptions where topic ${db.among(topics)} and expires_at > ${now}
        group by origin order by max(verified_at) desc limit 6`;
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
  const find = async (db: Db) =>
    (await db.rows<{ value: string }>`select value from settings where name = ${name}`)[0]?.value;
  const known = await engine.read(find);
  if (known !== undefined) return known;
  return engine.change(true, async (db) => {
    const value = randomBytes(32).toString("base64url");
    await db.run`insert into settings (name, value) values (${name}, ${value}) on conflict (name) do nothing`;
    return (await find(db)) ?? value;
  });
};

/** How long content is kept that nobody waits for: an attempt that is about to begin may still read it. */
const unwantedMs = 5_000;
/** Most leases that are ended in one transaction. */
const maxLeases = 5_000;

/** Ends leases that are over and drops the contents that no one waits for; returns how many leases ended. */
const tidy = async (engine: Engine, now: number): Promise<number> => {
  const unwanted = sql`created_at < ${now - unwantedMs}
    and not exists (select 1 from topics where notification = notifications.id)
    and not exists (select 1 from deliveries where notification = notifications.id)`;
  const over = sql`select id from subscriptions where expires_at <= ${now} limit ${maxLeases}`;
  const found = await engine.read(
    (db) => db.rows`select 1 from (${over}) as ended union all select 1 from notifications where ${unwanted}`,
  );
  if (found.length === 0) return 0;
  const { ended, dropped } = await engine.change(false, async (db) => ({
    ended: await db.run`delete from subscriptions where id in (${over})`,
    dropped: await db.run`delete from notifications where ${unwanted}`,
  }));
  if (dropped > 0) await engine.purge();
  return ended;
};

export type StoreCounts = Awaited<ReturnType<typeof count>>;

/** Up to so many rows are counted whenever someone asks. */
const fewRows = 5_000;
/** The numbers serve for so many times as long as it took to count them, and for so long at most. */
const freshTimes = 20;
const maxFreshMs = 5_000;
/** The longest wait for a count, which a locked or silent store may never give; then the one before it serves. */
const countMs = 250;

const createCounts = (engine: Engine, topics: readonly string[], answerMs = countMs) => {
  let kept: StoreCounts | undefined;
  let freshUntil = -Infinity;
  let isCounting = false;
  const isFresh = () => performance.now() < freshUntil;
  const recount = async (now: number): Promise<void> => {
    const begun = performance.now();
    isCounting = true;
    try {
      kept = await count(engine, topics, now);
    } finally {
      const ended = performance.now();
      freshUntil = ended + Math.min((ended - begun) * freshTimes, maxFreshMs);
      isCounting = false;
    }
  };
  return {
    counts: async (now: number): Promise<StoreCounts> => {
      const isFew = kept === undefined || kept.total + kept.requests + kept.deliveries <= fewRows;
      if (isFew || !isFresh()) await Promise.race([recount(now), pause(answerMs, undefined, { ref: false })]);
      if (kept === undefined) throw new StoreAway("the hub's store could not be counted in time");
      return kept;
    },
    /** The last numbers, for those who wait for nothing; they are counted again meanwhile. */
    lastCounts: (now: number): StoreCounts | undefined => {
      if (!isFresh() && !isCounting) recount(now).catch(() => {});
      return kept;
    },
  };
};

const count = (engine: Engine, topics: readonly string[], now: number) =>
  engine.read(async (db) => {
    const rows = await db.rows<{ topic: string; count: number }>`
      select topic, count(*) as count from subscriptions where expires_at > ${now} group by topic`;
    const counted = new Map(rows.map((row) => [row.topic, row.count]));
    const of = async (table: "requests" | "deliveries" | "notifications"): Promise<number> => {
      const [row] = await db.rows<{ count: number }>`
        select count(*) as count from ${raw(table)} where topic ${db.among(topics)}`;
      return row?.count ?? 0;
    };
    return {
      subscriptions: topics.map((topic) => ({ topic, count: counted.get(topic) ?? 0 })),
      total: rows.reduce((sum, row) => sum + row.count, 0),
      requests: await of("requests"),
      deliveries: await of("deliveries"),
      contents: await of("notifications"),
    };
  });
