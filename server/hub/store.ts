import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { type RawBuilder, sql } from "kysely";
import { type Change, openEngine, type Tables } from "./engine.ts";

/** A subscriber's request as it waits for its verification; `denied` tells a subscriber that it was removed. */
export type PendingRequest = Pick<
  Tables["requests"],
  "topic" | "callback" | "mode" | "origin" | "secret" | "lease_seconds" | "reason"
>;
export interface VerificationJob extends PendingRequest {
  token: string;
  asked: number;
}
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
export interface Content {
  topic: string;
  sha256: string;
  type: string;
  body: Uint8Array;
}

/** What became of an attempt to deliver; `cut` and `doubted` leave no mark on the subscription. */
export type DeliverySettlement =
  | { kind: "delivered" }
  | { kind: "gone" }
  | { kind: "cut" }
  | { kind: "failed" | "doubted"; retryAt: number; quietUntil: number };

/** A subscription that three failures have ended. */
interface Removed {
  subscription: string;
  topic: string;
}

/** What became of a verification; `again` asks once more at a later time. */
export type VerificationSettlement =
  | { kind: "confirmed"; at: number }
  | { kind: "dropped" }
  | { kind: "cut" }
  | { kind: "again"; at: number };

export const failuresToRemove = 3;
const removalReason = "three deliveries in a row failed; subscribe again when the callback works";

export const newId = (): string => randomBytes(16).toString("base64url");

/** Tells this process from an earlier one that had the same process id. */
const boot = newId();

/** A node is taken for dead when it has not said for this long that it lives. */
const aliveMs = 12_000;

export type Store = Awaited<ReturnType<typeof openStore>>;

