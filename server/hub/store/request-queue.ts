import ipaddr from "ipaddr.js";
import { createHmac } from "node:crypto";
import { networkKey } from "../../networks.ts";
import type { CallbackParts } from "../egress/callback.ts";
import { specialKind } from "../egress/public-address.ts";
import { type Choose, type OriginFilter, type QueueClaims, originMatches, requestKey } from "./nodes.ts";
import { type Db, bigint, newId, raw, sql } from "./database.ts";
import type { Engine } from "./engine.ts";

/** A subscriber's request as it waits for its verification; `denied` notifies a subscriber that it was removed. */
export interface PendingRequest {
  topic: string;
  callback: string;
  mode: "subscribe" | "unsubscribe" | "denied";
  origin: string;
  host: string;
  client: string | null;
  secret: string | null;
  lease_seconds: number;
  reason: string | null;
}
export interface VerificationJob extends PendingRequest {
  token: string;
  asked: number;
}

/** The outcome of a verification; `again` asks once more later. */
export type VerificationOutcome =
  | { kind: "confirmed"; at: number }
  | { kind: "dropped" }
  | { kind: "aborted" }
  | { kind: "again"; at: number };

interface Verified {
  job: VerificationJob;
  result: VerificationOutcome;
}

/**
 * Requests that wait for the answer of their callback: for each topic and callback the newest to subscribe and the newest
 * to unsubscribe. They are verified one after the other, in the order they came: either may be a
 * stranger's, so neither replaces the other.
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
      engine.change(true, async (db): Promise<(QuotaRefusal | undefined)[]> => {
        const refused: (QuotaRefusal | undefined)[] = [];
        for (const request of requests) {
          const refusal = await findQuotaRefusal(db, request, quotas);
          if (refusal === undefined) await insert(db, request, nextPosition(now), now);
          refused.push(refusal);
        }
        return refused;
      }),

    claimVerifications: (
      limit: number,
      origins: OriginFilter,
      now: number,
      choose: Choose<VerificationJob>,
    ) =>
      claims.take((hold) =>
        engine.change(false, async (db): Promise<VerificationJob[]> => {
          const rows = await findDue(db, topics, origins, limit, now);
          const chosen = choose(rows);
          if (chosen.length === 0) return chosen;
          hold(chosen.map(requestKey));
          // The columns of the key are named as well, because the token has no index.
          await db.run`update requests set claimed_by = ${node} where topic ${db.among(topics)}
            and callback ${db.among(chosen.map((job) => job.callback))} and token ${db.among(chosen.map((job) => job.token))}`;
          return chosen;
        }),
      ),

    /** Records answers; returns whether another request is due at once because of them. */
    commitVerifications: async (outcomes: readonly Verified[], now: number): Promise<boolean> => {
      const isDue = await engine.change(true, async (db) => {
        let isAnyDue = false;
        for (const outcome of outcomes) if (await commit(db, node, outcome, now)) isAnyDue = true;
        return isAnyDue;
      });
      claims.done(outcomes.map(({ job }) => requestKey(job)));
      return isDue;
    },
  };
};

/** The requests that may be verified now: for one topic and callback the first, and one at a time. */
const findDue = (
  db: Db,
  topics: readonly string[],
  origins: OriginFilter,
  limit: number,
  now: number,
): Promise<VerificationJob[]> =>
  db.rows<VerificationJob>`
    select topic, callback, token, mode, origin, host, client, secret, lease_seconds, reason, asked
    from requests as next
    where claimed_by is null and due_at <= ${now} and topic ${db.among(topics)}
      and ${originMatches(db, origins)}
      and not exists (select 1 from requests as other where other.topic = next.topic
        and other.callback = next.callback and other.mode <> next.mode and other.mode <> 'denied'
        and (other.claimed_by is not null or other.position < next.position))
    order by due_at limit ${limit} ${db.skipLocked}`;

const insert = async (db: Db, request: PendingRequest, position: number, now: number): Promise<void> => {
  const { topic, callback, mode, origin, host, client, secret, lease_seconds, reason } = request;
  await db.run`insert into requests (topic, callback, mode, token, origin, host, client, position, secret,
      lease_seconds, reason, asked, due_at)
    values (${topic}, ${callback}, ${mode}, ${newId()}, ${origin}, ${host}, ${client}, ${position}, ${secret},
      ${lease_seconds}, ${reason}, 0, ${now})
    on conflict (topic, callback, mode) do update set token = excluded.token, position = excluded.position,
      client = excluded.client, secret = excluded.secret, lease_seconds = excluded.lease_seconds,
      reason = excluded.reason, asked = 0, due_at = excluded.due_at`;
  // A denial that waits is dropped when its callback asks for something new: the answer to that is what counts.
  await db.run`delete from requests where topic = ${topic} and callback = ${callback} and mode = 'denied'
    and claimed_by is null`;
};

