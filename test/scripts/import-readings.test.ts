import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseDay } from "../../scripts/import/values.ts";
import { parseRating } from "../../scripts/import/values.ts";
import { parseCsv } from "../../scripts/import/tables.ts";
import { parsePage } from "../../scripts/import/schema-org.ts";
import { importReviews } from "../../scripts/import.ts";
import { UsageError } from "../../scripts/usage-error.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { review, writeContent } from "../content/content-folder.ts";
import { expectLinear } from "../growth.ts";
import { createZip, google, googlePage, importing, run, withJobs, write } from "./owner.ts";

const table = (rows: string, head = "Id,Name,Rating,Review,Date") => `${head}\n${rows}`;
const read = async (csv: string, ...args: string[]) =>
  importing(await writeContent(), await write("x.csv", csv), "--source", "Yelp", ...args);
const fieldOf = (report: Awaited<ReturnType<typeof read>>, field: string) =>
  report.new.map((one) => one[field]);

describe("scores that are not stars", () => {
  const tens = table(
    "1,Ann Lee,5,Fine.,2026-03-01\n2,Bo Ek,9,Good.,2026-03-02\n3,Cy Dee,10,Best.,2026-03-03\n",
  );

  test("are refused with what to do, all of them", async () => {
    await expect(read(tens)).rejects.toThrow(/the column Rating holds 10 \(line 4\).*--scale 10/);
  });

  test.each<[string, number[]]>([
    ["10", [3, 5, 5]],
    ["20", [1, 2, 3]],
  ])("--scale %s makes stars of them", async (scale, stars) => {
    expect(fieldOf(await read(tens, "--scale", scale), "rating")).toEqual(stars);
  });

  test("the whole scale: no score becomes less than a star, halves are rounded up", async () => {
    const rows = Array.from(
      { length: 11 },
      (_, score) => `${score},Ann ${score},${score},Text ${score}.,2026-03-01\n`,
    );
    expect(fieldOf(await read(table(rows.join("")), "--scale", "10"), "rating")).toEqual([
      1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5,
    ]);
  });

  test("a scale that is too small is refused as well; one that a score names itself counts for it", async () => {
    await expect(read(tens, "--scale", "5")).rejects.toThrow("--scale 10");
    const own = table("1,Ann Lee,8/10,Fine.,2026-03-01\n2,Bo Ek,4,Good.,2026-03-02\n");
    expect(fieldOf(await read(own), "rating")).toEqual([4, 4]);
    await expect(read(table("1,Ann Lee,870,Fine.,2026-03-01\n"))).rejects.toThrow(
      /870.*--map "column=rating"/,
    );
  });

  test("so with JSON and with pages, unless they say what the best is", async () => {
    const json = (rating: object) =>
      JSON.stringify(
        [4, 8].map((score) => ({
          "@type": "Review",
          author: "Ann Lee",
          datePublished: `2026-03-0${score}`,
          reviewRating: { ratingValue: score, ...rating },
        })),
      );
    const content = await writeContent();
    await expect(importing(content, await write("x.json", json({})))).rejects.toThrow(/holds 8 .*--scale 10/);
    const report = await importing(content, await write("x.json", json({ bestRating: "8" })), "--scale", "5");
    expect(report.new).toMatchObject([{ rating: 3 }, { rating: 5 }]);
    const rows = JSON.stringify({
      reviews: [{ id: 1, name: "Ann Lee", rating: 7, text: "Fine.", date: "2026-03-01" }],
    });
    await expect(importing(content, await write("x.json", rows))).rejects.toThrow("--scale 10");
  });

  test.each(["--scale=4", "--scale=101", "--scale=7.5", "--scale=ten"])("%s is none", async (option) => {
    await expect(read(tens, option)).rejects.toThrow(
      "--scale must be the best score, a whole number from 5 to 100",
    );
  });

  test("halves are left out with what to do, and rounded when it is said", async () => {
    const halves = table('1,Ann Lee,"4,5",Fine.,2026-03-01\n2,Bo Ek,3,Good.,2026-03-02\n');
    const report = await read(halves);
    expect(report.refused).toMatchObject([
      { at: "x.csv, line 2", why: expect.stringContaining("--scale 5 rounds it to 5") },
    ]);
    expect(fieldOf(await read(halves, "--scale", "5"), "rating")).toEqual([5, 3]);
  });

  test("a column of halves or of points is proposed where its header makes it likely", async () => {
    const csv = (first: string) =>
      `Datum;Kunde;Note;Bewertung\n14.03.2026;Uwe Kahl;${first};Alles gut gemacht\n15.03.2026;Ida Roth;4;Gerne wieder mal hier\n`;
    await expect(read(csv("4,5"))).rejects.toThrow(/--map "Note=rating"/);
    await expect(read(csv("9"), "--confirm")).rejects.toThrow(
      /the column Note holds 9 \(line 2\).*--scale 10/,
    );
    expect(fieldOf(await read(csv("4,5"), "--confirm", "--scale", "5"), "rating")).toEqual([5, 4]);
  });
});

