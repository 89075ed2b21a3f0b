import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Agent, type RequestInit, buildConnector, fetch } from "undici";
import { z } from "zod";
import { sha256 } from "../../server/data/hashes.ts";
import { toGivenPath } from "../../src/content/given-path.ts";
import { UsageError, causeOf, codeOf, messageOf } from "../../src/schema/errors.ts";
import { Manifest } from "../../src/schema/manifest.ts";

const requestTimeout = 10_000;

/** The live site at its public address, asked at another host and port where DNS does not point to it yet. */
export type LiveSite = ReturnType<typeof openSite>;

/** `connect`: host:port to ask instead of the address's own. */
export function openSite(baseUrl: string, connect: string | undefined) {
  const [, hostname, port] = /^\[?([^\]]+)\]?:(\d{1,5})$/.exec(connect ?? "") ?? [];
  if (connect && hostname === undefined)
    throw new UsageError(`CONNECT must be host:port, got ${JSON.stringify(connect)}`);
  const connector = buildConnector({});
  const dispatcher =
    hostname !== undefined &&
    port !== undefined &&
    new Agent({ connect: (options, callback) => connector({ ...options, hostname, port }, callback) });
  /** Asks for an address of the site, for so many milliseconds; fails when nothing answers. */
  const ask = async (path: string, ms = requestTimeout, options: RequestInit = {}) => {
    const response = await fetch(baseUrl + path, {
      redirect: "error",
      cache: "no-store",
      signal: AbortSignal.timeout(Math.max(ms, 1)),
      ...(dispatcher && { dispatcher }),
      ...options,
    });
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
  return { baseUrl, connect, ask };
}

/** A short description of a failed request. */
export const whyOf = (error: unknown): string => codeOf(causeOf(error)) ?? messageOf(causeOf(error));

/** The manifest of what was built, in a folder or at a URL. */
export async function readBuild(dist: string): Promise<Manifest> {
  const isRemote = /^https?:\/\//.test(dist);
  const place = isRemote ? dist.replace(/\/+$/, "") : toGivenPath(dist);
  try {
    return isRemote
      ? await readDeployed(openSite(place, undefined))
      : Manifest.parse(JSON.parse(await readFile(join(place, "manifest.json"), "utf8")));
  } catch (error) {
    const [why] = messageOf(error).split("\n");
    throw new UsageError(`no build at ${place}/manifest.json (${why}): run npm run build, or set DIST`);
  }
}

/** The manifest that the site shows now. */
export async function readDeployed({ ask }: LiveSite): Promise<Manifest> {
  const { status, body } = await ask("/manifest.json");
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return Manifest.parse(JSON.parse(body.toString("utf8")));
}

/** With this many answers, a load balancer over three replicas leaves one out once in 130 times. */
const answersPerLook = 12;

const Health = z.object({ version: z.string(), replica: z.string().default("behind the address") });

/** The version each replica reports. A static host has no replicas. */
async function askReplicas({ ask }: LiveSite): Promise<z.infer<typeof Health>[]> {
  const answers = Array.from({ length: answersPerLook }, async () => {
    try {
      return [Health.parse(JSON.parse((await ask("/readyz")).body.toString("utf8")))];
    } catch {
      return [];
    }
  });
  return (await Promise.all(answers)).flat();
}

interface Lag {
  /** The version that visitors still see. */
  shows: string;
  /** Whether replicas answer: they may read the deploy's address every 30 s only. */
  hasReplicas: boolean;
}

async function findLag(site: LiveSite, version: string): Promise<Lag | undefined> {
  const replicas = await askReplicas(site);
  const lagging = replicas.filter((one) => one.version !== version);
  const names = new Set(lagging.map((one) => `replica ${one.replica} shows version ${one.version}`));
  const lag = { shows: [...names].sort().join(", "), hasReplicas: replicas.length > 0 };
  if (lagging.length > 0 && lagging.length < replicas.length) return lag;
  try {
    const deployed = await readDeployed(site);
    if (deployed.version !== version) return { ...lag, shows: `shows version ${deployed.version}` };
    return lagging.length === 0 ? undefined : lag;
  } catch (error) {
    return { ...lag, shows: `cannot be read (${whyOf(error)})` };
  }
}

/**
 * Waits until every replica of the deploy shows the version; answers what is shown instead when it is too late. `left`
 * is how many milliseconds there still are; `onWait` is told before each wait.
 */
export async function waitForVersion(
  site: LiveSite,
  version: string,
  left: (lag: Lag) => number,
  onWait: (lag: Lag) => void,
): Promise<string | undefined> {
  for (let wait = 250; ; wait = Math.min(wait * 1.5, 3_000)) {
    const lag = await findLag(site, version);
    if (lag === undefined || left(lag) <= 0) return lag?.shows;
    onWait(lag);
    await pause(Math.min(wait, left(lag)));
  }
}

/** Why visitors do not get the hashed files of this build; undefined when they do. */
export async function findMissing({ ask }: LiveSite, { documents }: Manifest): Promise<string | undefined> {
  try {
    for (const { hashed_path, sha256: expected } of documents) {
      const { status, body } = await ask(hashed_path);
      if (status !== 200) return `${hashed_path} answers ${status}`;
      if (sha256(body) !== expected) return `${hashed_path} has other bytes than the build`;
    }
    return undefined;
  } catch (error) {
    return whyOf(error);
  }
}

/** Whether anything answers at the address. */
export const isAnswering = ({ ask }: LiveSite): Promise<boolean> =>
  ask("/manifest.json").then(
    () => true,
    () => false,
  );

/** Parts of the site that do not show this version within `seconds`; replicas may take longer than files. */
export function findStale(
  site: LiveSite,
  version: string,
  { seconds, replicaSeconds = seconds }: { seconds: number; replicaSeconds?: number },
): Promise<string | undefined> {
  const started = Date.now();
  let told = "";
  return waitForVersion(
    site,
    version,
    ({ hasReplicas }) => started + (hasReplicas ? replicaSeconds : seconds) * 1_000 - Date.now(),
    ({ shows, hasReplicas }) => {
      if (shows !== told && hasReplicas) console.log(`Waiting, for at most ${replicaSeconds} s: ${shows}`);
      told = shows;
    },
  );
}
