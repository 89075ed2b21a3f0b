import { sql } from "kysely";
import { type Choose, type QueueClaims, requestKey } from "./claims.ts";
import type { Change } from "./database.ts";
import type { Engine } from "./engine.ts";
import { newId } from "./id.ts";
import { type OriginFilter, originMatches } from "./origin-filter.ts";
import { checkQuotas, type QuotaRefusal, type Quotas } from "./quotas.ts";
import { dropStaleDenials } from "./denials.ts";
import type { PendingRequest, VerificationJob, Verified } from "./pending-request.ts";
import { commitVerified } from "./verification-commit.ts";

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
          const rows = await findDue(engine, change, topics, { limit, origins, now });
          const chosen = choose(rows);
          if (chosen.length === 0) return chosen;
          hold(chosen.map(requestKey));
          const tokens = chosen.map((job) => job.token);
          const callbacks = chosen.map((job) => job.callback);
          await sql`update requests set claimed_by = ${node} where topic ${engine.among(topics)}
            and callback ${engine.among(callbacks)} and token ${engine.among(tokens)}`.execute(change);
          return chosen;
        }),
      ),

    /** Records answers; returns whether another request is due at once because of them. */
    commitVerifications: async (outcomes: readonly Verified[], now: number): Promise<boolean> => {
      const isDue = await engine.change(true, (change) =>
        commitVerified(engine, change, node, outcomes, now),
      );
      claims.done(outcomes.map(({ job }) => requestKey(job)));
      return isDue;
    },
  };
};

/** What may be asked for now: of the requests for one topic and callback the first, and one at a time. */
const findDue = async (
  engine: Engine,
  change: Change,
  topics: readonly string[],
  { limit, origins, now }: { limit: number; origins: OriginFilter; now: number },
): Promise<VerificationJob[]> => {
  const { rows } = await sql<VerificationJob>`
            select topic, callback, token, mode, origin, host, client, secret, lease_seconds, reason, asked
            from requests as next
            where claimed_by is null and due_at <= ${now} and topic ${engine.among(topics)}
              and ${originMatches(engine, origins)}
              and not exists (select 1 from requests as other where other.topic = next.topic
                and other.callback = next.callback and other.mode <> next.mode and other.mode <> 'denied'
                and (other.claimed_by is not null or other.position < next.position))
            order by due_at limit ${limit} ${engine.claiming}`.execute(change);
  return rows;
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
    latest.set(requestKey(request), { ...request, position: nextPosition(now) });
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
