import { sql } from "kysely";
import { bigint, type Change, type Engine } from "./engine.ts";
import { newId } from "./id.ts";
import type { Choose } from "./claiming.ts";
import { type OriginFilter, originMatches } from "./origin-filter.ts";

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

/** What became of an attempt to deliver; `aborted` and `inconclusive` leave no mark on the subscription. */
export type DeliverySettlement =
  | { kind: "delivered" }
  | { kind: "gone" }
  | { kind: "aborted" }
  | { kind: "failed" | "inconclusive"; retryAt: number; quietUntil: number };

/** A subscription that three failures have ended. */
interface Removed {
  subscription: string;
  topic: string;
}

const failuresToRemove = 3;
const removalReason = "three deliveries in a row failed; subscribe again when the callback works";

/** Deliveries that are due or under way: at most one for each subscription, of the newest content. */
export const createDeliveryQueue = (engine: Engine, node: string, topics: readonly string[]) => ({
  claimDeliveries: (limit: number, origins: OriginFilter, now: number, choose: Choose<DeliveryJob>) =>
    engine.change(false, async (change): Promise<DeliveryJob[]> => {
      const { rows } = await sql<DeliveryJob>`
          with due as materialized (
            select subscription, notification, topic, origin, attempts from deliveries
            where claimed_by is null and due_at <= ${now} and topic ${engine.among(topics)}
              and ${originMatches(engine, origins)}
            order by due_at, subscription limit ${limit} ${engine.claiming})
          select due.*, s.callback, s.secret, s.failures
          from due join subscriptions s on s.id = due.subscription where s.expires_at > ${now}`.execute(
        change,
      );
      const chosen = choose(rows);
      if (chosen.length > 0) {
        await sql`update deliveries set claimed_by = ${node} where subscription ${engine.among(chosen.map((job) => job.subscription))}`.execute(
          change,
        );
      }
      return chosen;
    }),

  /** Records attempts; returns what three failures have removed, and when the first of these jobs is due again. */
  settleDeliveries: (results: readonly { job: DeliveryJob; result: DeliverySettlement }[], now: number) =>
    engine.change(
      results.some(({ result }) => result.kind !== "delivered" && result.kind !== "aborted"),
      async (change): Promise<{ removed: Removed[]; dueAt: number | undefined }> => {
        const of = (kind: DeliverySettlement["kind"]) =>
          results.filter(({ result }) => result.kind === kind).map(({ job }) => job);
        const delivered = of("delivered");
        let deleted = 0;
        for (const notification of new Set(delivered.map((job) => job.notification))) {
          const ids = delivered
            .filter((job) => job.notification === notification)
            .map((job) => job.subscription);
          const { numAffectedRows } =
            await sql`delete from deliveries where notification = ${notification} and claimed_by = ${node}
              and subscription ${engine.among(ids.toSorted())}`.execute(change);
          deleted += Number(numAffectedRows);
        }
        const recovered = delivered.filter((job) => job.failures > 0).map((job) => job.subscription);
        if (recovered.length > 0) {
          await sql`update subscriptions set failures = 0 where id ${engine.among(recovered.toSorted())}`.execute(
            change,
          );
        }
        if (deleted === results.length) return { removed: [], dueAt: undefined };
        const gone = of("gone").map((job) => job.subscription);
        if (gone.length > 0) {
          await sql`delete from subscriptions where id ${engine.among(gone.toSorted())}`.execute(change);
        }
        const removed: Removed[] = [];
        const due: number[] = [];
        for (const { job, result } of results) {
          if (result.kind !== "failed" && result.kind !== "inconclusive") continue;
          const dueAt = await postpone(change, node, job, result, now);
          // A node that was taken for dead has lost its claims: the attempt is another's to count.
          if (dueAt === undefined) continue;
          if (result.kind === "failed" && (await countFailure(change, job.subscription, now))) {
            removed.push({ subscription: job.subscription, topic: job.topic });
          } else due.push(dueAt);
        }
        // What is still claimed was cut short, or has newer content waiting: it is due at once.
        const { numAffectedRows } = await sql`update deliveries set claimed_by = null
            where claimed_by = ${node} and subscription ${engine.among(results.map(({ job }) => job.subscription).toSorted())}`.execute(
          change,
        );
        if (numAffectedRows) due.push(now);
        return { removed, dueAt: due.length === 0 ? undefined : Math.min(...due) };
      },
    ),
});

/** Counts a failed attempt; the third in a row ends the subscription, and true is returned. */
const countFailure = async (change: Change, id: string, now: number): Promise<boolean> => {
  const row = await change
    .updateTable("subscriptions")
    .set((eb) => ({ failures: eb("failures", "+", 1) }))
    .where("id", "=", id)
    .returning(["topic", "callback", "origin", "failures"])
    .executeTakeFirst();
  if (row === undefined || row.failures < failuresToRemove) return false;
  await change.deleteFrom("subscriptions").where("id", "=", id).execute();
  await change
    .insertInto("requests")
    .values({
      topic: row.topic,
      callback: row.callback,
      origin: row.origin,
      token: newId(),
      mode: "denied",
      secret: null,
      lease_seconds: 0,
      reason: removalReason,
      asked: 0,
      due_at: now,
    })
    // A request that the subscriber has made since then is the newer word.
    .onConflict((c) => c.columns(["topic", "callback"]).doNothing())
    .execute();
  return true;
};

/** Sets the time of the next attempt, which is now where newer content has taken this one's place, and returns it. */
const postpone = async (
  change: Change,
  node: string,
  job: DeliveryJob,
  { retryAt, quietUntil }: { retryAt: number; quietUntil: number },
  now: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ due_at: number }>`
    update deliveries set claimed_by = null, attempts = attempts + 1, not_before = ${quietUntil},
      due_at = case when notification = ${job.notification} then ${bigint(retryAt)}
                    else ${bigint(Math.max(quietUntil, now))} end
    where subscription = ${job.subscription} and claimed_by = ${node} returning due_at`.execute(change);
  return rows[0]?.due_at;
};
