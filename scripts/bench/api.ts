import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { ReviewsDataset, SearchQuery } from "../../src/schema/datasets.ts";
import { fold } from "../../src/schema/names.ts";
import type { Snapshot } from "../../server/data/snapshot.ts";
import { buildReviewTable, type ReviewTable, reviewAt } from "../../server/data/dataset.ts";
import { searchBytes } from "../../server/search/search.ts";
import { buildQueries, toSearchPath, buildCorpus } from "./generate-content.ts";
import {
  compare,
  compareHeads,
  get,
  load,
  quantile,
  row,
  type Server,
  start,
  stayOffTheFirstCore,
  table,
  timeOf,
  writeDeploy,
} from "./servers.ts";

export const usage = `Usage: npm run bench -- api [--reviews 10000] [--only process|http] [--rounds 5]

  process   distinct queries in process, caches off, beside SQLite FTS5 (trigram)
  http      over HTTP, beside a bare h3 route that replays the same bytes

Examples:
  npm run bench -- api
  npm run bench -- api --reviews 100000 --only process`;

const shown = (value: number, digits = 2): string => value.toFixed(digits);

function measure(
  queries: ReturnType<typeof buildQueries>,
  search: (query: (typeof queries)[0]["query"]) => unknown,
) {
  const all = queries.map(({ query, kind }) => ({ kind, ms: timeOf(() => search(query)) }));
  const of = (kind?: string) =>
    all.filter((each) => kind === undefined || each.kind === kind).map(({ ms }) => ms);
  return { of, kinds: [...new Set(all.map(({ kind }) => kind))] };
}

