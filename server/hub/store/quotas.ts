import { createHmac } from "node:crypto";
import { sql } from "kysely";
import ipaddr from "ipaddr.js";
import { type Network, specialKind } from "../egress/addresses.ts";
import type { CallbackParts } from "../egress/callback.ts";
import type { Change } from "./database.ts";
import type { Engine } from "./engine.ts";
import { siteKey } from "../rate-limit.ts";

/** Most subscriptions that one callback host, and one client, may have; 0 is no limit. */
export interface Quotas {
  perHost: number;
  perClient: number;
}

/** Which quota a request would exceed. */
export type QuotaRefusal = "host" | "client";

interface Counted {
  topic: string;
  callback: string;
  mode: string;
  host: string;
  client: string | null;
}

/** Says of each request whether a quota refuses it; what is subscribed already may always be renewed. */
export const checkQuotas = async <R extends Counted>(
  engine: Engine,
  change: Change,
  requests: readonly R[],
  quotas: Quotas,
): Promise<Map<R, QuotaRefusal>> => {
  const refused = new Map<R, QuotaRefusal>();
  const newcomers = requests.filter(({ mode }) => mode === "subscribe");
  if (newcomers.length === 0 || (quotas.perHost === 0 && quotas.perClient === 0)) return refused;
  const known = await findKnown(engine, change, newcomers);
  const hosts = await countBy(engine, change, "host", newcomers);
  const clients = await countBy(engine, change, "client", newcomers);
  for (const request of newcomers) {
    const key = keyOf(request);
    if (known.has(key)) continue;
    known.add(key);
    const { host, client } = request;
    if (isFull(hosts, host, quotas.perHost)) refused.set(request, "host");
    else if (client !== null && isFull(clients, client, quotas.perClient)) refused.set(request, "client");
    else {
      hosts.set(host, (hosts.get(host) ?? 0) + 1);
      if (client !== null) clients.set(client, (clients.get(client) ?? 0) + 1);
    }
  }
  return refused;
};

const isFull = (counts: ReadonlyMap<string, number>, key: string, most: number): boolean =>
  most > 0 && (counts.get(key) ?? 0) >= most;

const keyOf = ({ topic, callback }: { topic: string; callback: string }): string => `${topic} ${callback}`;

/** What is subscribed, or waits for its verification and was counted before. */
const findKnown = async (
  engine: Engine,
  change: Change,
  requests: readonly Counted[],
): Promise<Set<string>> => {
  const callbacks = engine.among([...new Set(requests.map(({ callback }) => callback))]);
  const topics = engine.among([...new Set(requests.map(({ topic }) => topic))]);
  const { rows } = await sql<{ topic: string; callback: string }>`
    select topic, callback from subscriptions where topic ${topics} and callback ${callbacks}
    union select topic, callback from requests where topic ${topics} and callback ${callbacks} and mode = 'subscribe'`.execute(
    change,
  );
  return new Set(rows.map(keyOf));
};

/** Subscriptions, and requests for new ones, of each host or client that the requests name. */
const countBy = async (
  engine: Engine,
  change: Change,
  column: "host" | "client",
  requests: readonly Counted[],
): Promise<Map<string, number>> => {
  const names = [...new Set(requests.map((request) => request[column]).filter((name) => name !== null))];
  const by = sql.ref(column);
  const { rows } = await sql<{ name: string; count: number | string }>`
    select name, sum(held) as count from (
      select ${by} as name, count(*) as held from subscriptions where ${by} ${engine.among(names)} group by ${by}
      union all
      select ${by} as name, count(*) as held from requests as waiting
        where ${by} ${engine.among(names)} and mode = 'subscribe' and not exists (select 1 from subscriptions as s
          where s.topic = waiting.topic and s.callback = waiting.callback) group by ${by}) as counted
    group by name`.execute(change);
  return new Map(rows.map(({ name, count }) => [name, Number(count)]));
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
