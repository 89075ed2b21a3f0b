import { sql } from "kysely";
import type { Choose, QueueClaims } from "./claims.ts";
import type { Change } from "./database.ts";
import { bigint, type Engine } from "./engine.ts";
import { countFailures, type Removed } from "./three-failure-rule.ts";
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
export type DeliveryOutcome =
  | { kind: "delivered" }
  | { kind: "gone" }
  | { kind: "aborted" }
  | { kind: "failed" | "inconclusive"; retryAt: number; quietUntil: number };

interface Outcome {
  job: DeliveryJob;
  result: DeliveryOutcome;
}
type LaterOutcome = { job: DeliveryJob; result: Extract<DeliveryOutcome, { retryAt: number }> };

/** Deliveries that are due or under way: at most one for each subscription, of the newest content. */
export const createDeliveryQueue = (
  engine: Engine,
  claims: QueueClaims,
  node: string,
  topics: readonly string[],
) => ({
  claimDeliveries: (limit: number, origins: OriginFilter, now: number, choose: Choose<DeliveryJob>) =>
    claims.take((hold) =>
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
        if (chosen.length === 0) return chosen;
        const ids = chosen.map((job) => job.subscription);
        hold(ids);
        await sql`update deliveries set claimed_by = ${node} where subscription ${engine.among(ids)}`.execute(
          change,
        );
        return chosen;
      }),
    ),

  /** Records attempts; returns what three failures have removed, and when the first of these jobs is due again. */
  commitDeliveries: async (outcomes: readonly Outcome[], now: number) => {
    const isDurable = outcomes.some(({ result }) => result.kind !== "delivered" && result.kind !== "aborted");
    const committed = await engine.change(isDurable, (change) => commit(engine, change, node, outcomes, now));
    claims.done(outcomes.map(({ job }) => job.subscription));
    return committed;
  },
});

const subscriptionsOf = (outcomes: readonly Outcome[], kind: DeliveryOutcome["kind"]): string[] =>
  outcomes
    .filter(({ result }) => result.kind === kind)
    .map(({ job }) => job.subscription)
    .toSorted();

const commit = async (
  engine: Engine,
  change: Change,
  node: string,
  outcomes: readonly Outcome[],
  now: number,
): Promise<{ removed: Removed[]; dueAt: number | undefined }> => {
  if ((await removeDelivered(engine, change, node, outcomes)) === outcomes.length)
    return { removed: [], dueAt: undefined };
  const gone = subscriptionsOf(outcomes, "gone");
  if (gone.length > 0) await sql`delete from subscriptions where id ${engine.among(gone)}`.execute(change);
  // A node that was taken for dead has lost its claims: the attempt is another's to count.
  const postponed = await postpone(engine, change, node, outcomes, now);
  const failed = subscriptionsOf(outcomes, "failed").filter((id) => postponed.has(id));
  const removed = failed.length > 0 ? await countFailures(engine, change, failed, now) : [];
  for (const { subscription } of removed) postponed.delete(subscription);
  // What is still claimed was aborted, or has newer content waiting: it is due at once.
  const { numAffectedRows } = await sql`update deliveries set claimed_by = null
    where claimed_by = ${node} and subscription ${engine.among(outcomes.map(({ job }) => job.subscription).toSorted())}`.execute(
    change,
  );
  const due = [...postponed.values(), ...(numAffectedRows ? [now] : [])];
  return { removed, dueAt: due.length === 0 ? undefined : Math.min(...due) };
};

/** Returns how many deliveries are over; the others have newer content waiting, or are another node's by now. */
const removeDelivered = async (
  engine: Engine,
  change: Change,
  node: string,
  outcomes: readonly Outcome[],
): Promise<number> => {
  const delivered = outcomes.filter(({ result }) => result.kind === "delivered");
  let deleted = 0;
  for (const notification of new Set(delivered.map(({ job }) => job.notification))) {
    const ids = delivered
      .filter(({ job }) => job.notification === notification)
      .map(({ job }) => job.subscription);
    const { numAffectedRows } =
      await sql`delete from deliveries where notification = ${notification} and claimed_by = ${node}
        and subscription ${engine.among(ids.toSorted())}`.execute(change);
    deleted += Number(numAffectedRows ?? 0);
  }
  const recovered = delivered.filter(({ job }) => job.failures > 0).map(({ job }) => job.subscription);
  if (recovered.length > 0) {
    await sql`update subscriptions set failures = 0 where id ${engine.among(recovered.toSorted())}`.execute(
      change,
    );
  }
  return deleted;
};

/** Sets when each is tried next, which is now where newer content has taken its place; returns these times. */
const postpone = async (
  engine: Engine,
  change: Change,
  node: string,
  outcomes: readonly Outcome[],
  now: number,
): Promise<Map<string, number>> => {
  const later = outcomes.filter((one): one is LaterOutcome => "retryAt" in one.result);
  if (later.length === 0) return new Map();
  const next = engine.rows(
    later.map(({ job, result }) => ({
      texts: [job.subscription, job.notification],
      numbers: [result.retryAt, result.quietUntil],
    })),
  );
  const { rows } = await sql<{ subscription: string; due_at: number }>`
    update deliveries as d set claimed_by = null, attempts = d.attempts + 1, not_before = next.number2,
      due_at = case when d.notification = next.text2 then next.number1
                    when next.number2 > ${bigint(now)} then next.number2 else ${bigint(now)} end
    from ${next} as next where d.subscription = next.text1 and d.claimed_by = ${node}
    returning subscription, due_at`.execute(change);
  return new Map(rows.map((row) => [row.subscription, row.due_at]));
};