describe("days", () => {
  const days = (...list: string[]) =>
    table(list.map((day, index) => `${index},Ann Lee,5,Text ${index}.,${day}\n`).join(""));

  test.each([
    [
      ["3/4/2026", "13/4/2026"],
      ["2026-04-03", "2026-04-13"],
    ],
    [
      ["3/4/2026", "4/13/2026"],
      ["2026-03-04", "2026-04-13"],
    ],
    [
      ["12/12/2026", "03.04.2026"],
      ["2026-12-12", "2026-04-03"],
    ],
  ])("%j: one that tells decides for the whole file", async (given, expected) => {
    const report = await importing(
      await writeContent(),
      await write("x.csv", days(...given)),
      "--source",
      "Yelp",
    );
    const found = [
      ...fieldOf(report, "date"),
      ...report.refused.map(({ why }) => /dated (\S+),/.exec(why)?.[1]),
    ];
    expect(new Set(found)).toEqual(new Set(expected));
  });

  test("a file that holds both orders is refused and names them; the order that is said leaves the others out", async () => {
    const both = days("2/13/2026", "3/4/2026", "14/2/2026");
    await expect(read(both)).rejects.toThrow(
      /in 14\/2\/2026 \(line 4\) the day comes first, in 2\/13\/2026 \(line 2\) the month.*--dates dmy or --dates mdy/,
    );
    const report = await read(both, "--dates", "mdy");
    expect(fieldOf(report, "date")).toEqual(["2026-02-13", "2026-03-04"]);
    expect(report.refused).toMatchObject([
      { at: "x.csv, line 4", why: expect.stringContaining("read as mdy") },
    ]);
  });

  test("replies and edits count too, and jobs have an order of their own", async () => {
    const csv = table(
      "1,Ann Lee,5,Fine.,3/4/2026,Thanks,3/14/2026\n",
      "Id,Name,Rating,Review,Date,Reply,Reply Date",
    );
    expect((await read(csv)).new).toMatchObject([{ date: "2026-03-04", reply: { date: "2026-03-14" } }]);
    const jobs = await write("jobs.csv", "customer,date\nAnn Lee,1/2/2026\nBo Ek,14/2/2026\n");
    const [one] = (await read(csv, "--jobs", jobs)).new;
    expect(one?.["verification"]).toEqual({ method: "job_record", date: "2026-02-01" });
    const mixed = await write("jobs.csv", "customer,date\nAnn Lee,2/13/2026\nBo Ek,14/2/2026\n");
    await expect(read(csv, "--jobs", mixed)).rejects.toThrow(/jobs\.csv holds days of two kinds/);
  });

  test("so with JSON-LD", async () => {
    const page = (...list: string[]) =>
      JSON.stringify(
        list.map((datePublished) => ({
          "@type": "Review",
          author: `Ann ${datePublished}`,
          datePublished,
          reviewRating: 5,
        })),
      );
    const content = await writeContent();
    const report = await importing(content, await write("x.json", page("3/4/2026", "13/4/2026")));
    expect(report.new).toMatchObject([{ date: "2026-04-03" }, { date: "2026-04-13" }]);
    await expect(importing(content, await write("x.json", page("4/13/2026", "13/4/2026")))).rejects.toThrow(
      "two kinds",
    );
    expect(
      (await importing(content, await write("x.json", page("3/4/2026")), "--dates", "mdy")).new,
    ).toMatchObject([{ date: "2026-03-04" }]);
  });

  test("as Excel counts them are proposed, and kept once they are confirmed", async () => {
    const content = await writeContent();
    const file = await write("x.csv", days("46082", "46083.75", '"46084,25"'));
    await expect(importing(content, file, "--source", "Yelp")).rejects.toThrow(
      /46082 \(line 2\) would be 2026-03-01.*--confirm, or say --dates excel/,
    );
    const report = await importing(content, file, "--source", "Yelp", "--confirm", "--write");
    expect(fieldOf(report, "date")).toEqual(["2026-03-01", "2026-03-02", "2026-03-03"]);
    expect(await readFile(join(content, "imports.yaml"), "utf8")).toContain("dates: excel");
    expect(await importing(content, file)).toMatchObject({ new: [], edited: [], refused: [] });
  });

  test("a single one among others is left out with what to do", async () => {
    const report = await read(days("46082", "2026-03-01", "2026-03-02"));
    expect(report.refused).toMatchObject([
      { why: expect.stringMatching(/Excel counts 2026-03-01, say --dates excel/) },
    ]);
  });

  test("a column of five figures is proposed for days only by its header", async () => {
    const csv = (head: string) =>
      `${head};Kunde;Sterne;Bewertung\n43215;Uwe Kahl;5;Alles gut gemacht\n43216;Ida Roth;4;Gerne wieder mal hier\n`;
    await expect(read(csv("Datum"))).rejects.toThrow(/--map "Datum=date"/);
    await expect(read(csv("PLZ"))).rejects.toThrow(/no column looks like the date/);
  });

  test("two exports of one run that are confirmed are both kept", async () => {
    const content = await writeContent();
    const zip = createZip([
      { name: "a.csv", bytes: days("46082") },
      { name: "b.csv", bytes: days("46083").replace("Review,", "Comment,") },
    ]);
    await importing(content, await write("x.zip", zip), "--source", "Yelp", "--confirm", "--write");
    expect((await readFile(join(content, "imports.yaml"), "utf8")).match(/dates: excel/g)).toHaveLength(2);
  });
});

