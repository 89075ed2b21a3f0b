import { describe, expect, test } from "vitest";
import { decodeText } from "../../../scripts/import/files.ts";
import { parsePage, toPlainText } from "../../../scripts/import/schema-org.ts";
import { findTable, parseCsv } from "../../../scripts/import/tables.ts";
import { parseDay, parseRating, shortenName, unwrapTranslation } from "../../../scripts/import/values.ts";
import { google, googlePage } from "../exports.ts";
import { importInto } from "./memory.ts";

test.each([
  ["5", 5],
  ["5.0", 5],
  [" 4 ", 4],
  ["FIVE", 5],
  ["one", 1],
  ["TWO_STARS", 2],
  ["Three Stars", 3],
  ["FOUR", 4],
  ["4/5", 4],
  ["8/10", 4],
  ["4 stars", 4],
  ["1 star", 1],
  ["★★★★☆", 4],
  ["⭐⭐", 2],
  ["Rated 4 out of 5", 4],
  ["4.0 of 5 bubbles", 4],
  ["4 star rating", 4],
  ["4 von 5 Sternen", 4],
  ["4 étoiles", 4],
  ["4,0", 4],
])("%j are stars", (text, stars) => {
  expect(parseRating(text)).toBe(stars);
});

test.each([
  ["", "has no rating"],
  ["0", "no whole number of stars: --scale 5 rounds it to 1"],
  ["4.5", '"4.5", which is no whole number of stars: --scale 5 rounds it to 5'],
  ["4.4", "rounds it to 4"],
  ["6", "not 1 to 5 whole stars"],
  ["6/5", "not 1 to 5 whole stars"],
  ["0.9/10 stars of 3", "not 1 to 5 whole stars"],
  ["-1", "not 1 to 5 whole stars"],
  ["good", '"good", which is not 1 to 5 whole stars'],
  ["SIX", "not 1 to 5 whole stars"],
  ["★★★★★★", "not 1 to 5 whole stars"],
  ["x".repeat(50), `"${"x".repeat(40)}"`],
])("%j is no number of stars", (text, why) => {
  expect(() => parseRating(text)).toThrow(why);
});

test.each([
  ["2026-03-01", "2026-03-01"],
  ["2026/3/1", "2026-03-01"],
  ["2026-03-01T23:59:59Z", "2026-03-01"],
  ["2026-03-01 10:00:00 UTC", "2026-03-01"],
  ["1772323200", "2026-03-01"],
  ["1772409599", "2026-03-01"],
  ["1772323200000", "2026-03-01"],
  ["13/4/2026", "2026-04-13"],
  ["4/13/26", "2026-04-13"],
  ["3/3/2026", "2026-03-03"],
  ["03.04.2026", "2026-04-03"],
  ["4-13-2026", "2026-04-13"],
  ["Mar 1, 2026", "2026-03-01"],
  ["March 1st, 2026 at 10:11 AM", "2026-03-01"],
  ["1 sept. 2026", "2026-09-01"],
  ["Fri Jan 02 2026 10:00:00 GMT+0100 (CET)", "2026-01-02"],
  ["Montag, 5. Januar 2026", "2026-01-05"],
  ["2. März 2026", "2026-03-02"],
  ["3 juillet 2026", "2026-07-03"],
  ["1er mai 2026", "2026-05-01"],
  ["12 de mayo de 2026", "2026-05-12"],
  ["1º de dezembro de 2026", "2026-12-01"],
  ["3 października 2026", "2026-10-03"],
  ["2026年3月1日", "2026-03-01"],
  ["2026. 3. 1.", "2026-03-01"],
])("%s is a day", (text, day) => {
  expect(parseDay(text)).toBe(day);
});

test.each([
  ["", "has no date"],
  ["2026-02-30", '"2026-02-30", which is no day'],
  ["2026-13-01", "which is no day"],
  ["3/4/2026", "--dates mdy or --dates dmy"],
  ["13/13/2026", "which is no day"],
  ["177232320", "which is no day"],
  ["17723232000", "which is no day"],
  ["2 monaten 2026", "which is no day"],
  ["2 months ago", "which is no day"],
  ["46082", '"46082": if that is how Excel counts 2026-03-01, say --dates excel'],
])("%j is none", (text, why) => {
  expect(() => parseDay(text)).toThrow(why);
});

test.each([
  ["1/2/2026", "mdy", "2026-01-02"],
  ["1/2/2026", "dmy", "2026-02-01"],
  ["1.2.2026", "mdy", "2026-02-01"],
  ["2/13/2026", "excel", "2026-02-13"],
  ["30000", "excel", "1982-02-18"],
  ["69999.9", "excel", "2091-08-24"],
  ["46084,25", "excel", "2026-03-03"],
] as const)("%s is read as %s: %s", (text, form, day) => {
  expect(parseDay(text, { form })).toBe(day);
});

test.each([
  ["29999", "excel", "which is no day"],
  ["70000", "excel", "which is no day"],
  ["13/2/2026", "mdy", "read as mdy"],
] as const)("%s cannot be read as %s", (text, form, why) => {
  expect(() => parseDay(text, { form })).toThrow(why);
});

