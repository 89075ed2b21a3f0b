import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { ReviewsDataset } from "../../src/schema/datasets.ts";
import { type PackedIndex, unpackIndex } from "../../src/site-search/index-format.ts";
import { parseQuestion } from "../../src/site-search/question.ts";
import { findMatches } from "../../src/site-search/word-matching.ts";
import { buildQueries, toSearchPath } from "./api/queries.ts";
import { type Figures, measureBuild, megabytes } from "./build.ts";
import { buildTables, drawPlots, growsTooFast, type Series } from "./growth-report.ts";
import { openHub, startSubscribers } from "./hub.ts";
import { get, load, median, peakOf, start } from "./servers.ts";

export const usage = `Usage: npm run bench -- growth [--max 10000] [--only reviews|subscriptions] [--write]

Time, memory and bytes for 100, 1,000, … reviews and subscriptions up to --max (at most 100000, the hub's limit), and the
exponent with which each grows. Exit code 1 when the last step of one is steeper than n log n.

  --write   puts tables and plots into docs/scale.md and docs/scale.svg; without it they are only printed

Examples:
  npm run bench -- growth --max 1000
  npm run bench -- growth --max 100000 --write`;

const since = (begun: number) => performance.now() - begun;

/** The search in the page, as a browser loads and asks it. */
async function measurePageSearch(folder: string, names: string[], words: string[]): Promise<Figures> {
  const begun = performance.now();
  const read = async (name: string) =>
    unpackIndex(JSON.parse(await readFile(join(folder, name), "utf8")) as PackedIndex);
  const shards = await Promise.all(names.map(read));
  const loading = since(begun);
  const times = words.map((query) => {
    const { question } = parseQuestion(new URLSearchParams({ query }));
    const asked = performance.now();
    for (const shard of shards) findMatches(shard, question);
    return since(asked);
  });
  return { "in-page index read, ms": loading, "in-page search p50, ms": median(times) };
}

async function measureReviews(count: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), "bench-growth-"));
  try {
    const { figures, dist, index } = await measureBuild(folder, count);
    const { reviews } = JSON.parse(await readFile(join(dist, "reviews.json"), "utf8")) as ReviewsDataset;
    const day = `/api/reviews/since/${reviews[1]?.date}`;
    const queries = buildQueries((place) => reviews[place]?.text ?? "", count, 1000);
    const begun = performance.now();
    const server = await start(["server/main.mjs"], { DIST: dist });
    try {
      const started = since(begun);
      const asked = performance.now();
      await (await fetch(`${server.url}/api/reviews/search?query=lawn`)).text();
      const answered = since(asked);
      const searched = await load(
        server,
        queries.map(toSearchPath).map((path) => get(path)),
        true,
        1,
      );
      const changes = await load(server, [get(day)], false, 1);
      const sinceBytes = (await (await fetch(server.url + day)).arrayBuffer()).byteLength;
      const inPage = await measurePageSearch(
        dist,
        index,
        queries.flatMap(({ query }) => query.query ?? []).slice(0, 200),
      );
      return {
        ...figures,
        ...inPage,
        "sidecar's start with snapshot, ms": started,
        "first answer, ms": answered,
        "search p50, ms": searched.p50,
        "search p99, ms": searched.p99,
        "since a day p50, ms": changes.p50,
        "since a day, kB": sinceBytes / 1e3,
        "sidecar's peak, MB": megabytes(await peakOf(server)),
      };
    } finally {
      server.process.kill("SIGKILL");
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function measureSubscriptions(count: number): Promise<Figures> {
  const subscribers = await startSubscribers();
  const measure = async (store: "sqlite" | "postgres", nodes: number, killing: boolean) => {
    const hub = await openHub(store, nodes, subscribers);
    try {
      const accepting = await hub.subscribe(subscribers.targets(count));
      return { ...accepting, ...(await hub.fanOut(count, killing)) };
    } finally {
      await hub.close();
    }
  };
  try {
    const one = await measure("sqlite", 1, false);
    const three = await measure("postgres", 3, true);
    return {
      "one node: accepted, s": one.accepted / 1000,
      "one node: verified, s": one.verified / 1000,
      "one node: fan-out, s": one.ms / 1000,
      "one node: peak, MB": megabytes(one.peak),
      "three nodes: accepted, s": three.accepted / 1000,
      "three nodes, one killed: fan-out, s": three.ms / 1000,
      "three nodes: peak of one, MB": megabytes(three.peak),
      "three nodes: delivered twice": three.twice,
    };
  } finally {
    subscribers.stop();
  }
}

/** The figures of each size, a series for each. */
async function measureAll(
  of: Series["of"],
  sizes: readonly number[],
  measure: (size: number) => Promise<Figures>,
): Promise<Series[]> {
  const points = new Map<string, [number, number][]>();
  for (const size of sizes) {
    for (const [name, value] of Object.entries(await measure(size))) {
      console.error(`${size} ${of}: ${name} ${value}`);
      points.set(name, [...(points.get(name) ?? []), [size, value]]);
    }
  }
  return [...points].map(([name, list]) => ({ name, of, points: list }));
}

const [begin, end] = ["<!-- figures -->", "<!-- end of figures -->"];

async function writeDocs(text: string, svg: string): Promise<void> {
  const docs = join(import.meta.dirname, "../../docs");
  const page = await readFile(join(docs, "scale.md"), "utf8");
  const [before, rest = ""] = page.split(begin);
  const [, after = ""] = rest.split(end);
  await writeFile(join(docs, "scale.md"), `${before}${begin}\n\n${text}\n\n${end}${after}`);
  await writeFile(join(docs, "scale.svg"), svg);
}

export const options = { max: "10000", only: "", write: false };

export async function main(values: typeof options): Promise<void> {
  const sizes = [100, 1_000, 10_000, 100_000].filter((size) => size <= Number(values.max));
  const before = loadavg()[0] ?? 0;
  const series = [
    ...(values.only === "subscriptions" ? [] : await measureAll("reviews", sizes, measureReviews)),
    ...(values.only === "reviews" ? [] : await measureAll("subscriptions", sizes, measureSubscriptions)),
  ];
  const day = new Date().toISOString().slice(0, 10);
  const place = `${availableParallelism()} cores, Node ${process.version}, load average ${before.toFixed(1)} before and ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  const text = `${buildTables(series)}\n\nMeasured ${day}: ${place}.`;
  console.log(text);
  if (values.write) await writeDocs(text, drawPlots(series));
  const tooFast = series.filter(({ points }) => growsTooFast(points));
  for (const { name } of tooFast) console.error(`grows faster than n log n: ${name}`);
  if (tooFast.length > 0) process.exitCode = 1;
}