describe("what an export lacks", () => {
  const known = [1, 2, 3].map((number) =>
    google({ id: `A${number}`, name: `Ann ${number}`, comment: `Words ${number}.` }),
  );
  const start = async () => {
    const content = await writeContent();
    await importing(content, await write("x.json", googlePage(...known)), "--write");
    return content;
  };
  const row = (head: string, value: string) =>
    table(`9,Zoe Z,5,New.,2026-03-01,${value}\n`, `Id,Name,Rating,Review,Date,${head}`);

  test.each<[string, string, string]>([
    ["a spreadsheet with one row of Google's", "x.csv", row("Platform", "Google")],
    ["a page of several", "x.json", JSON.stringify({ reviews: [known[0]], nextPageToken: "x" })],
    [
      "five reviews of the Places API",
      "x.json",
      JSON.stringify({
        reviews: [
          {
            rating: 5,
            text: { text: "Good" },
            originalText: { text: "Good" },
            authorAttribution: { displayName: "Zoe Z" },
            publishTime: "2026-03-01T10:00:00Z",
            name: "places/x/reviews/1",
          },
        ],
      }),
    ],
    [
      "a web page",
      "x.html",
      `<script type="application/ld+json">{"@type":"Review","author":"Zoe Z","datePublished":"2026-03-01","reviewRating":5,"publisher":"Google"}</script>`,
    ],
  ])("is nothing that is missing, where it is %s", async (_, name, bytes) => {
    const report = await importing(await start(), await write(name, bytes));
    expect(report).toMatchObject({ missing: [], questions: [] });
  });

  test.each<[string, string, string, string[]]>([
    ["Google's own", "x.json", googlePage(known[0] ?? {}), []],
    ["one that the owner calls Google's", "x.csv", row("Note", "-"), ["--source", "Google"]],
    ["a collector's", "x.csv", row("Birdeye,Source Type,Comments", "-,Google,-"), []],
  ])("is asked about, where it is %s", async (_, name, bytes, args) => {
    const report = await importing(await start(), await write(name, bytes), ...args);
    expect(report.questions.filter(({ about }) => about === "missing").length).toBeGreaterThan(1);
  });
});