/** Has a callback notified that its subscription has ended, and why, unless it has asked for something meanwhile. */
export const queueDenial = async (
  db: Db,
  { topic, callback, origin, host }: Pick<PendingRequest, "topic" | "callback" | "origin" | "host">,
  reason: string,
  now: number,
): Promise<void> => {
  await db.run`insert into requests (topic, callback, mode, token, origin, host, position, lease_seconds, reason,
      asked, due_at)
    select ${topic}, ${callback}, 'denied', ${newId()}, ${origin}, ${host}, 0, 0, ${reason}, 0, ${bigint(now)}
    where not exists (select 1 from requests where topic = ${topic} and callback = ${callback} and mode <> 'denied')
    on conflict (topic, callback, mode) do nothing`;
};

const commit = async (db: Db, node: string, { job, result }: Verified, now: number): Promise<boolean> => {
  const { topic, callback, mode } = job;
  const ofCallback = sql`topic = ${topic} and callback = ${callback}`;
  const isThis = sql`${ofCallback} and mode = ${mode}`;
  const [row] = await db.rows<{ token: string; secret: string | null; lease_seconds: number }>`
    select token, secret, lease_seconds from requests where ${isThis} and claimed_by = ${node} ${db.forUpdate}`;
  // A claim that was lost in a fault is made again, so one request can have two answers.
  if (row === undefined) return false;
  // A confirmed request stands, whatever was asked for in the meantime.
  if (result.kind === "confirmed") await apply(db, job, result.at, now);

  const isSame = row.secret === job.secret && row.lease_seconds === job.lease_seconds;
  const isSuperseded = row.token !== job.token && !(result.kind === "confirmed" && isSame);
  if (result.kind === "aborted" || isSuperseded) {
    await db.run`update requests set claimed_by = null where ${isThis}`;
    return true;
  }
  if (result.kind === "again") {
    await db.run`update requests set claimed_by = null, asked = asked + 1, due_at = ${result.at} where ${isThis}`;
    return false;
  }
  await db.run`delete from requests where ${isThis}`;
  return (await db.rows`select 1 from requests where ${ofCallback} limit 1`).length > 0;
};

const apply = async (db: Db, job: VerificationJob, at: number, now: number): Promise<void> => {
  const { topic, callback, mode, origin, host, client, secret, lease_seconds } = job;
  if (mode === "unsubscribe")
    await db.run`delete from subscriptions where topic = ${topic} and callback = ${callback}`;
  if (mode !== "subscribe") return;
  // A renewal counts for whoever made the subscription first: a stranger cannot move it.
  await db.run`insert into subscriptions (id, topic, callback, origin, host, client, secret, lease_seconds,
      expires_at, failures, verified_at)
    values (${newId()}, ${topic}, ${callback}, ${origin}, ${host}, ${client}, ${secret}, ${lease_seconds},
      ${at + lease_seconds * 1_000}, 0, ${now})
    on conflict (topic, callback) do update set secret = excluded.secret, lease_seconds = excluded.lease_seconds,
      expires_at = excluded.expires_at, failures = 0, verified_at = excluded.verified_at`;
};

/** Most subscriptions that one callback host, and one client, may have; 0 is no limit. */
export interface Quotas {
  perHost: number;
  perClient: number;
}

export type QuotaRefusal = "host" | "client";

/** Which quota a request would exceed, if any; what is subscribed or asked for already may always be renewed. */
const findQuotaRefusal = async (
  db: Db,
  request: { topic: string; callback: string; mode: string; host: string; client: string | null },
  { perHost, perClient }: Quotas,
): Promise<QuotaRefusal | undefined> => {
  const { topic, callback, mode, host, client } = request;
  if (mode !== "subscribe" || (perHost === 0 && perClient === 0)) return undefined;
  const known = await db.rows`
    select 1 from subscriptions where topic = ${topic} and callback = ${callback} union all
    select 1 from requests where topic = ${topic} and callback = ${callback} and mode = 'subscribe'`;
  if (known.length > 0) return undefined;
  if (perHost > 0 && (await count(db, "host", host)) >= perHost) return "host";
  if (perClient > 0 && client !== null && (await count(db, "client", client)) >= perClient) return "client";
  return undefined;
};

/** Subscriptions of a host or client, and requests for new ones. */
const count = async (db: Db, column: QuotaRefusal, name: string): Promise<number> => {
  const [row] = await db.rows<{ held: number }>`
    select (select count(*) from subscriptions where ${raw(column)} = ${name}) +
      (select count(*) from requests as waiting where ${raw(column)} = ${name} and mode = 'subscribe'
        and not exists (select 1 from subscriptions as s
          where s.topic = waiting.topic and s.callback = waiting.callback)) as held`;
  return row?.held ?? 0;
};

/**
 * The host that a callback counts for. In development, where callbacks may lead to this machine or its network, the
 * ports of an address tell its services apart.
 */
export const quotaHost = ({ hostname, origin }: CallbackParts): string => {
  const isSpecial = ipaddr.isValid(hostname) && specialKind(hostname, []) !== undefined;
  return isSpecial ? new URL(origin).host : hostname;
};

/**
 * The client that a subscription counts for: an IPv4 address or an IPv6 site, as a keyed hash, because the store has no
 * need to know it. This machine itself is none: that is a proxy whose clients are not known.
 */
export const quotaClient = (address: string, key: string): string | null => {
  if (ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback") return null;
  return createHmac("sha256", key).update(networkKey(address)).digest("base64url").slice(0, 22);
};
