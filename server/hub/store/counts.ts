import { setTimeout as pause } from "node:timers/promises";
import type { Engine } from "./engine.ts";
import { raw, StoreAway } from "./database.ts";

export interface StoreCounts {
  subscriptions: { topic: string; count: number }[];
  total: number;
  requests: number;
  deliveries: number;
  contents: number;
}

/** Up to so many rows are counted whenever someone asks. */
const fewRows = 5_000;
/** Counting more takes at most this part of the time, however often the counts are asked for. */
const part = 1 / 20;
/** But no number is older than this, where the store can be read. */
const maxMs = 5_000;
/** Whoever asks waits this long for a count of many rows, and gets the one before it otherwise. */
const patienceMs = 5;
/** The longest wait for a count of few rows, which a locked or silent store may never give; then the one before it serves. */
const fewRowsMs = 250;

/** How many rows of each kind there are; of many, the numbers are kept and counted again beside those who ask. */
export const createCounts = (engine: Engine, topics: readonly string[], answerMs = fewRowsMs) => {
  let kept: StoreCounts | undefined;
  let again = -Infinity;
  let counting: Promise<void> | undefined;

  const recount = async (now: number): Promise<void> => {
    const begun = performance.now();
    try {
      kept = await count(engine, topics, now);
    } finally {
      const ended = performance.now();
      again = ended + Math.min((ended - begun) / part, maxMs);
      counting = undefined;
    }
  };

  const recountIfDue = (now: number): void => {
    if (performance.now() >= again) counting ??= recount(now);
    counting?.catch(() => {});
  };

  /** The numbers as they are, or as they were a moment ago. */
  const counts = async (now: number): Promise<StoreCounts> => {
    if (kept === undefined || rowsOf(kept) <= fewRows) {
      await Promise.race([recount(now), pause(answerMs, undefined, { ref: false })]);
      if (kept === undefined) throw new StoreAway("the hub's store could not be counted in time");
      return kept;
    }
    recountIfDue(now);
    await Promise.race([counting?.catch(() => {}), pause(patienceMs)]);
    return kept;
  };

  return {
    counts,
    /** The last numbers, for those who wait for nothing; they are counted again meanwhile. */
    lastCounts: (now: number): StoreCounts | undefined => {
      recountIfDue(now);
      return kept;
    },
  };
};

const rowsOf = ({ total, requests, deliveries }: StoreCounts): number => total + requests + deliveries;

const count = (engine: Engine, topics: readonly string[], now: number): Promise<StoreCounts> =>
  engine.read(async (db) => {
    const rows = await db.rows<{ topic: string; count: number }>`
      select topic, count(*) as count from subscriptions where expires_at > ${now} group by topic`;
    const of = async (table: "requests" | "deliveries" | "notifications"): Promise<number> => {
      const [row] = await db.rows<{ count: number }>`
        select count(*) as count from ${raw(table)} where topic ${db.among(topics)}`;
      return row?.count ?? 0;
    };
    return {
      subscriptions: topics.map((topic) => ({
        topic,
        count: rows.find((row) => row.topic === topic)?.count ?? 0,
      })),
      total: rows.reduce((sum, row) => sum + row.count, 0),
      requests: await of("requests"),
      deliveries: await of("deliveries"),
      contents: await of("notifications"),
    };
  });