/** The peer: SQLite's trigram index with the same filters, exact totals and joined bodies, tuned as well as we know. */
function createFts5(table: ReviewTable, file: string) {
  const db = new DatabaseSync(file);
  db.exec(
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-262144; PRAGMA mmap_size=8589934592",
  );
  db.exec(`
      CREATE TABLE reviews (number INTEGER PRIMARY KEY, rating INTEGER, day INTEGER, folded TEXT, json TEXT);
      CREATE TABLE mentions (kind INTEGER, id TEXT, number INTEGER, PRIMARY KEY (kind, id, number)) WITHOUT ROWID;
      CREATE VIRTUAL TABLE texts USING fts5(folded, content='reviews', content_rowid='number', tokenize='trigram case_sensitive 1');
      BEGIN`);
  const insert = db.prepare("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)");
  const index = db.prepare("INSERT INTO texts (rowid, folded) VALUES (?, ?)");
  const mention = db.prepare("INSERT INTO mentions VALUES (?, ?, ?)");
  for (let number = 0; number < table.count; number += 1) {
    const review = reviewAt(table, number);
    const folded = fold(review.text);
    insert.run(number, review.rating, table.days[number] as number, folded, JSON.stringify(review));
    index.run(number, folded);
    for (const { id } of review.mentions.technicians) mention.run(0, id, number);
    for (const { id } of review.mentions.services) mention.run(1, id, number);
  }
  db.exec(`COMMIT;
      INSERT INTO texts (texts) VALUES ('optimize');
      CREATE INDEX by_rating ON reviews (rating, number, day);
      CREATE INDEX by_day ON reviews (day, number, rating);
      ANALYZE`);
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string): StatementSync => {
    let statement = prepared.get(sql);
    if (statement === undefined) prepared.set(sql, (statement = db.prepare(sql)));
    return statement;
  };

  return (query: SearchQuery): { total: number; body: string } => {
    const where: string[] = [];
    const values: (string | number)[] = [];
    const add = (condition: string, value: string | number) => {
      where.push(condition);
      values.push(value);
    };
    let from = "reviews r";
    if (query.query !== undefined) {
      const folded = fold(query.query);
      if (Array.from(folded).length >= 3) {
        from = "texts t";
        add("texts MATCH ?", `"${folded.replaceAll('"', '""')}"`);
      } else add("instr(r.folded, ?) > 0", folded);
    }
    const key = from === "texts t" ? "t.rowid" : "r.number";
    if (query.rating !== undefined) add("r.rating = ?", query.rating);
    if (query.min_rating !== undefined) add("r.rating >= ?", query.min_rating);
    if (query.since !== undefined) add("r.day >= ?", Number(query.since.replaceAll("-", "")));
    if (query.until !== undefined) add("r.day <= ?", Number(query.until.replaceAll("-", "")));
    const mentioned = (kind: number, id: string) =>
      add(`EXISTS (SELECT 1 FROM mentions m WHERE m.kind = ${kind} AND m.id = ? AND m.number = ${key})`, id);
    if (query.mentions_technician !== undefined) mentioned(0, query.mentions_technician);
    if (query.mentions_service !== undefined) mentioned(1, query.mentions_service);
    if (from === "texts t" && where.some((condition) => condition.startsWith("r."))) {
      from = "texts t CROSS JOIN reviews r ON r.number = t.rowid";
    }
    const condition = where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`;
    const { total } = prepare(`SELECT count(*) AS total FROM ${from} ${condition}`).get(...values) as {
      total: number;
    };
    const page = prepare(`SELECT ${key} AS number FROM ${from} ${condition} ORDER BY ${key} LIMIT ?`);
    const rows = page.all(...values, query.limit) as { number: number }[];
    const one = prepare("SELECT json FROM reviews WHERE number = ?");
    const list = rows.map(({ number }) => (one.get(number) as { json: string }).json);
    return { total, body: `{"total":${total},"count":${rows.length},"reviews":[${list.join(",")}]}` };
  };
}

async function benchProcess(json: Buffer): Promise<void> {
  const reviews = buildReviewTable(json);
  const snapshot = { table: reviews } as unknown as Snapshot;
  const textAt = (index: number) => reviewAt(reviews, index).text;
  const queries = buildQueries(textAt, reviews.count, 4000);
  for (const { query } of buildQueries(textAt, reviews.count, 500, 99)) searchBytes(snapshot, query);
  const ours = measure(queries, (query) => searchBytes(snapshot, query));
  const folder = await mkdtemp(join(tmpdir(), "bench-fts5-"));
  try {
    const theirs = measure(queries, createFts5(reviews, join(folder, "fts5.db")));
    table(
      `In process, ${reviews.count} reviews, ${queries.length} distinct mixed queries, exact totals, caches off (ms)`,
      "what,ours p50,p99,p99.9,worst,FTS5 p50,p99,p99.9,worst,p50 ratio,p99 ratio",
    );
    for (const kind of [undefined, ...ours.kinds]) {
      const mine = ours.of(kind);
      const other = theirs.of(kind);
      const marks = (list: number[]) => [0.5, 0.99, 0.999, 1].map((share) => shown(quantile(list, share), 3));
      const ratio = (share: number) => shown(quantile(mine, share) / quantile(other, share));
      row(kind ?? "all", ...marks(mine), ...marks(other), ratio(0.5), ratio(0.99));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Our answers, for the peer to replay. */
async function capture(server: Server, targets: string[], file: string): Promise<void> {
  const lines: unknown[] = [];
  for (const target of targets) {
    const response = await fetch(server.url + target, { headers: { "accept-encoding": "identity" } });
    const body = Buffer.from(await response.arrayBuffer());
    const { date: _, connection: __, "keep-alive": ___, ...headers } = Object.fromEntries(response.headers);
    lines.push([target, headers, body.toString("base64")]);
  }
  await writeFile(file, JSON.stringify(lines));
}

async function benchHttp(json: Buffer, rounds: number): Promise<void> {
  stayOffTheFirstCore();
  const folder = await mkdtemp(join(tmpdir(), "bench-api-"));
  const servers: Server[] = [];
  try {
    await writeDeploy(folder, { "/reviews.json": json });
    const { reviews } = JSON.parse(json.toString("utf8")) as ReviewsDataset;
    const targets = buildQueries((place) => reviews[place]?.text ?? "", reviews.length, 2000).map(
      toSearchPath,
    );
    const recent = `/api/reviews/since/${reviews[Math.floor(reviews.length / 100)]?.date}`;
    const everything = "/api/reviews/since/2000-01-01";
    const ours = await start(["server/main.mjs"], { DIST: folder });
    servers.push(ours);
    const [ready = ""] = targets;
    await capture(ours, [...targets, recent, everything, "/reviews.json"], join(folder, "captured.json"));
    const h3 = await start([join(import.meta.dirname, "peer.ts"), join(folder, "captured.json")]);
    servers.push(h3);
    const etag = (await fetch(ours.url + ready)).headers.get("etag");
    table(
      `Over HTTP, ${reviews.length} reviews, ${rounds} rounds in turn with bare h3, medians`,
      compareHeads,
    );
    const same = (what: string, requests: string[]) =>
      compare(
        what,
        rounds,
        () => load(ours, requests),
        () => load(h3, requests),
      );
    const all = targets.map((target) => get(target));
    await same("one ready answer", [get(ready)]);
    await same("304", [get(ready, `If-None-Match: ${etag}\r\n`)]);
    await same("2,000 queries, repeated", all);
    // Never asked before, each round anew, so that no answer is ready; the peer has all of its answers ready.
    const fresh = (round: number) =>
      Array.from({ length: 10 }, (_, i) => `&until=2${100 + round}-01-${i + 10}`).flatMap((until) =>
        targets.map((target) => get(target + until)),
      );
    const tenTimes = Array.from({ length: 10 }, () => all).flat();
    await compare(
      "20,000 queries, all new",
      rounds,
      (round) => load(ours, fresh(round), true),
      () => load(h3, tenTimes, true),
    );
    await same("since, 1 %", [get(recent)]);
    await same("since, 100 %", [get(everything)]);
    await same("/reviews.json", [get("/reviews.json")]);
  } finally {
    for (const { process: child } of servers) child.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
}

export const options = { reviews: "10000", only: "", rounds: "5" };

export async function main(values: typeof options): Promise<void> {
  const json = buildCorpus(Number(values.reviews));
  console.log(`${values.reviews} reviews, ${shown(json.length / 1e6, 1)} MB; Node ${process.version}`);
  if (values.only !== "http") await benchProcess(json);
  if (values.only !== "process") await benchHttp(json, Number(values.rounds));
}
