import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, stat } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { listFiles } from "../site-build/files.ts";
import { newReview, writeGeneratedContent } from "./generate-content.ts";

export const usage = `Usage: npm run bench -- build [--sizes 200,10000,100000]

Builds signed sites of so many generated reviews, again with one new review, each in a process of its own, and prints
time, memory and sizes.`;

// Prints the resources that the process has used when it exits.
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

const megabytes = (bytes: number): number => Math.round(bytes / 1e3) / 1e3;

/** A build of generated reviews, signed as the demonstration is, in this folder, and another with one new review. */
async function measureBuild(folder: string, reviews: number): Promise<Record<string, number>> {
  const [content, dist] = [join(folder, "content"), join(folder, "dist")];
  await writeGeneratedContent(content, reviews);
  const first = await runBuild(content, dist);
  const before = new Set(listFiles(dist));
  await appendFile(join(content, "reviews", "generated.jsonl"), JSON.stringify(newReview));
  const again = await runBuild(content, dist);
  const files = listFiles(dist);
  const sizeOf = async (wanted: (path: string) => boolean): Promise<number> => {
    const sizes = files.filter(wanted).map(async (path) => (await stat(join(dist, path))).size);
    return megabytes((await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0));
  };
  const isNewLog = (path: string) =>
    path === "/log/checkpoint" || (path.startsWith("/log/") && !before.has(path));
  return {
    reviews,
    "build, s": first.seconds,
    // Of all threads together: the measure that a busy machine does not change.
    "build, s of CPU": first.cpu,
    "again with one new review, s": again.seconds,
    "again, s of CPU": again.cpu,
    "build's peak, MB": megabytes(Math.max(first.peak, again.peak)),
    files: files.length,
    "site, MB": await sizeOf(() => true),
    "reviews.json, MB": await sizeOf((path) => path === "/reviews.json"),
    "reviews.json as brotli, MB": await sizeOf((path) => path === "/reviews.json.br"),
    "feed.xml, MB": await sizeOf((path) => path === "/feed.xml"),
    "log, MB": await sizeOf((path) => path.startsWith("/log/")),
    "log after one review, MB": await sizeOf(isNewLog),
    "in-page index as brotli, MB": await sizeOf((path) => path === "/search-index/words.json.br"),
  };
}

export const options = { sizes: "200,10000,100000" };

export async function main({ sizes }: typeof options): Promise<void> {
  const results: Record<string, number>[] = [];
  for (const size of sizes.split(",").map(Number)) {
    const folder = await mkdtemp(join(tmpdir(), "bench-build-"));
    results.push(await measureBuild(folder, size));
    await rm(folder, { recursive: true });
  }
  console.log(`Builds on ${availableParallelism()} cores, Node ${process.version}`);
  console.table(results);
}
