import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { SearchQuery } from "../../../src/schema/datasets.ts";
import { type ReviewTable, reviewAt } from "../../../server/data/dataset.ts";
import { fold } from "../../../src/schema/names.ts";

/** The peer: SQLite's trigram index with the same filters, exact totals and joined bodies, tuned as well as we know. */
export function createFts5(table: ReviewTable, file: string) {
  const db = new DatabaseSync(file);
  db.exec(
    "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA cache_size=-262144; PRAGMA mmap_size=8589934592",
  );
  db.exec(`
      CREATE TABLE reviews (doc INTEGER PRIMARY KEY, rating INTEGER, day INTEGER, folded TEXT, json TEXT);
      CREATE TABLE mentions (kind INTEGER, id TEXT, doc INTEGER, PRIMARY KEY (kind, id, doc)) WITHOUT ROWID;
      CREATE VIRTUAL TABLE texts USING fts5(folded, content='reviews', content_rowid='doc', tokenize='trigram case_sensitive 1');
      BEGIN`);
  const insert = db.prepare("INSERT INTO reviews VALUES (?, ?, ?, ?, ?)");
  const index = db.prepare("INSERT INTO texts (rowid, folded) VALUES (?, ?)");
  const mention = db.prepare("INSERT INTO mentions VALUES (?, ?, ?)");
  for (let doc = 0; doc < table.count; doc += 1) {
    const review = reviewAt(table, doc);
    const folded = fold(review.text);
    insert.run(doc, review.rating, table.days[doc] as number, folded, JSON.stringify(review));
    index.run(doc, folded);
    for (const { id } of review.mentions.technicians) mention.run(0, id, doc);
    for (const { id } of review.mentions.services) mention.run(1, id, doc);
  }
  db.exec(`COMMIT;
      INSERT INTO texts (texts) VALUES ('optimize');
      CREATE INDEX by_rating ON reviews (rating, doc, day);
      CREATE INDEX by_day ON reviews (day, doc, rating);
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
    const key = from === "texts t" ? "t.rowid" : "r.doc";
    if (query.rating !== undefined) add("r.rating = ?", query.rating);
    if (query.min_rating !== undefined) add("r.rating >= ?", query.min_rating);
    if (query.since !== undefined) add("r.day >= ?", Number(query.since.replaceAll("-", "")));
    if (query.until !== undefined) add("r.day <= ?", Number(query.until.replaceAll("-", "")));
    const mentioned = (kind: number, id: string) =>
      add(`EXISTS (SELECT 1 FROM mentions m WHERE m.kind = ${kind} AND m.id = ? AND m.doc = ${key})`, id);
    if (query.mentions_technician !== undefined) mentioned(0, query.mentions_technician);
    if (query.mentions_service !== undefined) mentioned(1, query.mentions_service);
    if (from === "texts t" && where.some((condition) => condition.startsWith("r."))) {
      from = "texts t CROSS JOIN reviews r ON r.doc = t.rowid";
    }
    const condition = where.length === 0 ? "" : `WHERE ${where.join(" AND ")}`;
    const { total } = prepare(`SELECT count(*) AS total FROM ${from} ${condition}`).get(...values) as {
      total: number;
    };
    const page = prepare(`SELECT ${key} AS doc FROM ${from} ${condition} ORDER BY ${key} LIMIT ?`);
    const rows = page.all(...values, query.limit) as { doc: number }[];
    const one = prepare("SELECT json FROM reviews WHERE doc = ?");
    const list = rows.map(({ doc }) => (one.get(doc) as { json: string }).json);
    return { total, body: `{"total":${total},"count":${rows.length},"reviews":[${list.join(",")}]}` };
  };
}
