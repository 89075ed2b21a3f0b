import { setTimeout as pause } from "node:timers/promises";
import { sha256 } from "../../server/data/hashes.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import { type Client, createClient } from "../doctor/client.ts";
import { UsageError } from "../usage-error.ts";

/** host:port to look at instead of the address's own. */
export function parseConnect(given: string | undefined): { host: string; port: number } | undefined {
  if (!given) return undefined;
  const [, host, port] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(given) ?? [];
  if (host === undefined) throw new UsageError(`CONNECT must be host:port, got ${JSON.stringify(given)}`);
  return { host, port: Number(port) };
}

async function withClient<T>(
  { baseUrl, connect }: LiveSite,
  seconds: number,
  task: (client: Client, deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(seconds * 1000);
  const client = createClient({
    baseUrl,
    connect: parseConnect(connect),
    timeout: 10_000,
    signal: deadline,
  });
  try {
    return await task(client, deadline);
  } finally {
    client.close();
  }
}

export interface LiveSite {
  baseUrl: string;
  connect: string | undefined;
}

/** Why visitors do not get the hashed files of this build; undefined when they do. */
export const findMissing = (site: LiveSite, { documents }: Manifest): Promise<string | undefined> =>
  withClient(site, 120, async (client) => {
    for (const { hashed_path, sha256: expected } of documents) {
      const { status, body } = await client.ask(hashed_path);
      if (status !== 200) return `${hashed_path} answers ${status}`;
      if (sha256(body) !== expected) return `${hashed_path} has other bytes than the build`;
    }
    return undefined;
  }).catch((error: Error) => error.message);

/** Whether anything answers at the address. */
export const isAnswering = (site: LiveSite): Promise<boolean> =>
  withClient(site, 15, async (client) => (await client.ask("/manifest.json")).status > 0).catch(() => false);

/** Whether visitors are shown this version within so many seconds: caches and the sidecar take a moment. */
export const showsVersion = (site: LiveSite, version: string, seconds: number): Promise<boolean> =>
  withClient(site, seconds, async (client, deadline) => {
    while (!deadline.aborted) {
      const { body } = await client.ask("/manifest.json");
      if (body.includes(`"version":"${version}"`)) return true;
      await pause(300);
    }
    return false;
  }).catch(() => false);
