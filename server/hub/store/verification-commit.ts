import { sql } from "kysely";
import { requestKey } from "./claims.ts";
import type { Change } from "./database.ts";
import type { Engine } from "./engine.ts";
import { newId } from "./id.ts";
import type { VerificationJob, Verified } from "./pending-request.ts";
import type { Tables } from "./tables.ts";

/** Records answers, a few statements for all of them; returns true when another request is due at once. */
export const commitVerified = async (
  engine: Engine,
  change: Change,
  node: string,
  all: readonly Verified[],
  now: number,
): Promise<boolean> => {
  // A claim that was lost in a fault is made again, so one request can have two answers: the last one counts.
  const outcomes = [...new Map(all.map((outcome) => [requestKey(outcome.job), outcome])).values()];
  const callbacks = [...new Set(outcomes.map(({ job }) => job.callback))];
  const topics = [...new Set(outcomes.map(({ job }) => job.topic))];
  const { rows } = await sql<Waiting>`
    select topic, callback, mode, token, secret, lease_seconds, claimed_by from requests
    where topic ${engine.among(topics)} and callback ${engine.among(callbacks)}`.execute(change);
  const claimed = new Map(rows.filter((row) => row.claimed_by === node).map((row) => [requestKey(row), row]));
  const counts = new Map<string, number>();
  for (const { topic, callback } of rows)
    counts.set(`${topic} ${callback}`, (counts.get(`${topic} ${callback}`) ?? 0) + 1);

  const mine = outcomes.flatMap((outcome) => {
    const row = claimed.get(requestKey(outcome.job));
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
type Matched = Verified & { row: Waiting };

/** What becomes of a request that was answered: it may have been replaced by a newer one of its kind since. */
const nextOf = ({ job, result }: Verified, row: Waiting): "over" | "again" | "anew" => {
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
