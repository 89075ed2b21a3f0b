import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { listFiles } from "../site-build/files.ts";
import { writeGeneratedContent } from "./generate-content.ts";

const usage = `Usage: npm run bench -- build [options]

Builds sites of generated reviews, each in a process of its own, and prints time, memory and sizes.

Options:
  --sizes <n,n,…>   how many reviews (default: 200,10000,200000)
  --seed <n>        another seed gives other reviews (default: 1)
  --json            one JSON line for each size
  --keep            leaves the folders where they are and says where

Examples:
  npm run bench -- build --sizes 200,10000`;

interface Measured {
  reviews: number;
  seconds: number;
  /** Of all threads together: the measure that a busy machine does not change. */
  cpu_seconds: number;
  again_seconds: number;
  peak_mebibytes: number;
  files: number;
  dist_mebibytes: number;
  reviews_json_mebibytes: number;
  reviews_json_br_mebibytes: number;
}

const mebibytes = (bytes: number) => Math.round((bytes / 1024 / 1024) * 10) / 10;

// Says what it used when it ends, whatever it does before.
const reporter =
  "data:text/javascript,process.on('exit',()=>{const u=process.resourceUsage();console.error('USED',u.maxRSS,u.userCPUTime+u.systemCPUTime)})";

/** One build in a process of its own, and what it used. */
export async function runBuild(
  content: string,
  out: string,
  env: Record<string, string> = {},
): Promise<{ seconds: number; cpu: number; peak: number }> {
  const started = performance.now();
  const child = spawn(
    process.execPath,
    ["--import", reporter, "scripts/build.ts", "--content", content, "--out", out],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, ...env } },
  );
  let output = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output += chunk));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`the build of ${content} failed with ${code}:\n${output.slice(0, 4_000)}`);
  const seconds = Math.round(performance.now() - started) / 1000;
  const [, peak, cpu] = /USED (\d+) (\d+)/.exec(output) ?? [];
  return { seconds, cpu: Math.round(Number(cpu) / 1000) / 1000, peak: Number(peak) * 1024 };
}

async function measure(reviews: number, seed: number, keep: boolean): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), "bench-build-"));
  try {
    const [content, dist] = [join(folder, "content"), join(folder, "dist")];
    await writeGeneratedContent(content, reviews, seed);
    const first = await runBuild(content, dist);
    const again = await runBuild(content, dist);
    const files = listFiles(dist);
    const size = async (path: string) => (await stat(join(dist, path))).size;
    const total = (await Promise.all(files.map(size))).reduce((sum, bytes) => sum + bytes, 0);
    return {
      reviews,
      seconds: first.seconds,
      cpu_seconds: first.cpu,
      again_seconds: again.seconds,
      peak_mebibytes: mebibytes(Math.max(first.peak, again.peak)),
      files: files.length,
      dist_mebibytes: mebibytes(total),
      reviews_json_mebibytes: mebibytes(await size("/reviews.json")),
      reviews_json_br_mebibytes: mebibytes(await size("/reviews.json.br")),
    };
  } finally {
    if (keep) console.error(`kept ${folder}`);
    else await rm(folder, { recursive: true });
  }
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: "string", default: "200,10000,200000" },
      seed: { type: "string", default: "1" },
      json: { type: "boolean", default: false },
      keep: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const sizes = values.sizes.split(",").map(Number);
  if (sizes.some((size) => !Number.isInteger(size) || size < 0)) {
    throw new Error(
      `--sizes must be whole numbers with commas between them, got ${JSON.stringify(values.sizes)}`,
    );
  }
  const results: Measured[] = [];
  for (const size of sizes) {
    const measured = await measure(size, Number(values.seed), values.keep);
    results.push(measured);
    if (values.json) console.log(JSON.stringify(measured));
  }
  if (values.json) return;
  console.log(`Builds on ${availableParallelism()} cores, Node ${process.version}, seed ${values.seed}`);
  console.table(results);
}