/** Everything the hub remembers, as transactions; each of them is safe to lose the process after. */
export const openStore = async (options: {
  databaseUrl: string;
  topics: readonly string[];
  onFault: (error: unknown) => void;
}) => {
  const engine = await openEngine(options.databaseUrl, options.onFault);
  const { db } = engine;
  const node = `${boot}.${newId()}`;
  const topics = [...options.topics];

  const anyOf = (values: readonly string[]): RawBuilder<string> =>
    engine.kind === "sqlite"
      ? sql`(select value from json_each(${JSON.stringify(values)}))`
      : sql`(select unnest(${values}::text[]))`;
  const lock = engine.kind === "postgres" ? sql`for update skip locked` : sql``;

  const heartbeat = (now: number) =>
    engine.change(false, async (change) => {
      await change
        .insertInto("nodes")
        .values({ id: node, host: hostname(), pid: process.pid, alive_until: now + aliveMs })
        .onConflict((c) => c.column("id").doUpdateSet({ alive_until: now + aliveMs }))
        .execute();
      await change.deleteFrom("nodes").where("alive_until", "<", now).execute();
      const dead = (eb: { selectFrom: Change["selectFrom"] }) => eb.selectFrom("nodes").select("id");
      const freed = [
        await change
          .updateTable("deliveries")
          .set({ claimed_by: null })
          .where("claimed_by", "is not", null)
          .where("claimed_by", "not in", dead(change))
          .executeTakeFirst(),
        await change
          .updateTable("requests")
          .set({ claimed_by: null })
          .where("claimed_by", "is not", null)
          .where("claimed_by", "not in", dead(change))
          .executeTakeFirst(),
      ];
      return freed.reduce((sum, { numUpdatedRows }) => sum + Number(numUpdatedRows), 0);
    });

  /** Nodes of this machine whose process is gone are dead at once, without waiting for their silence. */
  const forgetDeadNeighbours = async () => {
    const neighbours = await db.selectFrom("nodes").selectAll().where("host", "=", hostname()).execute();
    const gone = neighbours.filter(({ id, pid }) =>
      pid === process.pid ? !id.startsWith(boot) : !isRunning(pid),
    );
    if (gone.length === 0) return;
    await engine.change(false, (change) =>
      change
        .deleteFrom("nodes")
        .where(
          "id",
          "in",
          gone.map(({ id }) => id),
        )
        .execute(),
    );
  };

  return {
    engine,
    node,
    heartbeat,
    forgetDeadNeighbours,

    /** Stores requests; the last one for a topic and callback replaces an earlier one that still waits. */
    acceptRequests: (requests: readonly PendingRequest[], now: number) =>
      engine.change(true, async (change) => {
        const latest = new Map(requests.map((request) => [`${request.topic} ${request.callback}`, request]));
        await change
          .insertInto("requests")
          .values(
            [...latest.values()].map((request) => ({ ...request, token: newId(), asked: 0, due_at: now })),
          )
          .onConflict((c) =>
            c.columns(["topic", "callback"]).doUpdateSet((eb) => ({
              token: eb.ref("excluded.token"),
              mode: eb.ref("excluded.mode"),
              secret: eb.ref("excluded.secret"),
              lease_seconds: eb.ref("excluded.lease_seconds"),
              reason: null,
              asked: 0,
              due_at: now,
            })),
          )
          .execute();
        await engine.announce(change);
      }),

    claimVerifications: (
      limit: number,
      busy: readonly string[],
      now: number,
      choose: Choose<VerificationJob>,
    ) =>
      engine.change(false, async (change): Promise<VerificationJob[]> => {
        const { rows } = await sql<VerificationJob>`
          select topic, callback, token, mode, origin, secret, lease_seconds, reason, asked from requests
          where claimed_by is null and due_at <= ${now} and topic in ${anyOf(topics)}
            and origin not in ${anyOf(busy)}
          order by due_at limit ${limit} ${lock}`.execute(change);
        const chosen = choose(rows);
        if (chosen.length > 0) {
          await sql`update requests set claimed_by = ${node} where token in ${anyOf(chosen.map((job) => job.token))}`.execute(
            change,
          );
        }
        return chosen;
      }),

    settleVerifications: (
      results: readonly { job: VerificationJob; result: VerificationSettlement }[],
      now: number,
    ) =>
      engine.change(true, async (change) => {
        for (const { job, result } of results) await settleVerification(change, node, job, result, now);
        await engine.announce(change);
      }),

    claimDeliveries: (limit: number, busy: readonly string[], now: number, choose: Choose<DeliveryJob>) =>
      engine.change(false, async (change): Promise<DeliveryJob[]> => {
        const { rows } = await sql<DeliveryJob>`
          select d.subscription, d.notification, d.topic, d.origin, d.attempts, s.callback, s.secret, s.failures
          from deliveries d join subscriptions s on s.id = d.subscription
          where d.claimed_by is null and d.due_at <= ${now} and d.topic in ${anyOf(topics)}
            and s.expires_at > ${now} and d.origin not in ${anyOf(busy)}
          order by d.due_at limit ${limit} ${engine.kind === "postgres" ? sql`for update of d skip locked` : sql``}`.execute(
          change,
        );
        const chosen = choose(rows);
        if (chosen.length > 0) {
          await sql`update deliveries set claimed_by = ${node} where subscription in ${anyOf(chosen.map((job) => job.subscription))}`.execute(
            change,
          );
        }
        return chosen;
      }),

    /** Records attempts; returns what three failures have removed, and when the first of these jobs is due again. */
    settleDeliveries: (results: readonly { job: DeliveryJob; result: DeliverySettlement }[], now: number) =>
      engine.change(
        results.some(({ result }) => result.kind !== "delivered" && result.kind !== "cut"),
        async (change): Promise<{ removed: Removed[]; dueAt: number | undefined }> => {
          const of = (kind: DeliverySettlement["kind"]) =>
            results.filter(({ result }) => result.kind === kind).map(({ job }) => job);
          const delivered = of("delivered");
          for (const notification of new Set(delivered.map((job) => job.notification))) {
            const ids = delivered
              .filter((job) => job.notification === notification)
              .map((job) => job.subscription);
            await sql`delete from deliveries where notification = ${notification} and claimed_by = ${node}
              and subscription in ${anyOf(ids.toSorted())}`.execute(change);
          }
          const recovered = delivered.filter((job) => job.failures > 0).map((job) => job.subscription);
          if (recovered.length > 0) {
            await sql`update subscriptions set failures = 0 where id in ${anyOf(recovered.toSorted())}`.execute(
              change,
            );
          }
          const gone = of("gone").map((job) => job.subscription);
          if (gone.length > 0) {
            await sql`delete from subscriptions where id in ${anyOf(gone.toSorted())}`.execute(change);
          }
          const removed: Removed[] = [];
          const due: number[] = [];
          for (const { job, result } of results) {
            if (result.kind !== "failed" && result.kind !== "doubted") continue;
            if (result.kind === "failed" && (await countFailure(change, job.subscription, now))) {
              removed.push({ subscription: job.subscription, topic: job.topic });
              continue;
            }
            await postpone(change, node, job, result, now);
            due.push(result.retryAt);
          }
          // What is still claimed was cut short, or has newer content waiting: it is due at once.
          const { numAffectedRows } = await sql`update deliveries set claimed_by = null
            where claimed_by = ${node} and subscription in ${anyOf(results.map(({ job }) => job.subscription).toSorted())}`.execute(
            change,
          );
          if (numAffectedRows) due.push(now);
          return { removed, dueAt: due.length === 0 ? undefined : Math.min(...due) };
        },
      ),

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
        select origin from subscriptions where topic in ${anyOf(topics)} and expires_at > ${now}
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

    /** Gives back everything this node has claimed. */
    release: () =>
      engine.change(false, async (change) => {
        await change
          .updateTable("deliveries")
          .set({ claimed_by: null })
          .where("claimed_by", "=", node)
          .execute();
        await change
          .updateTable("requests")
          .set({ claimed_by: null })
          .where("claimed_by", "=", node)
          .execute();
        await change.deleteFrom("nodes").where("id", "=", node).execute();
        await engine.announce(change);
      }),
    close: () => engine.close(),
  };
};

