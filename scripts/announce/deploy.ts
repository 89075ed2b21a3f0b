import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { toGivenPath } from "../../src/content/given-path.ts";
import { Manifest } from "../../src/schema/manifest.ts";
import { Agent, type RequestInit, buildConnector, fetch } from "undici";
import { causeOf, codeOf, messageOf } from "../../src/schema/errors.ts";
import { createProgress } from "../progress.ts";

/** The manifest of what was built, in a folder or at a URL. */
export const readBuild = async (dist: string): Promise<Manifest> => {
  const remote = /^https?:\/\//.test(dist);
  const place = remote
    ? `${dist.replace(/\/+$/, "")}/manifest.json`
    : join(toGivenPath(dist), "manifest.json");
  try {
    const text = remote
      ? await (await fetch(place, fetchOptions(10_000))).text()
      : await readFile(place, "utf8");
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new AnnounceError(1, `no build at ${place} (${why}): run npm run build, or set DIST`);
  }
};

/** Asks for an address of the deploy; fails when nothing answers. */
export type Ask = (path: string) => Promise<{ status: number; body: string }>;

/** The version that the deploy shows now. */
export const readDeployed = async (ask: Ask): Promise<string> => {
  const { status, body } = await ask("/manifest.json");
  if (status !== 200) throw new Error(`HTTP ${status}`);
  return Manifest.parse(JSON.parse(body)).version;
};

/** So many answers of a balancer come from every replica of a few: of three, one is missed once in 130 times. */
const answersPerLook = 12;

const Health = z.object({ version: z.string(), replica: z.string().default("behind the address") });

/** What replicas say of themselves. A host of files alone has none. */
async function askReplicas(ask: Ask): Promise<z.infer<typeof Health>[]> {
  const answers = await Promise.all(
    Array.from({ length: answersPerLook }, async () => {
      try {
        return Health.parse(JSON.parse((await ask("/readyz")).body));
      } catch {
        return undefined;
      }
    }),
  );
  return answers.filter((one) => one !== undefined);
}

export interface Lag {
  /** What visitors are shown instead. */
  shows: string;
  /** Whether replicas answer: they may read the deploy's address every 30 s only. */
  hasReplicas: boolean;
}

async function findLag(ask: Ask, version: string): Promise<Lag | undefined> {
  const replicas = await askReplicas(ask);
  const lagging = replicas.filter((one) => one.version !== version);
  const names = new Set(lagging.map((one) => `replica ${one.replica} shows version ${one.version}`));
  const lag = { shows: [...names].sort().join(", "), hasReplicas: replicas.length > 0 };
  const { hasReplicas } = lag;
  if (lagging.length > 0 && lagging.length < replicas.length) return lag;
  try {
    const deployed = await readDeployed(ask);
    if (deployed !== version) return { shows: `shows version ${deployed}`, hasReplicas };
    return lagging.length === 0 ? undefined : lag;
  } catch (error) {
    return { shows: `cannot be read (${whyOf(error)})`, hasReplicas };
  }
}

/**
 * Waits until every replica of the deploy shows the version; answers what does not when it is too late. `left` is how
 * many milliseconds there still are; `onWait` is told before each wait.
 */
export async function waitForVersion(
  ask: Ask,
  version: string,
  left: (lag: Lag) => number,
  onWait: (lag: Lag) => void = () => {},
): Promise<Lag | undefined> {
  for (let wait = 250; ; wait = Math.min(wait * 1.5, 3_000)) {
    const lag = await findLag(ask, version);
    if (lag === undefined || left(lag) <= 0) return lag;
    onWait(lag);
    await pause(Math.min(wait, left(lag)));
  }
}

const fetchOptions = (ms: number) =>
  ({ redirect: "error", cache: "no-store", signal: AbortSignal.timeout(Math.max(ms, 1)) }) as const;

export interface Site {
  fetch: (path: string, ms: number, options?: RequestInit) => Promise<{ status: number; body: string }>;
  ask: Ask;
}

/** The deploy at its public address, asked at another host and port where DNS does not point to it yet. */
export function openSite(baseUrl: string, connect: { host: string; port: number } | undefined): Site {
  const connector = buildConnector({});
  const dispatcher =
    connect &&
    new Agent({
      connect: (options, callback) =>
        connector({ ...options, hostname: connect.host, port: String(connect.port) }, callback),
    });
  const ask: Site["fetch"] = async (path, ms, options) => {
    const response = await fetch(baseUrl + path, {
      ...fetchOptions(ms),
      ...(dispatcher && { dispatcher }),
      ...options,
    });
    return { status: response.status, body: await response.text() };
  };
  return { fetch: ask, ask: (path) => ask(path, 10_000) };
}

/** What went wrong with a request, as short as it can be said. */
export const whyOf = (error: unknown): string => codeOf(causeOf(error)) ?? messageOf(causeOf(error));

export const progress = createProgress(process.stderr);

/** What stops an announcement, with the exit code that says which step it was. */
export class AnnounceError extends Error {
  override readonly name = "AnnounceError";
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}
