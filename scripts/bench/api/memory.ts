import type { ChildProcess } from "node:child_process";
import { cp, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { buildCorpus } from "./corpus.ts";
import { writeDeploy } from "./deploy.ts";
import { buildQueries, toSearchPath } from "./queries.ts";

interface Server {
  url: string;
  process: ChildProcess;
  startup: number;
}

interface Texts {
  reviews: { text: string }[];
}

/** A thread that searches without pause, on four connections, until it is ended. */
function startLoad(url: string, targets: string[]): Worker {
  const workerData = { url, targets, headers: "", connections: 4, milliseconds: 3_600_000, once: false };
  return new Worker(new URL("load-generator.ts", import.meta.url), { workerData });
}

/** The first thousand reviews say what to look for; all of them would not fit a string. */
function buildTargets(json: Buffer): string[] {
  const end = json.lastIndexOf(',{"id":', 600_000);
  const { reviews } = JSON.parse(`${json.toString("utf8", 0, end)}]}`) as Texts;
  return buildQueries((doc) => reviews[doc]?.text ?? "", reviews.length, 2000).map(toSearchPath);
}

/** The whole server on a deploy of this size: memory, time to load, and what a new deploy does to both under load. */
export async function measureMemory(
  count: number,
  start: (folder: string) => Promise<Server>,
  say: (step: string) => void,
) {
  const folder = await mkdtemp(join(tmpdir(), "bench-memory-"));
  const next = join(folder, "next");
  let server: Server | undefined;
  let load: Worker | undefined;
  try {
    say("writing two deploys");
    await writeDeploy(next, buildCorpus(count, 2));
    const json = buildCorpus(count);
    await writeDeploy(folder, json);
    const targets = buildTargets(json);

    say("starting the server");
    const { url, process, startup } = (server = await start(folder));
    const statusOf = async (field: "VmRSS" | "VmHWM") => {
      const status = await readFile(`/proc/${process.pid}/status`, "utf8");
      return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) * 1024;
    };
    const versionOf = async () => {
      const answer = await fetch(`${url}/readyz`);
      return ((await answer.json()) as { version: string }).version;
    };
    /** Asks for /healthz all the time, as long as wanted; the slowest answer tells how long the loop was blocked. */
    const watch = async (isOver: () => Promise<boolean>): Promise<number> => {
      let slowest = 0;
      while (!(await isOver())) {
        for (let i = 0; i < 20; i += 1) {
          const begun = performance.now();
          await (await fetch(`${url}/healthz`)).arrayBuffer();
          slowest = Math.max(slowest, performance.now() - begun);
        }
      }
      return slowest;
    };
    const after = (seconds: number) => {
      const end = performance.now() + seconds * 1000;
      return () => Promise.resolve(performance.now() > end);
    };
    await watch(after(3));
    const loaded = await statusOf("VmRSS");
    // From here on, the highest counts anew.
    await writeFile(`/proc/${process.pid}/clear_refs`, "5");

    say("searching, before the swap");
    load = startLoad(url, targets);
    const before = await watch(after(5));

    say("deploying, and searching on");
    const old = await versionOf();
    const begun = performance.now();
    await cp(join(next, "data"), join(folder, "data"), { recursive: true });
    await rename(join(next, "manifest.json"), join(folder, "manifest.json"));
    const during = await watch(async () => (await versionOf()) !== old);
    const swap = performance.now() - begun;
    const later = await watch(after(5));
    await load.terminate();
    say("waiting for the old memory");
    await wait(5000);
    const [swapped, peak] = [await statusOf("VmRSS"), await statusOf("VmHWM")];
    return {
      bytes: json.length,
      startup,
      loaded,
      before,
      during: Math.max(during, later),
      swap,
      peak,
      swapped,
    };
  } finally {
    await load?.terminate();
    server?.process.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}
