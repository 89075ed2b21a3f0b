import { sql } from "kysely";
import { type QueueClaims, requestId } from "./claims.ts";
import type { Change, Engine } from "./engine.ts";
import { newId } from "./id.ts";
import type { Choose } from "./claiming.ts";
import { type OriginFilter, originMatches } from "./origin-filter.ts";
import { checkQuotas, type QuotaRefusal, type Quotas } from "./quotas.ts";
import type { Tables } from "./tables.ts";

/** A subscriber's request as it waits for its verification; `denied` notifies a subscriber that it was removed. */
export type PendingRequest = Pick<
  Tables["requests"],
  "topic" | "callback" | "mode" | "origin" | "host" | "client" | "secret" | "lease_seconds" | "reason"
>;
export interface VerificationJob extends PendingRequest {
  token: string;
  asked: number;
}

/** What became of a verification; `again` asks once more at a later time. */
export type VerificationOutcome =
  | { kind: "confirmed"; at: number }
  | { kind: "dropped" }
  | { kind: "aborted" }
  | { kind: "again"; at: number };

/**
 * Requests that wait for the answer of their callback: for each topic and callback the newest to subscribe and the newest
 * to unsubscribe. They are asked for one after the other, in the order they came: nobody can tell who made them, so
 * neither may take the other's place.
 */
export const createRequestQueue = (
  engine: Engine,
  claims: QueueClaims,
  node: string,
  topics: readonly string[],
) => {
  let position = 0;
  const nextPosition = (now: number): number => (position = Math.max(position + 1, now * 1_000));
  return {
    /** Stores requests within the quotas; returns, in their order, which of them a quota refuses. */
    acceptRequests: (requests: readonly PendingRequest[], quotas: Quotas, now: number) =>
      engine.change(true, async (change): Promise<(QuotaRefusal | undefined)[]> => {
        const refused = await checkQuotas(engine, change, requests, quotas);
        const accepted = requests.filter((request) => !refused.has(request));
        if (accepted.length > 0) await insertRequests(engine, change, accepted, nextPosition, now);
        await engine.announce(change);
        return requests.map((request) => refused.get(request));
      }),

    claimVerifications: (
      limit: number,
      origins: OriginFilter,
      now: number,
      choose: Choose<VerificationJob>,
    ) =>
      claims.take((hold) =>
        engine.change(false, async (change): Promise<VerificationJob[]> => {
          const { rows } = await sql<VerificationJob>`
            select topic, callback, token, mode, origin, host, client, secret, lease_seconds, reason, asked
            from requests as next
            where claimed_by is null and due_at <= ${now} and topic ${engine.among(topics)}
              and ${originMatches(engine, origins)}
              and not exists (select 1 from requests as other where other.topic = next.topic
                and other.callback = next.callback and other.mode <> next.mode and other.mode <> 'denied'
                and (other.claimed_by is not null or other.position < next.position))
            order by due_at limit ${limit} ${engine.claiming}`.execute(change);
          const chosen = choose(rows);
          if (chosen.length === 0) return chosen;
          hold(chosen.map(requestId));
          const tokens = chosen.map((job) => job.token);
          await sql`update requests set claimed_by = ${node} where token ${engine.among(tokens)}`.execute(
            change,
          );
          return chosen;
        }),
      ),

    /** Records answers; returns whether another request is due at once because of them. */
    commitVerifications: async (
      results: readonly { job: VerificationJob; result: VerificationOutcome }[],
      now: number,
    ): Promise<boolean> => {
      const isDue = await engine.change(true, async (change) => {
        let due = false;
        for (const { job, result } of results) {
          if (await commit(change, node, job, result, now)) due = true;
        }
        return due;
      });
      claims.done(results.map(({ job }) => requestId(job)));
      return isDue;
    },
  };
};

const insertRequests = async (
  engine: Engine,
  change: Change,
  requests: readonly PendingRequest[],
  nextPosition: (now: number) => number,
  now: number,
): Promise<void> => {
  const latest = new Map<string, PendingRequest & { position: number }>();
  for (const request of requests) {
    latest.set(requestId(request), { ...request, position: nextPosition(now) });
  }
  await change
    .insertInto("requests")
    .values([...latest.values()].map((request) => ({ ...request, token: newId(), asked: 0, due_at: now })))
    .onConflict((c) =>
      c.columns(["topic", "callback", "mode"]).doUpdateSet((eb) => ({
        token: eb.ref("excluded.token"),
        position: eb.ref("excluded.position"),
        client: eb.ref("excluded.client"),
        secret: eb.ref("excluded.secret"),
        lease_seconds: eb.ref("excluded.lease_seconds"),
        reason: null,
        asked: 0,
        due_at: now,
      })),
    )
    .execute();
  await dropStaleDenials(
    engine,
    change,
    [...latest.values()].map(({ callback }) => callback),
  );
};

/** A denial that waits is not sent to a callback that has asked for something since then: that is the newer word. */
export const dropStaleDenials = async (
  engine: Engine,
  change: Change,
  callbacks: readonly string[],
): Promise<void> => {
  await sql`delete from requests where mode = 'denied' and claimed_by is null
    and callback ${engine.among([...new Set(callbacks)])}
    and exists (select 1 from requests as other where other.topic = requests.topic
      and other.callback = requests.callback and other.mode <> 'denied')`.execute(change);
};

/** Records one answer; returns true when another request for this topic and callback is due at once. */
const commit = async (
  change: Change,
  node: string,
  job: VerificationJob,
  result: VerificationOutcome,
  now: number,
): Promise<boolean> => {
  const rows = await change
    .selectFrom("requests")
    .selectAll()
    .where("topic", "=", job.topic)
    .where("callback", "=", job.callback)
    .execute();
  const row = rows.find(({ mode, claimed_by }) => mode === job.mode && claimed_by === node);
  if (row === undefined) return false;
  // What was confirmed holds, whoever has asked for something else in the meantime.
  if (result.kind === "confirmed") await applyConfirmed(change, job, result.at, now);
  const isSuperseded =
    row.token !== job.token &&
    !(result.kind === "confirmed" && row.secret === job.secret && row.lease_seconds === job.lease_seconds);
  const mine = change.updateTable("requests").where("token", "=", row.token);
  if (result.kind === "aborted" || isSuperseded) {
    await mine.set({ claimed_by: null }).execute();
    return true;
  }
  if (result.kind === "again") {
    await mine.set({ claimed_by: null, asked: job.asked + 1, due_at: result.at }).execute();
    return false;
  }
  await change.deleteFrom("requests").where("token", "=", row.token).execute();
  return rows.length > 1;
};

const applyConfirmed = async (
  change: Change,
  job: VerificationJob,
  at: number,
  now: number,
): Promise<void> => {
  const { topic, callback, origin, host, client } = job;
  if (job.mode === "unsubscribe") {
    await change
      .deleteFrom("subscriptions")
      .where("topic", "=", topic)
      .where("callback", "=", callback)
      .execute();
  } else if (job.mode === "subscribe") {
    const terms = {
      secret: job.secret,
      lease_seconds: job.lease_seconds,
      expires_at: at + job.lease_seconds * 1_000,
      failures: 0,
      verified_at: now,
    };
    // A renewal counts for whoever made the subscription first: a stranger cannot move it.
    await change
      .insertInto("subscriptions")
      .values({ id: newId(), topic, callback, origin, host, client, ...terms })
      .onConflict((c) => c.columns(["topic", "callback"]).doUpdateSet(terms))
      .execute();
  }
};