describe("a job that is dated after the review", () => {
  const csv = table("1,Ann Lee,5,Fine.,2026-03-01\n");

  test("verifies nothing and is named, unless there is one before", async () => {
    const late = await read(csv, ...(await withJobs({ "Ann Lee": "2026-03-02" })));
    expect(late.new).toMatchObject([{ withheld: "unverified" }]);
    expect(late.questions).toMatchObject([
      {
        about: "job-after-review",
        text: expect.stringMatching(/^x\.csv, line 2: .*2026-03-02, after the review of 2026-03-01/),
      },
    ]);
    const same = await read(csv, ...(await withJobs({ "Ann Lee": "2026-03-01" })));
    expect(same).toMatchObject({ questions: [], new: [{ verification: { date: "2026-03-01" } }] });
    const spam = table("1,Ann Lee,5,Fine.,2026-03-01,spam\n", "Id,Name,Rating,Review,Date,Status");
    expect((await read(spam, ...(await withJobs({ "Ann Lee": "2026-03-01" })))).questions).toEqual([]);
    const both = await write("jobs.csv", "customer,date\nAnn Lee,2026-03-05\nAnn Lee,2026-02-05\n");
    expect((await read(csv, "--jobs", both)).questions).toEqual([]);
    expect((await read(csv, ...(await withJobs({ "Ann Low": "2026-03-05" })))).questions).toEqual([]);
  });

  test.each(["job_record", "appointment"])("is an error in content: %s", async (method) => {
    const content = (day: string) =>
      writeContent({
        "reviews/x.yaml": review({
          id: "r9",
          date: "2026-03-01",
          verification: `{ method: ${method}, date: ${day} }`,
        }),
      });
    await expect(loadSite(await content("2026-03-02"), { today: "2026-11-20" })).rejects.toThrow(
      /reviews\/x\.yaml:\d+.*verification\.date.*is 2026-03-02, after the review/s,
    );
    expect((await loadSite(await content("2026-03-01"), { today: "2026-11-20" })).reviews).not.toHaveLength(
      0,
    );
  });
});

describe("stars of nobody", () => {
  const nobody = (id: string, created = "2026-03-01T10:00:00Z", stars = "FIVE") =>
    google({ id, name: "A Google user", created, stars });
  const other = (...rows: [string, string, number][]) =>
    `review_id,author_title,review_text,review_rating,review_datetime_utc\n${rows.map(([id, day, stars]) => `${id},,,${stars},${day}\n`).join("")}`;

  test("that come by two ways are one review, and not asked about as withdrawn", async () => {
    const content = await writeContent();
    const takeout = await write("x.json", googlePage(nobody("A"), nobody("B")));
    const first = await importing(content, takeout, "--write");
    expect(first).toMatchObject({ duplicates: [] });
    expect(first.new).toHaveLength(2);
    const csv = await write("o.csv", other(["X", "03/02/2026 01:00:00", 5], ["Y", "03/01/2026 01:00:00", 5]));
    expect(await importing(content, csv, "--write")).toMatchObject({ new: [], edited: [], questions: [] });
    expect(await importing(content, takeout, "--write")).toMatchObject({ new: [], questions: [] });
    const more = await write(
      "o.csv",
      other(
        ["X", "03/01/2026 01:00:00", 5],
        ["Y", "03/01/2026 01:00:00", 5],
        ["Z", "03/01/2026 01:00:00", 5],
        ["W", "03/01/2026 01:00:00", 4],
        ["V", "03/04/2026 01:00:00", 5],
      ),
    );
    expect((await importing(content, more)).new).toHaveLength(3);
  });

  test("that come by two ways in one folder are one review", async () => {
    const zip = createZip([
      { name: "reviews.json", bytes: googlePage(nobody("A"), nobody("B")) },
      {
        name: "o.csv",
        bytes: other(
          ["X", "03/01/2026 01:00:00", 5],
          ["Y", "03/01/2026 01:00:00", 5],
          ["Z", "03/01/2026 01:00:00", 5],
        ),
      },
    ]);
    const report = await importing(await writeContent(), await write("x.zip", zip));
    expect(report.new).toHaveLength(3);
    expect(report.duplicates).toHaveLength(2);
  });
});

