import { describe, expect, test } from "vitest";
import { decodeText } from "../../../scripts/import/export-files.ts";
import { parsePage, toPlainText } from "../../../scripts/import/schema-org.ts";
import { findTable, parseCsv } from "../../../scripts/import/tables.ts";
import {
  type DayForm,
  parseDay,
  parseRating,
  shortenName,
  unwrapTranslation,
} from "../../../scripts/import/field-values.ts";
import { google, googlePage } from "../exports.ts";
import { readTables } from "../../tables.ts";
import { importInto } from "./memory.ts";

const table = readTables(import.meta.filename);

test.each(table<[string, number]>("stars"))("%j are stars", (text, stars) => {
  expect(parseRating(text)).toBe(stars);
});

test.each(table<[string, string]>("not stars"))("%j is no number of stars", (text, why) => {
  expect(() => parseRating(text)).toThrow(why);
});

test.each(table<[string, string]>("days"))("%s is a day", (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each(table<[string, string]>("not days"))("%j is none", (text, why) => {
  expect(() => parseDay(text)).toThrow(why);
});

test.each(table<[string, DayForm, string]>("days in a form"))("%s is read as %s: %s", (text, form, day) => {
  expect(parseDay(text, { form })).toBe(day);
});

test.each(table<[string, DayForm, string]>("not days in a form"))(
  "%s cannot be read as %s",
  (text, form, why) => {
    expect(() => parseDay(text, { form })).toThrow(why);
  },
);

test.each(table<[string, string]>("days on the west coast"))(
  "%s is the day %s on the west coast",
  (text, day) => {
    expect(parseDay(text, { timeZone: "America/Los_Angeles" })).toBe(day);
  },
);

test.each(table<[string, string]>("names"))("%j is published as %j", (name, shown) => {
  expect(shortenName(name)).toBe(shown);
});

test.each(table<[string, string]>("translations"))("the customer's own words of %j", (text, words) => {
  expect(unwrapTranslation(text)).toBe(words);
});

test.each(table<[string, string]>("markup"))("%j is shown as %j", (html, text) => {
  expect(toPlainText(html)).toBe(text);
});

test("text without a tag stays as it is where only markup is read", () => {
  expect(toPlainText("a &lt; b", "markup only")).toBe("a &lt; b");
  expect(toPlainText("a &lt; <i>b</i>", "markup only")).toBe("a < b");
});

describe("the data of a page", () => {
  const of = (body: string) =>
    parsePage(`<body itemscope itemtype="https://schema.org/A B">${body}</body>`).items;

  test.each(table<[string, object]>("items of a page"))("%s", (body, item) => {
    expect(of(body)).toEqual([{ "@type": ["https://schema.org/A", "B"], ...item }]);
  });

  test("items side by side, and blocks of JSON-LD", () => {
    const { items, blocks } = parsePage(
      `<b itemscope></b><i itemscope></i><script type=" application/LD+JSON; x">{"a":1}</script><script>no</script>`,
    );
    expect(items).toHaveLength(2);
    expect(blocks).toEqual(['{"a":1}']);
    expect(of("")).toHaveLength(1);
  });

  test("as deep as browsers go, and no deeper", () => {
    expect(() => parsePage("<b>".repeat(512))).not.toThrow();
    expect(() => parsePage("<b>".repeat(513))).toThrow("nests its elements more than 512 deep");
    expect(() => parsePage(" ".repeat(32 * 1024 ** 2 + 1))).toThrow("more than 32 MB");
  });
});

describe("tables", () => {
  test.each(table<[string, string[][], number[]]>("tables"))("%j", (text, rows, lines) => {
    const found = parseCsv(text);
    expect(found.map(({ fields }) => fields)).toEqual(rows);
    expect(found.map(({ line }) => line)).toEqual(lines);
  });

  test("a quote that is never closed is named by the line of its row", () => {
    expect(() => parseCsv('a,b\n"1\n2",3\n4,"5\n6\n')).toThrow("the row that begins on line 4");
    expect(() => parseCsv('sep=,\na,"5\n6\n')).toThrow("the row that begins on line 2");
  });

  test.each<[string, RegExp]>([
    [`{"a":1}\n${'{"a":['.repeat(40)}`, /is not whole JSON/],
    [`{"\\u00c3\\u00b6":${'{"a":'.repeat(200_000)}1${"}".repeat(200_001)}`, /is not whole JSON/],
    ["{", /is not whole JSON/],
    ['{"a":1}\n{', /is not whole JSON/],
  ])("%#: JSON that cannot be read is one clear line", (text, message) => {
    expect(() => findTable(text)).toThrow(message);
  });

  test.each([
    "[".repeat(200_000) + "]".repeat(200_000),
    `{"reviews":${'{"a":'.repeat(200_000)}1${"}".repeat(200_001)}`,
    "{}",
    `<script type="application/ld+json">${"[".repeat(100)}</script>`,
    `<script type="application/ld+json">{</script>`,
    "a\nb\nc",
  ])("%#: what nests too deeply, and what is broken in a page, are no table", (text) => {
    expect(findTable(text)).toBeUndefined();
  });
});

describe("files", () => {
  const page = googlePage(google({ id: "A", comment: "Schön" }));
  test.each<[string, Buffer, RegExp]>([
    ["UTF-16 with a mark", Buffer.from(`\uFEFF${page}`, "utf16le"), /x\.json is written in UTF-16/],
    ["big-endian UTF-16", Buffer.from(`\uFEFF${page}`, "utf16le").swap16(), /UTF-16/],
    ["Windows-1252", Buffer.from(page, "latin1"), /not valid UTF-8, so it was read as Windows-1252/],
    ["letters split by Facebook", Buffer.from(page.replace("ö", "\\u00c3\\u00b6")), /^(?!.*written)/],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${page}`), /^(?!.*written)/],
  ])("%s is read, and said", async (_, bytes, note) => {
    const report = await importInto("", { "x.json": bytes });
    expect(report.new).toMatchObject([{ text: "Schön" }]);
    expect(report.notes.join()).toMatch(note);
  });

  test("line ends of Windows and of old Macs are lines", () => {
    expect(decodeText("x.csv", Buffer.from("a\r\nb\rc\n")).text).toBe("a\nb\nc\n");
  });

  test.each<[string, string, RegExp]>([
    ["504b0304", "", /is an archive or an Excel workbook: unpack the one/],
    ["d0cf11e0a1b11ae1", "00".repeat(600), /old Excel.*CSV/],
    ["255044462d312e37", "", /is a PDF/],
    ["53514c69746520666f726d6174", "", /is a database/],
    ["89504e470d0a", "", /is a picture/],
    ["ffd8ffe0", "", /is a picture/],
    ["474946383961", "", /is a picture/],
    ["377abcaf271c", "", /is an archive that is not read here/],
    ["526172211a07", "", /is an archive that is not read here/],
    ["50415231", "", /is a Parquet file/],
    ["6100", "62", /is not text/],
    ["61ff00", "62", /is not text/],
  ])("%s gets a sentence on what to do", (start, rest, message) => {
    expect(() => decodeText("x.bin", Buffer.from(start + rest, "hex"))).toThrow(message);
  });
});