/** Chooses which of the jobs that are due to claim. */
export type Choose<J> = (jobs: J[]) => J[];

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

/** Counts a failed attempt; the third in a row ends the subscription, and its topic is returned. */
const countFailure = async (change: Change, id: string, now: number): Promise<string | undefined> => {
  const row = await change
    .updateTable("subscriptions")
    .set((eb) => ({ failures: eb("failures", "+", 1) }))
    .where("id", "=", id)
    .returning(["topic", "callback", "origin", "failures"])
    .executeTakeFirst();
  if (row === undefined || row.failures < failuresToRemove) return undefined;
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
  return row.topic;
};

/** PostgreSQL cannot tell the type of a number that stands alone in an expression. */
export const bigint = (value: number) => sql<number>`cast(${value} as bigint)`;

/** Sets the time of the next attempt, unless newer content has taken this one's place. */
const postpone = (
  change: Change,
  node: string,
  job: DeliveryJob,
  { retryAt, quietUntil }: { retryAt: number; quietUntil: number },
  now: number,
) =>
  sql`update deliveries set claimed_by = null, attempts = attempts + 1, not_before = ${quietUntil},
      due_at = case when notification = ${job.notification} then ${bigint(retryAt)}
                    else ${bigint(Math.max(quietUntil, now))} end
    where subscription = ${job.subscription} and claimed_by = ${node}`.execute(change);

const settleVerification = async (
  change: Change,
  node: string,
  job: VerificationJob,
  result: VerificationSettlement,
  now: number,
): Promise<void> => {
  const row = await change
    .selectFrom("requests")
    .selectAll()
    .where("topic", "=", job.topic)
    .where("callback", "=", job.callback)
    .where("claimed_by", "=", node)
    .executeTakeFirst();
  if (row === undefined) return;
  const update = (values: { claimed_by: null; asked?: number; due_at?: number }) =>
    change
      .updateTable("requests")
      .set(values)
      .where("topic", "=", job.topic)
      .where("callback", "=", job.callback)
      .execute();
  const remove = (table: "requests" | "subscriptions") =>
    change.deleteFrom(table).where("topic", "=", job.topic).where("callback", "=", job.callback).execute();
  const same =
    row.token === job.token ||
    (row.mode === job.mode && row.secret === job.secret && row.lease_seconds === job.lease_seconds);
  const superseded = row.token !== job.token;
  if (result.kind === "cut" || (superseded && !(same && result.kind === "confirmed"))) {
    // The answer was to another question: the newer request is asked for itself.
    await update({ claimed_by: null });
    return;
  }
  if (result.kind === "again") {
    await update({ claimed_by: null, asked: job.asked + 1, due_at: result.at });
    return;
  }
  await remove("requests");
  if (result.kind !== "confirmed") return;
  if (job.mode === "unsubscribe") {
    await remove("subscriptions");
  } else if (job.mode === "subscribe") {
    const terms = {
      secret: job.secret,
      lease_seconds: job.lease_seconds,
      expires_at: result.at + job.lease_seconds * 1_000,
      failures: 0,
      verified_at: now,
    };
    await change
      .insertInto("subscriptions")
      .values({ id: newId(), topic: job.topic, callback: job.callback, origin: job.origin, ...terms })
      .onConflict((c) => c.columns(["topic", "callback"]).doUpdateSet(terms))
      .execute();
  }
};