describe("boundaries", () => {
  test.each([
    ["30000", "1982-02-18"],
    ["69999.9", "2091-08-24"],
  ])("%s is a day of Excel's, its neighbors are none", (text, day) => {
    expect(parseDay(text, { form: "excel" })).toBe(day);
    expect(() => parseDay(String(Number(text) + (day < "2000" ? -1 : 0.1)), { form: "excel" })).toThrow(
      "no day",
    );
  });

  test.each(["0", "6", "6/5", "0.9/10 stars of 3", "-1"])("%s is no number of stars", (text) => {
    expect(() => parseRating(text)).toThrow(/not 1 to 5 whole stars|no whole number/);
  });

  test("half of the days in Excel's form are enough for a proposal", async () => {
    const csv = (...days: string[]) =>
      table(days.map((day, index) => `${index},Ann Lee,5,Text ${index}.,${day}\n`).join(""));
    await expect(read(csv("46082", "2026-03-01"))).rejects.toThrow("--dates excel");
  });

  test.each([
    ["2025-09-02", true],
    ["2025-09-01", false],
  ])("a job of %s is about a review of 2026-03-01: %s", async (day, isAbout) => {
    const report = await read(
      table("1,Ann Lee,5,Fine.,2026-03-01\n"),
      ...(await withJobs({ "Ann Lee": day })),
    );
    expect(report.new[0]?.["verification"] !== undefined).toBe(isAbout);
    expect(report.questions).toEqual([]);
  });

  test.each([
    [20, 20],
    [21, 1],
  ])("%i reviews that went are %i questions", async (gone, questions) => {
    const content = await writeContent();
    const all = Array.from({ length: gone }, (_, index) =>
      google({
        id: `R${index}`,
        name: `Ann ${"abcdefghijklmnopqrstuvw".charAt(index)}x`,
        comment: `Words ${index}.`,
      }),
    );
    await importing(content, await write("x.json", googlePage(...all)), "--write");
    const other = await write("x.json", googlePage(google({ id: "Z", name: "Bo Ek", comment: "Other." })));
    expect((await importing(content, other)).questions).toHaveLength(questions);
  });

  test.each([
    ["03/03/2026", "Neat.", 0],
    ["03/04/2026", "Neat.", 1],
    ["03/04/2026", "Neat work along all edges.", 0],
    ["03/03/2026", "", 0],
    ["03/04/2026", "", 1],
  ])("the same words by another way on %s, %j: %i new", async (day, text, added) => {
    const content = await writeContent();
    const first = google({ id: "A", name: "Karen McDonald", comment: text });
    await importing(content, await write("x.json", googlePage(first)), "--write");
    const csv = `review_id,author_title,review_text,review_rating,review_datetime_utc\nX,Karen McDonald,${text},5,${day} 01:00:00\n`;
    expect((await importing(content, await write("o.csv", csv))).new).toHaveLength(added);
  });

  test.each([
    ["PENDING", false],
    ["REJECTED", false],
    ["APPROVED", true],
  ])("a reply that is %s at Google is shown: %s", async (state, isShown) => {
    const one = google({ id: "A", comment: "Neat.", reply: "Thanks!" });
    const page = googlePage({ ...one, reviewReply: { ...one.reviewReply, reviewReplyState: state } });
    const [added] = (await importing(await writeContent(), await write("x.json", page))).new;
    expect(added?.["reply"] !== undefined).toBe(isShown);
  });

  test("Stamped tells an address that was verified from a purchase", async () => {
    const row = (type: number) => ({
      id: type,
      author: "Ann Lee",
      reviewMessage: `Text ${type}.`,
      reviewRating: 4,
      reviewDate: "03/14/2026",
      reviewVerifiedType: type,
    });
    const file = await write("x.json", JSON.stringify({ data: [0, 1, 2].map(row) }));
    const report = await importing(await writeContent(), file, "--verified-by", "platform");
    expect(report.new.map((one) => one["verification"] !== undefined)).toEqual([false, false, true]);
  });

  test("what is confirmed anew takes the place of what was confirmed before", async () => {
    const content = await writeContent();
    const file = await write("x.csv", "A,B,C,Date\n5,Ann Lee,Fine and good work by them,2026-03-01\n");
    for (const source of ["Yelp", "Angi"])
      await importing(
        content,
        file,
        "--source",
        source,
        "--map",
        "A=rating",
        "--map",
        "B=author",
        "--map",
        "C=text",
        "--write",
      );
    expect(await readFile(join(content, "imports.yaml"), "utf8")).toMatch(/^(?!.*Yelp).*source: Angi/s);
  });
});

