import { sql } from "kysely";
import { type QueueClaims, requestId } from "./claims.ts";
import type { Change, Engine } from "./engine.ts";
import { newId } from "./id.ts";
import type { Choose } from "./claiming.ts";
import { type OriginFilter, originMatches } from "./origin-filter.ts";
import type { Tables } from "./tables.ts";

/** A subscriber's request as it waits for its verification; `denied` tells a subscriber that it was removed. */
export type PendingRequest = Pick<
  Tables["requests"],
  "topic" | "callback" | "mode" | "origin" | "secret" | "lease_seconds" | "reason"
>;
export interface VerificationJob extends PendingRequest {
  token: string;
  asked: number;
}

/** What became of a verification; `again` asks once more at a later time. */
export type VerificationSettlement =
  | { kind: "confirmed"; at: number }
  | { kind: "dropped" }
  | { kind: "aborted" }
  | { kind: "again"; at: number };

/** Requests that wait for the answer of their callback: one for each topic and callback, the newest. */
export const createRequestQueue = (
  engine: Engine,
  claims: QueueClaims,
  node: string,
  topics: readonly string[],
) => ({
  /** Stores requests; the last one for a topic and callback replaces an earlier one that still waits. */
  acceptRequests: (requests: readonly PendingRequest[], now: number) =>
    engine.change(true, async (change) => {
      const latest = new Map(requests.map((request) => [requestId(request), request]));
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

  claimVerifications: (limit: number, origins: OriginFilter, now: number, choose: Choose<VerificationJob>) =>
    claims.take((hold) =>
      engine.change(false, async (change): Promise<VerificationJob[]> => {
        const { rows } = await sql<VerificationJob>`
          select topic, callback, token, mode, origin, secret, lease_seconds, reason, asked from requests
          where claimed_by is null and due_at <= ${now} and topic ${engine.among(topics)}
            and ${originMatches(engine, origins)}
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

  /** Records answers; returns whether one of these requests is due again at once. */
  settleVerifications: async (
    results: readonly { job: VerificationJob; result: VerificationSettlement }[],
    now: number,
  ): Promise<boolean> => {
    const waits = await engine.change(true, async (change) => {
      let due = false;
      for (const { job, result } of results) {
        if (await settle(change, node, job, result, now)) due = true;
      }
      return due;
    });
    claims.done(results.map(({ job }) => requestId(job)));
    return waits;
  },
});

/** Records one answer; returns true when the request is due again at once. */
const settle = async (
  change: Change,
  node: string,
  job: VerificationJob,
  result: VerificationSettlement,
  now: number,
): Promise<boolean> => {
  const row = await change
    .selectFrom("requests")
    .selectAll()
    .where("topic", "=", job.topic)
    .where("callback", "=", job.callback)
    .where("claimed_by", "=", node)
    .executeTakeFirst();
  if (row === undefined) return false;
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
  if (result.kind === "aborted" || (superseded && !(same && result.kind === "confirmed"))) {
    // The answer was to another question: the newer request is asked for itself.
    await update({ claimed_by: null });
    return true;
  }
  if (result.kind === "again") {
    await update({ claimed_by: null, asked: job.asked + 1, due_at: result.at });
    return false;
  }
  await remove("requests");
  if (result.kind !== "confirmed") return false;
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
  return false;
};
