import ipaddr from "ipaddr.js";

/** Most keys that are remembered; the oldest are forgotten first. */
const most = 50_000;

/** So many events a minute for each key; `take` returns the seconds to wait, or 0 when the event may pass. */
export const createRateLimit = (perMinute: number, clock: () => number) => {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return {
    take: (key: string): number => {
      if (perMinute === 0) return 0;
      const now = clock();
      const bucket = buckets.get(key) ?? { tokens: perMinute, at: now };
      bucket.tokens = Math.min(perMinute, bucket.tokens + ((now - bucket.at) / 60_000) * perMinute);
      bucket.at = now;
      // Set anew, so that the first key of the map is the one unseen for the longest time.
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > most) buckets.delete(buckets.keys().next().value ?? "");
      if (bucket.tokens < 1) return Math.max(1, Math.ceil(((1 - bucket.tokens) / perMinute) * 60));
      bucket.tokens -= 1;
      return 0;
    },
  };
};

/** One client: an IPv4 address, or the network of 64 bits that an IPv6 client owns. */
export const clientKey = (address: string): string => {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return (parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":");
};
