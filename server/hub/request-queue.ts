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

interface Outcome {
  job: VerificationJob;
  result: VerificationOutcome;
}

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
          hold(chosen.map(requestId));
          const tokens = chosen.map((job) => job.token);
          const callbacks = chosen.map((job) => job.callback);
          await sql`update requests set claimed_by = ${node} where topic ${engine.among(topics)}
            and callback ${engine.among(callbacks)} and token ${engine.among(tokens)}`.execute(change);
          return chosen;
        }),
      ),

    /** Records answers; returns whether another request is due at once because of them. */
    commitVerifications: async (outcomes: readonly Outcome[], now: number): Promise<boolean> => {
      const isDue = await engine.change(true, (change) => commit(engine, change, node, outcomes, now));
      claims.done(outcomes.map(({ job }) => requestId(job)));
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

/** Has callbacks notified that their subscription has ended, and why. */
export const queueDenials = async (
  engine: Engine,
  change: Change,
  ended: readonly Pick<PendingRequest, "topic" | "callback" | "origin" | "host">[],
  reason: string,
  now: number,
): Promise<void> => {
  await change
    .insertInto("requests")
    .values(
      ended.map(({ topic, callback, origin, host }) => ({
        topic,
        callback,
        origin,
        host,
        client: null,
        position: 0,
        token: newId(),
        mode: "denied" as const,
        secret: null,
        lease_seconds: 0,
        reason,
        asked: 0,
        due_at: now,
      })),
    )
    .onConflict((c) => c.columns(["topic", "callback", "mode"]).doNothing())
    .execute();
  const callbacks = ended.map(({ callback }) => callback);
  await dropStaleDenials(engine, change, callbacks);
};

/** A denial that waits is not sent to a callback that has asked for something since then: that is the newer word. */
const dropStaleDenials = async (
  engine: Engine,
  change: Change,
  callbacks: readonly string[],
): Promise<void> => {
  await sql`delete from requests where mode = 'denied' and claimed_by is null
    and callback ${engine.among([...new Set(callbacks)])}
    and exists (select 1 from requests as other where other.topic = requests.topic
      and other.callback = requests.callback and other.mode <> 'denied')`.execute(change);
};

/** Records answers, a few statements for all of them; returns true when another request is due at once. */
const commit = async (
  engine: Engine,
  change: Change,
  node: string,
  outcomes: readonly Outcome[],
  now: number,
): Promise<boolean> => {
  const callbacks = [...new Set(outcomes.map(({ job }) => job.callback))];
  const topics = [...new Set(outcomes.map(({ job }) => job.topic))];
  const { rows } = await sql<Waiting>`
    select topic, callback, mode, token, secret, lease_seconds, claimed_by from requests
    where topic ${engine.among(topics)} and callback ${engine.among(callbacks)}`.execute(change);
  const claimed = new Map(rows.filter((row) => row.claimed_by === node).map((row) => [requestId(row), row]));
  const counts = new Map<string, number>();
  for (const { topic, callback } of rows)
    counts.set(`${topic} ${callback}`, (counts.get(`${topic} ${callback}`) ?? 0) + 1);

  const mine = outcomes.flatMap((outcome) => {
    const row = claimed.get(requestId(outcome.job));
    return row === undefined ? [] : [{ ...outcome, row, next: nextOf(outcome, row) }];
  });
  // What was confirmed holds, whoever has asked for something else in the meantime.
  await applyConfirmed(engine, change, mine, now);
  const ended = mine.filter(({ next }) => next === "over");
  await removeRequests(engine, change, ended);
  const freed = mine.filter(({ next }) => next === "anew");
  const again = mine.flatMap(({ result, ...rest }) => (result.kind === "again" ? [{ ...rest, result }] : []));
  await postpone(engine, change, [
    ...freed.map(({ job, row }) => ({ callback: job.callback, token: row.token, at: undefined })),
    ...again
      .filter(({ next }) => next === "again")
      .map(({ job, row, result }) => ({ callback: job.callback, token: row.token, at: result.at })),
  ]);
  return freed.length > 0 || ended.some(({ job }) => (counts.get(`${job.topic} ${job.callback}`) ?? 0) > 1);
};

/** A request that waits, as far as an answer is compared with it. */
type Waiting = Pick<
  Tables["requests"],
  "topic" | "callback" | "mode" | "token" | "secret" | "lease_seconds"
> & { claimed_by: string | null };
type Matched = Outcome & { row: Waiting };

/** What becomes of a request that was answered: it may have been replaced by a newer one of its kind since. */
const nextOf = ({ job, result }: Outcome, row: Waiting): "over" | "again" | "anew" => {
  const isSame = row.secret === job.secret && row.lease_seconds === job.lease_seconds;
  const isSuperseded = row.token !== job.token && !(result.kind === "confirmed" && isSame);
  if (result.kind === "aborted" || isSuperseded) return "anew";
  return result.kind === "again" ? "again" : "over";
};

/** The columns of the key are named as well, because the token has no index. */
const removeRequests = async (engine: Engine, change: Change, matched: readonly Matched[]): Promise<void> => {
  if (matched.length === 0) return;
  await sql`delete from requests where topic ${engine.among(valuesOf(matched, "topic"))}
    and callback ${engine.among(valuesOf(matched, "callback"))}
    and token ${engine.among(matched.map(({ row }) => row.token))}`.execute(change);
};

/** Gives claims back; with a time, the request has been asked once more and is due then. */
const postpone = async (
  engine: Engine,
  change: Change,
  requests: readonly { callback: string; token: string; at: number | undefined }[],
): Promise<void> => {
  if (requests.length === 0) return;
  const next = engine.rows(
    requests.map(({ callback, token, at }) => ({ texts: [callback, token], numbers: [at ?? -1, 0] })),
  );
  await sql`update requests as r set claimed_by = null,
      asked = case when next.number1 < 0 then r.asked else r.asked + 1 end,
      due_at = case when next.number1 < 0 then r.due_at else next.number1 end
    from ${next} as next where r.callback = next.text1 and r.token = next.text2`.execute(change);
};

const valuesOf = (matched: readonly Matched[], name: "topic" | "callback"): string[] => [
  ...new Set(matched.map(({ job }) => job[name])),
];

const applyConfirmed = async (
  engine: Engine,
  change: Change,
  matched: readonly Matched[],
  now: number,
): Promise<void> => {
  const confirmed = matched.flatMap(({ job, result }) =>
    result.kind === "confirmed" ? [{ job, at: result.at }] : [],
  );
  const left = confirmed.filter(({ job }) => job.mode === "unsubscribe");
  if (left.length > 0) {
    const keys = engine.rows(left.map(({ job }) => ({ texts: [job.topic, job.callback], numbers: [0, 0] })));
    await sql`delete from subscriptions where id in (
      select s.id from subscriptions as s join ${keys} as k on s.topic = k.text1 and s.callback = k.text2)`.execute(
      change,
    );
  }
  const joined = confirmed.filter(({ job }) => job.mode === "subscribe");
  for (let from = 0; from < joined.length; from += mostRows) {
    await change
      .insertInto("subscriptions")
      .values(joined.slice(from, from + mostRows).map(({ job, at }) => toSubscription(job, at, now)))
      // A renewal counts for whoever made the subscription first: a stranger cannot move it.
      .onConflict((c) =>
        c.columns(["topic", "callback"]).doUpdateSet((eb) => ({
          secret: eb.ref("excluded.secret"),
          lease_seconds: eb.ref("excluded.lease_seconds"),
          expires_at: eb.ref("excluded.expires_at"),
          failures: 0,
          verified_at: now,
        })),
      )
      .execute();
  }
};

/** Most rows of one insertion: each has a dozen parameters, and their number is limited. */
const mostRows = 1_000;

const toSubscription = (job: VerificationJob, at: number, now: number) => ({
  id: newId(),
  topic: job.topic,
  callback: job.callback,
  origin: job.origin,
  host: job.host,
  client: job.client,
  secret: job.secret,
  lease_seconds: job.lease_seconds,
  expires_at: at + job.lease_seconds * 1_000,
  failures: 0,
  verified_at: now,
});
