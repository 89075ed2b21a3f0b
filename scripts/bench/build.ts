import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { listFiles } from "../site-build/files.ts";
import { newReview, writeGeneratedContent } from "./generate-content.ts";

export const usage = `Usage: npm run bench -- build [options]

Builds signed sites of generated reviews, again with one new review, each in a process of its own, and prints time, memory
and sizes.

Options:
  --sizes <n,n,…>   how many reviews (default: 200,10000,200000)
  --seed <n>        another seed gives other reviews (default: 1)
  --json            one JSON line for each size
  --keep            leaves the folders where they are and says where

Examples:
  npm run bench -- build --sizes 200,10000`;

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

/** Measurements, by name and unit. */
export type Figures = Record<string, number>;

export const megabytes = (bytes: number): number => Math.round(bytes / 1e3) / 1e3;

const searchIndex = "/search-index/words.json";

/** A build of generated reviews, signed as the demonstration is, in this folder, and another with one new review. */
export async function measureBuild(folder: string, reviews: number, seed = 1) {
  const [content, dist] = [join(folder, "content"), join(folder, "dist")];
  await writeGeneratedContent(content, reviews, seed);
  const first = await runBuild(content, dist);
  const before = new Set(listFiles(dist));
  await appendFile(join(content, "reviews", "generated.jsonl"), JSON.stringify(newReview));
  const again = await runBuild(content, dist);
  const files = listFiles(dist);
  const bytesOf = async (wanted: (path: string) => boolean): Promise<number> => {
    const sizes = files.filter(wanted).map(async (path) => (await stat(join(dist, path))).size);
    return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0);
  };
  const isNewLog = (path: string) =>
    path === "/log/checkpoint" || (path.startsWith("/log/") && !before.has(path));
  const figures: Figures = {
    "build, s": first.seconds,
    // Of all threads together: the measure that a busy machine does not change.
    "build, s of CPU": first.cpu,
    "again with one new review, s": again.seconds,
    "again, s of CPU": again.cpu,
    "build's peak, MB": megabytes(Math.max(first.peak, again.peak)),
    files: files.length,
    "site, MB": megabytes(await bytesOf(() => true)),
    "reviews.json, MB": megabytes(await bytesOf((path) => path === "/reviews.json")),
    "reviews.json as brotli, MB": megabytes(await bytesOf((path) => path === "/reviews.json.br")),
    "feed.xml, MB": megabytes(await bytesOf((path) => path === "/feed.xml")),
    "log, MB": megabytes(await bytesOf((path) => path.startsWith("/log/"))),
    "log after one review, MB": megabytes(await bytesOf(isNewLog)),
    "in-page index as brotli, MB": megabytes(await bytesOf((path) => path === `${searchIndex}.br`)),
  };
  return { figures, dist, index: join(dist, searchIndex) };
}

export const options = { sizes: "200,10000,200000", seed: "1", json: false, keep: false };

export async function main({ sizes, seed, json, keep }: typeof options): Promise<void> {
  const results: Figures[] = [];
  for (const size of sizes.split(",")) {
    if (!/^\d+$/.test(size))
      throw new Error(`--sizes must be whole numbers with commas between them, got ${sizes}`);
    const folder = await mkdtemp(join(tmpdir(), "bench-build-"));
    const { figures } = await measureBuild(folder, Number(size), Number(seed));
    results.push({ reviews: Number(size), ...figures });
    if (keep) console.error(`kept ${folder}`);
    else await rm(folder, { recursive: true });
  }
  if (json) return console.log(results.map((result) => JSON.stringify(result)).join("\n"));
  console.log(`Builds on ${availableParallelism()} cores, Node ${process.version}, seed ${seed}`);
  console.table(results);
}