test.each([
  ["2026-03-02T03:15:00Z", "2026-03-01"],
  ["2026-03-02T03:15Z", "2026-03-01"],
  ["2026-03-02 03:15:00.5 UTC", "2026-03-01"],
  ["2026-03-02T09:15:00+02:00", "2026-03-01"],
  ["2026-03-02T09:15:00+0100", "2026-03-02"],
  ["1772421300", "2026-03-01"],
  ["1772421300000", "2026-03-01"],
  ["2026-03-02T03:15:00", "2026-03-02"],
  ["2026-03-02", "2026-03-02"],
])("%s is the day %s on the west coast", (text, day) => {
  expect(parseDay(text, { timeZone: "America/Los_Angeles" })).toBe(day);
});

test.each([
  ["Karen McDonald", "Karen M."],
  ["McDonald, Karen", "Karen M."],
  ["karen mcdonald", "karen M."],
  ["Dr. Karen Ann McDonald, PhD", "Karen M."],
  ["Karen McDonald, Jr.", "Karen M."],
  ["Frau Karen M", "Karen M."],
  ["Karen (the neighbor) M.", "Anonymous"],
  ["J.R. Smith", "J.R. S."],
  ["Ñusta Ñáñez", "Ñusta Ñ."],
  ["Karen", "Karen"],
  ["Karen Élan", "Karen É."],
  ["山田太郎", "山."],
  ["", "Anonymous"],
  ["A Google user", "Anonymous"],
  ["an anonymous customer", "Anonymous"],
  ["karen@example.com", "Anonymous"],
  ["Karen 43999", "Anonymous"],
  ["Mr.", "Anonymous"],
  ["***", "Anonymous"],
])("%j is published as %j", (name, shown) => {
  expect(shortenName(name)).toBe(shown);
});

test.each([
  [" Good. ", "Good."],
  ["(Translated by Google) Very good\n\n(Original)\nMuy bueno", "Muy bueno"],
  ["Muy bueno\n\n(Translated by Google)\nVery good", "Muy bueno"],
  ["(Translated by Google) Only this", "Only this"],
  ["(Original) stays", "(Original) stays"],
])("the customer's own words of %j", (text, words) => {
  expect(unwrapTranslation(text)).toBe(words);
});

test.each([
  ["a<br>b<br/>\nc", "a\nb\nc"],
  ["<p>a</p><p>b</p>", "a\n\nb"],
  ["<b>a</b> &amp; &lt;b&gt;", "a & <b>"],
  ["a\n\n\n\nb  \n c", "a\n\nb\nc"],
  ["1 < 2 > 0", "1 < 2 > 0"],
])("%j is shown as %j", (html, text) => {
  expect(toPlainText(html)).toBe(text);
});

test("text without a tag stays as it is where only markup is read", () => {
  expect(toPlainText("a &lt; b", "markup only")).toBe("a &lt; b");
  expect(toPlainText("a &lt; <i>b</i>", "markup only")).toBe("a < b");
});

describe("the data of a page", () => {
  const of = (body: string) =>
    parsePage(`<body itemscope itemtype="https://schema.org/A B">${body}</body>`).items;

  test.each<[string, object]>([
    ['<b itemprop="a">x</b>', { a: "x" }],
    ['<b itemprop="a b">x</b>', { a: "x", b: "x" }],
    ['<b itemprop="a">x</b><i itemprop="a">y</i><i itemprop="a">z</i>', { a: ["x", "y", "z"] }],
    ['<b itemprop="a">x<i itemprop="b">y</i>z</b>', { a: "xyz", b: "y" }],
    ['<p itemprop="a">x<br>y</p>', { a: "x\ny" }],
    ['<div itemprop="a"><p>x</p><p>y</p></div>', { a: "x\n\ny" }],
    ['<meta itemprop="a" content="x">', { a: "x" }],
    ['<b itemprop="a" content="x">y</b>', { a: "x" }],
    ['<time itemprop="a" datetime="2026">y</time>', { a: "2026" }],
    ['<a itemprop="a" href="x">y</a>', { a: "x" }],
    ['<data itemprop="a" value="x">y</data>', { a: "x" }],
    ['<img itemprop="a" src="x">', { a: "x" }],
    ['<b itemprop="a">x<script>y</script><style>z</style></b>', { a: "x" }],
    ['<b itemscope itemprop="a" itemtype="C"><i itemprop="b">x</i></b>', { a: { "@type": ["C"], b: "x" } }],
  ])("%s", (body, item) => {
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
  test.each([
    [
      "a,b\n1,2\n",
      [
        ["a", "b"],
        ["1", "2"],
      ],
      [1, 2],
    ],
    [
      'a;b\n"1\n2";3\n\n4;5',
      [
        ["a", "b"],
        ["1\n2", "3"],
        ["4", "5"],
      ],
      [1, 2, 5],
    ],
    ["sep=;\na;b\n", [["a", "b"]], [2]],
    [
      'a\tb\n"x ""y"" z"\t',
      [
        ["a", "b"],
        ['x "y" z', ""],
      ],
      [1, 2],
    ],
    [
      'a|b\nit"s|2',
      [
        ["a", "b"],
        ['it"s', "2"],
      ],
      [1, 2],
    ],
    ['"a,b;c";d;e\n', [["a,b;c", "d", "e"]], [1]],
    ["a\n", [["a"]], [1]],
    ["", [], []],
  ])("%j", (text, rows, lines) => {
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
