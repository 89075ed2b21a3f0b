import { BoundedMap } from "../data/bounded-map.ts";
import { clientKey, networkKey } from "../networks.ts";

/** Most keys that are remembered; the oldest are forgotten first. */
const maxKeys = 50_000;

/** So many events a minute for each key, and as many at once after a quiet minute; 0 is no limit. */
const createRateLimit = (perMinute: number, clock: () => number) => {
  const buckets = new BoundedMap<string, { tokens: number; at: number }>(maxKeys);
  const tokensOf = (key: string, now: number): number => {
    const bucket = buckets.get(key);
    if (bucket === undefined) return perMinute;
    return Math.min(perMinute, bucket.tokens + (Math.max(0, now - bucket.at) / 60_000) * perMinute);
  };
  return {
    /** Seconds until this key has an event to spare, or 0 when it has one now. */
    wait: (key: string): number => {
      if (perMinute === 0) return 0;
      const tokens = tokensOf(key, clock());
      return tokens >= 1 ? 0 : Math.max(1, Math.ceil(((1 - tokens) / perMinute) * 60));
    },
    take: (key: string): void => {
      if (perMinute === 0) return;
      const now = clock();
      buckets.set(key, { tokens: tokensOf(key, now) - 1, at: now });
    },
  };
};

/**
 * The subscription requests of one kind that may pass: so many a minute for each client and for each target. Of a
 * target's budget one client uses at most half, so that no single one can lock others out; beyond that half only its
 * own budget limits it.
 */
export const createRequestBudget = (perMinute: number, clock: () => number) => {
  const perClient = createRateLimit(perMinute, clock);
  // A site has 65,536 networks of 64 bits, so their sum is limited as well.
  const perSite = createRateLimit(2 * perMinute, clock);
  const perTarget = createRateLimit(perMinute, clock);
  const shares = createRateLimit(Math.ceil(perMinute / 2), clock);
  return {
    /** Takes a request out of the client's budget; returns the seconds to wait where there is nothing left. */
    takeFromClient: (address: string): number => {
      const wait = Math.max(perClient.wait(clientKey(address)), perSite.wait(networkKey(address)));
      if (wait > 0) return wait;
      perClient.take(clientKey(address));
      perSite.take(networkKey(address));
      return 0;
    },
    /** The same for a target. */
    takeFromTarget: (address: string, target: string): number => {
      const wait = perTarget.wait(target);
      if (wait > 0) return wait;
      const share = `${networkKey(address)} ${target}`;
      if (shares.wait(share) === 0) {
        shares.take(share);
        perTarget.take(target);
      }
      return 0;
    },
  };
};
