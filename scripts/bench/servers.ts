import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, open, readFile, rename, rm, writeFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { manifestVersion, sha256 } from "../../server/data/hashes.ts";
import { buildManifest } from "../../src/publish/documents.ts";

export interface Server {
  url: string;
  process: ChildProcess;
}

const root = join(import.meta.dirname, "../..");
const hasTwoCores = availableParallelism() > 1 && process.platform === "linux";

/** The load, which this process makes, never takes the core of the servers from them. */
export const stayOffTheFirstCore = (): void => {
  if (hasTwoCores) execFileSync("taskset", ["-a", "-c", "-p", "1", String(process.pid)]);
};

/** Starts a server, on the first core where the load is to come from another. */
export async function start(
  args: string[],
  env: Record<string, string> = {},
  isPinned = hasTwoCores,
): Promise<Server> {
  const command = isPinned ? ["taskset", "-c", "0", process.execPath, ...args] : [process.execPath, ...args];
  // Server output goes to a file: reading a pipe would take time from the core that makes the load.
  const folder = await mkdtemp(join(tmpdir(), "bench-log-"));
  const log = await open(join(folder, "log"), "w+");
  try {
    const child = spawn(command[0] as string, command.slice(1), {
      cwd: root,
      env: { ...process.env, PORT: "0", DATABASE_URL: "sqlite::memory:", ...env },
      stdio: ["ignore", log.fd, "inherit"],
    });
    for (;;) {
      const url = /"url":"([^"]+)"/.exec(await readFile(join(folder, "log"), "utf8"))?.[1];
      if (url !== undefined) return { url, process: child };
      if (child.exitCode !== null) throw new Error(`${args.join(" ")} did not start`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  } finally {
    await log.close();
    await rm(folder, { recursive: true });
  }
}

/** The most memory that the server had resident, in bytes, since its start or since this was last forgotten. */
export const peakOf = async ({ process: { pid } }: Server): Promise<number> =>
  Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1]) * 1024;
export const forgetPeak = ({ process: { pid } }: Server): Promise<void> =>
  writeFile(`/proc/${pid}/clear_refs`, "5");

/** Milliseconds of processor time that the server has used. */
export const cpuOf = async ({ process: { pid } }: Server): Promise<number> => {
  const fields = (await readFile(`/proc/${pid}/stat`, "utf8")).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
};

export interface Run {
  perSecond: number;
  /** Milliseconds of the server's processor time for one request. */
  cpu: number;
  p50: number;
  p99: number;
}

/** Whole requests as text, over and over for two seconds, or each once. */
export async function load(server: Server, requests: string[], isOnce = false): Promise<Run> {
  const before = await cpuOf(server);
  const worker = new Worker(new URL("load-generator.ts", import.meta.url), {
    workerData: { url: server.url, requests, connections: 32, milliseconds: 2000, once: isOnce },
  });
  const [result] = (await once(worker, "message")) as [
    { done: number; seconds: number; p50: number; p99: number },
  ];
  const cpu = (await cpuOf(server)) - before;
  return { ...result, perSecond: result.done / result.seconds, cpu: cpu / result.done };
}

export const get = (target: string, headers = ""): string =>
  `GET ${target} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

export const quantile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
export const median = (values: number[]): number => quantile(values, 0.5);

/** Milliseconds of the fastest of three: other programs on the machine must not decide. */
export function timeOf(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const begun = performance.now();
    work();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

export const row = (...cells: (string | number)[]) => console.log(`| ${cells.join(" | ")} |`);
export const table = (title: string, heads: string) => {
  console.log(`\n${title}\n`);
  row(...heads.split(","));
  row(...heads.split(",").map(() => "---"));
};

/** Runs of ours and of the peer in turn, and the median of their ratios: above 1, ours is the faster one. */
export async function compare(
  what: string,
  rounds: number,
  ours: (round: number) => Promise<Run>,
  peer: (round: number) => Promise<Run>,
): Promise<void> {
  await ours(-1);
  await peer(-1);
  const runs: [Run, Run][] = [];
  for (let round = 0; round < rounds; round += 1) runs.push([await ours(round), await peer(round)]);
  const middle = (pick: (run: [Run, Run]) => number, digits: number) =>
    median(runs.map(pick)).toFixed(digits);
  row(
    what,
    middle(([own]) => own.perSecond, 0),
    middle(([, other]) => other.perSecond, 0),
    `**${middle(([own, other]) => own.perSecond / other.perSecond, 2)}**`,
    middle(([own]) => own.cpu, 4),
    middle(([, other]) => other.cpu, 4),
    middle(([own, other]) => other.cpu / own.cpu, 2),
    middle(([own]) => own.p99, 2),
    middle(([, other]) => other.p99, 2),
  );
}

export const compareHeads =
  "what,ours req/s,peer req/s,ratio,ours CPU ms,peer CPU ms,CPU ratio,ours p99 ms,peer p99 ms";

const typeOf = (path: string): string =>
  path.endsWith(".xml") ? "application/atom+xml; charset=utf-8" : "application/json";

/** Writes a deploy of just these documents, the manifest last, and gives its version. */
export async function writeDeploy(folder: string, contents: Record<string, Buffer>): Promise<string> {
  const none = { etag: '"none"', bytes: 0 };
  await mkdir(join(folder, "data"), { recursive: true });
  const documents = [];
  for (const [path, body] of Object.entries(contents)) {
    const hash = sha256(body);
    const hashed_path = `/data/${hash.slice(0, 16)}.${path.split(".").at(-1)}`;
    await writeFile(join(folder, hashed_path), body);
    documents.push({
      path,
      hashed_path,
      sha256: hash,
      etag: `"${hash.slice(0, 32)}"`,
      bytes: body.length,
      type: typeOf(path),
      last_modified: "2026-06-01T00:00:00Z",
      encodings: { gzip: none, br: none },
    });
  }
  const version = manifestVersion(documents);
  const manifest = join(folder, "manifest.json");
  await writeFile(`${manifest}.new`, JSON.stringify(buildManifest(documents, version)));
  await rename(`${manifest}.new`, manifest);
  return version;
}
