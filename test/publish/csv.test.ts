import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildCsv, buildExcelCsv } from "../../src/publish/csv.ts";
import { buildNdjson } from "../../src/publish/ndjson.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import type { PublishedEntry } from "../../src/schema/site.ts";
import { baseUrl, buildAnalysis, buildEntry, buildSite, hostileText } from "./fixture.ts";

const render = (entries: PublishedEntry[], named: { id: string; name: string }[] = []) => {
  const site = buildSite(entries);
  return buildReviewsDataset(site, buildAnalysis(site, named), baseUrl).reviews;
};

/** RFC 4180, read strictly: a stray quote or a bare newline is an error. */
function readCsv(csv: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let rest = csv;
  while (rest !== "") {
    const cell = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest);
    if (cell === null) throw new Error(`not CSV: ${rest.slice(0, 40)}`);
    row.push(cell[1]?.replaceAll('""', '"') ?? cell[2] ?? "");
    rest = rest.slice(cell[0].length);
    if (cell[3] === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

const header =
  "id,date,rating,author,source,verification,title,text,technicians,services,areas,reply_date,reply,url";

test("the CSV has exactly these columns, one line a review, lists joined", () => {
  const csv = buildCsv(
    render(
      [buildEntry({ title: "Tidy, quick", reply: { date: "2026-05-15", text: 'So "nice"' } })],
      [
        { id: "mowing", name: "Mowing" },
        { id: "edging", name: "Edging" },
      ],
    ),
  );
  expect(csv).toBe(
    `${header}\r\nr1,2026-05-14,5,Karen M.,Own website,job_record,"Tidy, quick",Will came on time.,,Mowing; Edging,,2026-05-15,"So ""nice""",https://reviews.test/reviews/r1/\r\n`,
  );
});

test("the CSV for Excel is the same after a byte order mark, which names its encoding", () => {
  const reviews = render([buildEntry({ text: "Zoë came on time. 芝生" })]);
  expect(buildExcelCsv(reviews)).toBe(`\uFEFF${buildCsv(reviews)}`);
  expect([...Buffer.from(buildExcelCsv(reviews)).subarray(0, 5)]).toEqual([0xef, 0xbb, 0xbf, 0x69, 0x64]);
});

test("the CSV begins with its first column: no byte order mark", () => {
  expect(buildCsv([])).toBe(`${header}\r\n`);
});

describe("no cell is run as a formula", () => {
  for (const text of ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =1", "\n=1", "＝1", "\u00a0-1"]) {
    test(JSON.stringify(text), () => {
      expect(readCsv(buildCsv(render([buildEntry({ text })])))[1]?.[7]).toBe(`'${text}`);
    });
  }
  test("other text stays as it is", () => {
    expect(readCsv(buildCsv(render([buildEntry({ text: "a=b" })])))[1]?.[7]).toBe("a=b");
  });
});

test("no text breaks the CSV or gets lost in it", () => {
  fc.assert(
    fc.property(hostileText, hostileText, (text, title) => {
      const rows = readCsv(
        buildCsv(render([buildEntry({ text, title, author: title }), buildEntry({ id: "r2" })])),
      );
      expect(rows.map(({ length }) => length)).toEqual([14, 14, 14]);
      for (const [index, given] of [
        [7, text],
        [6, title],
        [3, title],
      ] as const) {
        const cell = rows.find(([id]) => id === "r1")?.[index] ?? "";
        expect([given, `'${given}`]).toContain(cell);
        expect(cell).not.toMatch(/^\s*[=+\-@\t\r]/);
      }
    }),
    { numRuns: 500 },
  );
});

test("no text breaks the NDJSON or is changed by it", () => {
  fc.assert(
    fc.property(hostileText, (text) => {
      const reviews = render([buildEntry({ text }), buildEntry({ id: "r2", text })]);
      const lines = buildNdjson(reviews).split("\n");
      expect(lines.pop()).toBe("");
      expect(lines.map((line): unknown => JSON.parse(line))).toEqual(reviews);
    }),
  );
});