describe("no file takes more than its length, or acts on a terminal", () => {
  const item = `<div itemscope itemtype="https://schema.org/Review">`;
  test.each([
    "<b>",
    "<li>",
    "<p>",
    "<script>",
    "</b>",
    "<a b ",
    "<!--",
    `<script type="application/ld+json">`,
    `<b itemprop="x">`,
    `<br itemprop="x">`,
    `<b itemprop="x">a</b>`,
    "&amp;",
  ])("a page of %j", async (piece) => {
    for (const start of ["", item]) {
      await expectLinear((size) => {
        const html = start + piece.repeat(size / piece.length);
        return () => {
          try {
            parsePage(html);
          } catch (error) {
            if (!(error instanceof UsageError)) throw error;
          }
        };
      }, 20_000);
    }
  });

  test("a tag of many attributes", async () => {
    await expectLinear((size) => {
      const html = `<x ${Array.from({ length: size }, (_, index) => `a${index}`).join(" ")}>`;
      return () => parsePage(html);
    }, 3_000);
  });

  test.each(['"', '""', '",', '"\n', ",", "\n", '"a'])("a table of %j", async (piece) => {
    await expectLinear((size) => {
      const csv = `a,b\n1,${piece.repeat(size / piece.length)}`;
      return () => {
        try {
          parseCsv(csv);
        } catch (error) {
          if (!(error instanceof UsageError)) throw error;
        }
      };
    }, 4_000);
  });

  test.each<[string, string, RegExp]>([
    ["deep.json", "[".repeat(200_000) + "]".repeat(200_000), /nests its values more than 64 levels deep/],
    ["deep.json", `{"reviews":${'{"a":'.repeat(64)}1${"}".repeat(64)}}`, /more than 64 levels/],
    ["deep.jsonl", `{"a":1}\n${'{"a":['.repeat(40)}`, /more than 64 levels/],
    ["deep.html", "<b>".repeat(513), /nests its elements more than 512 deep/],
  ])("%s %#: too deep is one clear line", async (name, bytes, message) => {
    await expect(importing(await writeContent(), await write(name, bytes))).rejects.toThrow(message);
  });

  test.each<[string, string]>([
    ["x.json", `{"a":${"[".repeat(63)}"${"[".repeat(100)}\\"${"{".repeat(100)}"${"]".repeat(63)}}`],
    [
      "x.html",
      `${"<b>".repeat(512)}<script type="application/ld+json">${"[".repeat(100)}</script>`.replace(
        "<b>",
        "<p>",
      ),
    ],
  ])("%s: brackets in texts, and as deep as may be", async (name, bytes) => {
    await expect(importing(await writeContent(), await write(name, bytes))).rejects.toThrow(
      /holds no reviews|512 deep/,
    );
  });

  test("names and words of strangers are shown with their control characters", async () => {
    const content = await writeContent();
    const name = "a\u001B[2J\nall is well.csv";
    const text = "Fine\u009B1A\u202E work.";
    const zip = createZip([
      { name, bytes: table(`1,Ann\u001B[1mLee,5,${text},2026-03-01\n2,Bo\u007F Ek,4.5,x,2026-03-01\n`) },
    ]);
    const path = await write("x.zip", zip);
    const shown = await importReviews([path, "--content", content, "--source", "Yelp"]);
    expect(shown).toContain(String.raw`x.zip/a\u{1b}[2J\u{a}all is well.csv, line 3`);
    // eslint-disable-next-line no-control-regex
    expect(shown).not.toMatch(/[\u0000-\u0009\u000B-\u001A\u007F-\u009F\u202A-\u202E]|\u001B\[2J/);
    const json = await importReviews([path, "--content", content, "--source", "Yelp", "--json"]);
    // eslint-disable-next-line no-control-regex
    expect(json).not.toMatch(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u202A-\u202E]/);
    const broken = createZip([{ name: "../\u001B[2J.csv", bytes: "x" }]);
    const { err } = await run("import.ts", [await write("x.zip", broken), "--content", content]);
    expect(err).toContain(String.raw`leads out of its folder ("../\u{1b}[2J.csv")`);
  });
});
