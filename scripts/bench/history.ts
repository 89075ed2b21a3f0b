import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createSigner, formatSigner, formatVerifier } from "../../src/transparency-log/note.ts";
import { listFiles } from "../build/files.ts";
import { runBuild } from "./build.ts";
import { generateReviews, writeGeneratedContent } from "./generate-content.ts";

const usage = `Usage: npm run bench -- history [options]

Builds the same generated reviews without and with a signed history, then once more with one new review, and prints
what the history adds to a build, to dist/ and to the next deploy.

Options:
  --reviews <n>   how many (default: 10000)
  --rounds <n>    builds of each kind, in turn; the median counts (default: 3)
  --seed <n>      another seed gives other reviews (default: 1)`;

const signer = createSigner("bench.example/log", Buffer.alloc(32, 9));

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** The bytes of every file below a folder of a deploy. */
async function readSizes(dist: string): Promise<Map<string, number>> {
  const files = listFiles(dist);
  return new Map(
    await Promise.all(files.map(async (path) => [path, (await stat(join(dist, path))).size] as const)),
  );
}

const sum = (sizes: Iterable<number>): number => [...sizes].reduce((total, size) => total + size, 0);

/** The files of the log that a deploy has to upload: new ones, and those whose bytes changed. */
async function findRewritten(before: string, after: string): Promise<{ path: string; bytes: number }[]> {
  const rewritten: { path: string; bytes: number }[] = [];
  for (const path of listFiles(join(after, "log"))) {
    const bytes = await readFile(join(after, "log", path));
    const old = await readFile(join(before, "log", path)).catch(() => undefined);
    if (old === undefined || !old.equals(bytes)) rewritten.push({ path, bytes: bytes.length });
  }
  return rewritten;
}

async function sign(content: string): Promise<void> {
  const file = join(content, "business.yaml");
  const lines = `\nlog:\n  origin: ${signer.verifier.name}\n  key: ${formatVerifier(signer.verifier)}\n`;
  await writeFile(file, (await readFile(file, "utf8")) + lines);
}

async function addReview(content: string, reviews: number, seed: number): Promise<void> {
  const newest = [...generateReviews(reviews + 1, seed)].at(-1);
  const line = JSON.stringify({ ...newest, id: "one-more", date: "2026-09-30" });
  await writeFile(join(content, "reviews", "one-more.jsonl"), `${line}\n`);
}

export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      reviews: { type: "string", default: "10000" },
      rounds: { type: "string", default: "3" },
      seed: { type: "string", default: "1" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (values.help) return console.log(usage);
  const [reviews, rounds, seed] = [Number(values.reviews), Number(values.rounds), Number(values.seed)];
  const folder = await mkdtemp(join(tmpdir(), "bench-history-"));
  const at = (name: string) => join(folder, name);
  const key = { LOG_KEY: formatSigner(signer) };
  try {
    await writeGeneratedContent(at("plain"), reviews, seed);
    await writeGeneratedContent(at("signed"), reviews, seed);
    await sign(at("signed"));
    const cpu: { plain: number[]; signed: number[] } = { plain: [], signed: [] };
    for (let round = 0; round < rounds; round += 1) {
      await rm(at("plain-dist"), { recursive: true, force: true });
      await rm(at("signed-dist"), { recursive: true, force: true });
      cpu.plain.push((await runBuild(at("plain"), at("plain-dist"))).cpu);
      cpu.signed.push((await runBuild(at("signed"), at("signed-dist"), key)).cpu);
    }
    const sizes = await readSizes(at("signed-dist"));
    const ofLog = sum([...sizes].filter(([path]) => path.startsWith("/log/")).map(([, size]) => size));
    const all = sum(sizes.values());
    await addReview(at("signed"), reviews, seed);
    await runBuild(at("signed"), at("next-dist"), { ...key, PREVIOUS: at("signed-dist") });
    const rewritten = await findRewritten(at("signed-dist"), at("next-dist"));
    console.table({
      reviews,
      "CPU of a build without a history, s": median(cpu.plain),
      "CPU of a build with one, s": median(cpu.signed),
      "added, s": Number((median(cpu.signed) - median(cpu.plain)).toFixed(2)),
      "bytes of the log": ofLog,
      "share of dist, %": Number(((ofLog / all) * 100).toFixed(2)),
      "files that one new review rewrites": rewritten.length,
      "their bytes": sum(rewritten.map(({ bytes }) => bytes)),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}
