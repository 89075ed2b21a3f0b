import * as fc from "fast-check";
import { expect, test } from "vitest";
import { buildCsv, buildNdjson } from "../../src/publish/exports.ts";
import { buildReviewsDataset } from "../../src/publish/reviews.ts";
import { cleanText } from "../../src/schema/text.ts";
import type { PublishedEntry } from "../../src/schema/site.ts";
import { expectLinear } from "../growth.ts";
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
  const reply = { date: "2026-05-15", text: 'So "nice"' };
  const entries = [buildEntry({ title: "Tidy, quick", reply }), buildEntry({ id: "r0", text: "" })];
  const named = ["Mowing", "Edging"].map((name) => ({ id: name.toLowerCase(), name }));
  const csv = buildCsv(render(entries, named));
  expect(csv).toBe(
    `${header}\r\nr1,2026-05-14,5,Karen M.,Own website,job_record,"Tidy, quick",Will came on time.,,Mowing; Edging,,2026-05-15,"So ""nice""",https://reviews.test/reviews/r1/\r\nr0,2026-05-14,5,Karen M.,Own website,job_record,,,,Mowing; Edging,,,,https://reviews.test/reviews/r0/\r\n`,
  );
});

/** The cells that a spreadsheet makes of the file, whose list separator is this one. */
function openInSpreadsheet(csv: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv[at] ?? "";
    if (isQuoted && character === '"' && csv[at + 1] === '"') cell += csv[(at += 1)];
    else if (character === '"' && (isQuoted || cell === "")) isQuoted = !isQuoted;
    else if (!isQuoted && (character === separator || character === "\n" || character === "\r")) {
      cells.push(cell);
      cell = "";
    } else cell += character;
  }
  return [...cells, cell];
}

const separators = [",", ";", "\t", "|", ":", "~", "^", " "];
/** Text that a spreadsheet takes for a formula: spaces and quotes before the sign do not count. */
const isFormula = (cell: string, separator: string) =>
  (separator === " " ? /^[\s"]*[=+\-@＝＋－＠]\S/ : /^[\s"]*[=+\-@＝＋－＠]/).test(cell);

const formulaText = fc
  .array(fc.constantFrom(..."=+-@＝＠;,|:~^\t\n\r '\"a1".split(""), "cmd|' /C calc'!A0", "Great job"), {
    maxLength: 12,
  })
  .map((parts) => parts.join(""));

test("whatever separator the reader's machine has, no cell of it begins as a formula", () => {
  fc.assert(
    fc.property(formulaText, formulaText, fc.boolean(), (one, other, isClean) => {
      const [text, title] = isClean ? [cleanText(one).trim(), cleanText(other).trim()] : [one, other];
      const reply = { date: "2026-05-15", text: title };
      const entry = buildEntry({ text, title, author: title, source: { name: text }, reply });
      const csv = buildCsv(render([entry], [{ id: "x", name: text }]));
      for (const separator of separators)
        expect(openInSpreadsheet(csv, separator).filter((cell) => isFormula(cell, separator))).toEqual([]);
    }),
    { numRuns: 2000 },
  );
});

const textCell = (text: string) => readCsv(buildCsv(render([buildEntry({ text })])))[1]?.[7];

test.each([
  ["=1+1", "'=1+1"],
  ["＝1", "'＝1"],
  ["Great job;=cmd|' /C calc'!A0", "Great job;'=cmd|' /C calc'!A0"],
  ['Great job; "=1"', 'Great job; "\'=1"'],
  ["Prices:\n- fair\n+ firm", "Prices:\n'- fair\n'+ firm"],
  ["a\t@SUM(A1)", "a\t'@SUM(A1)"],
  ["call +1 555", "call '+1 555"],
])("in %j, each sign that could begin a formula has an apostrophe before it", (text, cell) =>
  expect(textCell(text)).toBe(cell),
);

test.each(["a=b", "well-kept", "on time - and polite", "5 + 5", "me@lawn.example", "1;2"])(
  "%j stays as it is",
  (text) => expect(textCell(text)).toBe(text),
);

test("no text breaks the CSV or gets lost in it: apostrophes apart, it is the customer's", () => {
  fc.assert(
    fc.property(fc.oneof(hostileText, formulaText), hostileText, (text, title) => {
      const entries = [buildEntry({ text, title, author: title }), buildEntry({ id: "r2" })];
      const rows = readCsv(buildCsv(render(entries)));
      expect(rows.map(({ length }) => length)).toEqual([14, 14, 14]);
      const row = rows.find(([id]) => id === "r1");
      const found = [7, 6, 3].map((index) => row?.[index]?.replaceAll("'", ""));
      expect(found).toEqual([text, title, title].map((given) => given.replaceAll("'", "")));
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

test.each([" ", '"', "\t", "- "])("a long run of %j costs in proportion to its length", async (sign) => {
  await expectLinear((size) => {
    const [review] = render([buildEntry({ id: "long" })]);
    const text = `a${sign.repeat(size)}=1+1`;
    return () => buildCsv([{ ...review, text } as Parameters<typeof buildCsv>[0][number]]);
  }, 4_000);
});
