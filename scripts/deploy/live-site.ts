import { sha256 } from "../../server/data/hashes.ts";
import type { Manifest } from "../../src/schema/manifest.ts";
import { type Ask, type Lag, waitForVersion } from "../announce/deploy.ts";
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
  task: (client: Client) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(seconds * 1000);
  const client = createClient({
    baseUrl,
    connect: parseConnect(connect),
    timeout: 10_000,
    signal: deadline,
  });
  try {
    return await task(client);
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

/** What of the site does not show this version within so many seconds; replicas may take longer than files. */
export const findStale = (
  site: LiveSite,
  version: string,
  { seconds, replicaSeconds = seconds }: { seconds: number; replicaSeconds?: number },
): Promise<string | undefined> => {
  const started = Date.now();
  return withClient(site, Math.max(seconds, replicaSeconds) + 15, async (client) => {
    const ask: Ask = async (path) => {
      const { status, body, failure } = await client.ask(path);
      if (failure !== undefined) throw new Error(failure);
      return { status, body: body.toString("utf8") };
    };
    const left = ({ hasReplicas }: Lag) =>
      started + (hasReplicas ? replicaSeconds : seconds) * 1_000 - Date.now();
    let told = "";
    const lag = await waitForVersion(ask, version, left, ({ shows, hasReplicas }) => {
      if (shows !== told && hasReplicas) console.log(`Waiting, for at most ${replicaSeconds} s: ${shows}`);
      told = shows;
    });
    return lag?.shows;
  });
};
