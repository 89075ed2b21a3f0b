import { createHmac } from "node:crypto";
import ipaddr from "ipaddr.js";
import { type Network, specialKind } from "../egress/addresses.ts";
import type { CallbackParts } from "../egress/callback.ts";
import { type Db, raw } from "./database.ts";
import { siteKey } from "../rate-limit.ts";

/** Most subscriptions that one callback host, and one client, may have; 0 is no limit. */
export interface Quotas {
  perHost: number;
  perClient: number;
}

/** Which quota a request would exceed. */
export type QuotaRefusal = "host" | "client";

/** Which quota a request would exceed, if any; what is subscribed or asked for already may always be renewed. */
export const findQuotaRefusal = async (
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
  const isSpecial = ipaddr.isValid(hostname) && specialKind(hostname, noNetworks) !== undefined;
  return isSpecial ? new URL(origin).host : hostname;
};
const noNetworks: readonly Network[] = [];

/**
 * The client that a subscription counts for: an IPv4 address or an IPv6 site, as a keyed hash, because the store has no
 * need to know it. This machine itself is none: that is a proxy whose clients are not known.
 */
export const quotaClient = (address: string, key: string): string | null => {
  if (ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback") return null;
  return createHmac("sha256", key).update(siteKey(address)).digest("base64url").slice(0, 22);
};
