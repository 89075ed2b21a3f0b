import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { buildReviewTable, reviewAt } from "../../server/data/dataset.ts";
import type { Snapshot } from "../../server/data/snapshot.ts";
import { searchBytes, sinceBytes } from "../../server/search/search.ts";
import { type PackedIndex, unpackIndex } from "../../src/site-search/index-format.ts";
import { parseQuestion } from "../../src/site-search/question.ts";
import { findMatches } from "../../src/site-search/ranking.ts";
import { buildQueries } from "./generate-content.ts";
import { type Figures, measureBuild, megabytes } from "./build.ts";
import { buildTables, drawPlots, growsTooFast, type Series } from "./growth-report.ts";
import { openHub, startSubscribers } from "./hub.ts";
import { median, peakOf, quantile, start, timeOf } from "./servers.ts";

export const usage = `Usage: npm run bench -- growth [--max 10000] [--only reviews|subscriptions] [--write]

Time, memory and bytes for 100, 1,000, … reviews and subscriptions up to --max (at most 100000, the hub's limit), and the
exponent with which each grows. Exit code 1 when the last step of one is steeper than n log n.

  --write   puts tables and plots into docs/scale.md and docs/scale.svg; without it tables are only printed`;

/** The search in the page, as a browser reads its index and asks it. */
async function measurePageSearch(file: string, words: string[]): Promise<Figures> {
  const text = await readFile(file, "utf8");
  const read = () => unpackIndex(JSON.parse(text) as PackedIndex);
  const index = read();
  const questions = words.map((query) => parseQuestion(new URLSearchParams({ query })).question);
  const times = questions.map((question) => timeOf(() => findMatches(index, question)));
  return { "in-page index read, ms": timeOf(read), "in-page search p50, ms": median(times) };
}

async function measureReviews(count: number): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), "bench-growth-"));
  try {
    const { figures, dist, index } = await measureBuild(folder, count);
    const begun = performance.now();
    const server = await start(["server/main.mjs"], { DIST: dist });
    const started = performance.now();
    await (await fetch(`${server.url}/api/reviews/search?query=edging`)).text();
    const answered = performance.now();
    const peak = await peakOf(server);
    server.process.kill("SIGKILL");
    // In this process, without HTTP and with no answer ready.
    const table = buildReviewTable(await readFile(join(dist, "reviews.json")));
    const snapshot = { table } as unknown as Snapshot;
    const queries = buildQueries((place) => reviewAt(table, place).text, table.count, 2000);
    const searches = queries.map(({ query }) => timeOf(() => searchBytes(snapshot, query)));
    // The day before that of the new review.
    const { date } = reviewAt(table, 1);
    const words = queries.flatMap(({ query }) => query.query ?? []).slice(0, 200);
    return {
      ...figures,
      ...(await measurePageSearch(index, words)),
      "sidecar's start with snapshot, ms": started - begun,
      "first answer, ms": answered - started,
      "sidecar's peak, MB": megabytes(peak),
      "search p50, ms": median(searches),
      "search p99, ms": quantile(searches, 0.99),
      "since a day, ms": timeOf(() => sinceBytes(snapshot, date)),
      "since a day, kB": sinceBytes(snapshot, date).body.reduce((sum, { length }) => sum + length, 0) / 1e3,
    };
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
      "one node: fan-out, s of CPU": one.cpu / 1000,
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

const marks = /(<!-- figures -->)[^]*(<!-- end of figures -->)/;

async function writeDocs(text: string, svg: string): Promise<void> {
  const page = join(import.meta.dirname, "../../docs/scale.md");
  const written = (await readFile(page, "utf8")).replace(
    marks,
    (_, begin, end) => `${begin}\n\n${text}\n\n${end}`,
  );
  await writeFile(page, written);
  await writeFile(page.replace(/md$/, "svg"), svg);
}

export const options = { max: "10000", only: "", write: false };

export async function main(values: typeof options): Promise<void> {
  const sizes = [100, 1_000, 10_000, 100_000].filter((size) => size <= Number(values.max));
  const before = loadavg()[0] ?? 0;
  const series = [
    ...(values.only === "subscriptions" ? [] : await measureAll("reviews", sizes, measureReviews)),
    ...(values.only === "reviews" ? [] : await measureAll("subscriptions", sizes, measureSubscriptions)),
  ];
  const busy = [before, loadavg()[0] ?? 0].map((average) => average.toFixed(1)).join(" before and ");
  const place = `${availableParallelism()} cores, Node ${process.version}, load average ${busy} after`;
  const text = `${buildTables(series)}\n\nMeasured ${new Date().toISOString().slice(0, 10)}: ${place}.`;
  console.log(text);
  if (values.write) await writeDocs(text, drawPlots(series));
  const tooFast = series.filter(({ points }) => growsTooFast(points));
  for (const { name } of tooFast) console.error(`grows faster than n log n: ${name}`);
  if (tooFast.length > 0) process.exitCode = 1;
}
