import { type Choose, type OriginFilter, originMatches, type QueueClaims } from "./nodes.ts";
import { bigint, type Db } from "./database.ts";
import type { Engine } from "./engine.ts";
import { queueDenial } from "./request-queue.ts";

export interface DeliveryJob {
  subscription: string;
  notification: string;
  topic: string;
  origin: string;
  callback: string;
  secret: string | null;
  attempts: number;
  failures: number;
}

/** The outcome of a delivery attempt; `aborted` and `inconclusive` leave no mark on the subscription. */
export type DeliveryOutcome =
  | { kind: "delivered" }
  | { kind: "gone" }
  | { kind: "aborted" }
  | { kind: "failed" | "inconclusive"; retryAt: number; notBefore: number };

interface Outcome {
  job: DeliveryJob;
  result: DeliveryOutcome;
}

const maxFailures = 3;
const removalReason = "three deliveries in a row failed; subscribe again when the callback works";

/** Deliveries that are due or under way: at most one for each subscription, of the newest content. */
export const createDeliveryQueue = (
  engine: Engine,
  claims: QueueClaims,
  node: string,
  topics: readonly string[],
) => ({
  claimDeliveries: (limit: number, origins: OriginFilter, now: number, choose: Choose<DeliveryJob>) =>
    claims.take((hold) =>
      engine.change(false, async (db): Promise<DeliveryJob[]> => {
        const rows = await db.rows<DeliveryJob>`
          with due as materialized (
            select subscription, notification, topic, origin, attempts from deliveries
            where claimed_by is null and due_at <= ${now} and topic ${db.among(topics)}
              and ${originMatches(db, origins)}
            order by due_at, subscription limit ${limit} ${db.skipLocked})
          select due.*, s.callback, s.secret, s.failures
          from due join subscriptions s on s.id = due.subscription where s.expires_at > ${now}`;
        const chosen = choose(rows);
        if (chosen.length === 0) return chosen;
        const ids = chosen.map((job) => job.subscription);
        hold(ids);
        await db.run`update deliveries set claimed_by = ${node} where subscription ${db.among(ids)}`;
        return chosen;
      }),
    ),

  /** Records attempts; returns what three failures have removed, and when the first of these jobs is due again. */
  commitDeliveries: async (outcomes: readonly Outcome[], now: number) => {
    const isDurable = outcomes.some(({ result }) => result.kind !== "delivered" && result.kind !== "aborted");
    // In one order on all nodes, so that two transactions never wait for each other.
    const sorted = outcomes.toSorted((one, other) =>
      one.job.subscription < other.job.subscription ? -1 : 1,
    );
    const committed = await engine.change(isDurable, (db) => commit(db, node, sorted, now));
    claims.done(outcomes.map(({ job }) => job.subscription));
    return committed;
  },
});

const commit = async (db: Db, node: string, outcomes: readonly Outcome[], now: number) => {
  const removed: Pick<DeliveryJob, "subscription" | "topic">[] = [];
  const due: number[] = [];
  if ((await removeDelivered(db, node, outcomes)) === outcomes.length) return { removed, dueAt: undefined };
  for (const { job, result } of outcomes) {
    const { subscription, topic } = job;
    // It may have been renewed since this node has lost its claim.
    if (result.kind === "gone")
      await db.run`delete from subscriptions where id in
        (select subscription from deliveries where subscription = ${subscription} and claimed_by = ${node})`;
    if (!("retryAt" in result)) continue;
    const dueAt = await postpone(db, node, job, result, now);
    // A node that was taken for dead has lost its claims: the attempt is another's to count.
    if (dueAt === undefined) continue;
    const isOver = result.kind === "failed" && (await countFailure(db, subscription, now));
    if (isOver) removed.push({ subscription, topic });
    else due.push(dueAt);
  }
  // Entries still claimed were aborted or have newer content waiting: they are due at once.
  const ids = outcomes.map(({ job }) => job.subscription);
  const freed = await db.run`update deliveries set claimed_by = null
    where claimed_by = ${node} and subscription ${db.among(ids)}`;
  if (freed > 0) due.push(now);
  return { removed, dueAt: due.length === 0 ? undefined : Math.min(...due) };
};

/** Returns how many deliveries are over; the others have newer content waiting, or are another node's by now. */
const removeDelivered = async (db: Db, node: string, outcomes: readonly Outcome[]): Promise<number> => {
  const delivered = outcomes.filter(({ result }) => result.kind === "delivered").map(({ job }) => job);
  let count = 0;
  for (const notification of new Set(delivered.map((job) => job.notification))) {
    const ids = delivered.filter((job) => job.notification === notification).map((job) => job.subscription);
    count += await db.run`delete from deliveries where notification = ${notification} and claimed_by = ${node}
      and subscription ${db.among(ids)}`;
  }
  const recovered = delivered.filter(({ failures }) => failures > 0).map((job) => job.subscription);
  if (recovered.length > 0)
    await db.run`update subscriptions set failures = 0 where id ${db.among(recovered)}`;
  return count;
};

/** Sets when a delivery is tried next, and returns it: where newer content has come meanwhile, as soon as that may be. */
const postpone = async (
  db: Db,
  node: string,
  { subscription, notification }: DeliveryJob,
  { retryAt, notBefore }: { retryAt: number; notBefore: number },
  now: number,
): Promise<number | undefined> => {
  const [row] = await db.rows<{ due_at: number }>`
    update deliveries set claimed_by = null, attempts = attempts + 1, not_before = ${notBefore},
      due_at = case when notification = ${notification} then ${bigint(retryAt)} else ${bigint(Math.max(notBefore, now))} end
    where subscription = ${subscription} and claimed_by = ${node} returning due_at`;
  return row?.due_at;
};

/** Counts a failed attempt; the third in a row ends the subscription, and its callback is to be notified. */
const countFailure = async (db: Db, subscription: string, now: number): Promise<boolean> => {
  const [row] = await db.rows<Parameters<typeof queueDenial>[1] & { failures: number }>`
    update subscriptions set failures = failures + 1 where id = ${subscription}
    returning topic, callback, origin, host, failures`;
  if (row === undefined || row.failures < maxFailures) return false;
  await db.run`delete from subscriptions where id = ${subscription}`;
  await queueDenial(db, row, removalReason, now);
  return true;
};
