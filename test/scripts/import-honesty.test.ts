import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseDay } from "../../scripts/import/values.ts";
import { parseRating, RowError, shortenName, unwrapTranslation } from "../../scripts/import/values.ts";
import { parsePage, toPlainText } from "../../scripts/import/schema-org.ts";
import { parseJobs } from "../../scripts/import/jobs.ts";
import { findJobs, indexJobs } from "../../scripts/import/matching.ts";
import { importReviews } from "../../scripts/import.ts";
import { findPersonalData } from "../../src/content/personal-data.ts";
import { loadSite } from "../../src/content/load-site.ts";
import { soundFile, writeContent } from "../content/content-folder.ts";
import { expectLinear, once } from "../growth.ts";
import { createZip, google, googlePage, importing, temporaryFolder, write } from "./owner.ts";
import { createRandom } from "../../src/schema/lists.ts";

const load = (content: string) => loadSite(content, { today: "2026-11-20" });
const row = (id: string, more: string) =>
  `${id},Ann Lee,5,Neat and quick work by them.,2026-03-0${id},${more}\n`;

describe("what the source does not vouch for is never published", () => {
  test.each([
    ["State", ["published", "spam", "unpublished"], 1],
    ["Status", ["Approved", "Pending", "rejected", "hidden", "something new"], 1],
    ["Published", ["true", "false"], 1],
    ["Hidden", ["false", "TRUE"], 1],
    ["curated", ["ok", "not-yet", "spam"], 1],
    ["Verified", ["Verified Buyer", "no", "email", ""], 1],
    ["Is Verified Buyer", ["TRUE", "FALSE"], 1],
  ])("%s: %j", async (header, values, published) => {
    const content = await writeContent();
    // Of who wrote them the export says nothing but good, unless that is what its column is about.
    const [more, yes] = /Verified/.test(header) ? ["", ""] : [",Verified Buyer", ",yes"];
    const rows = values.map((value, index) => row(String(index + 1), value + yes));
    const csv = `Id,Name,Rating,Review,Date,${header}${more}\n${rows.join("")}`;
    const file = await write("x.csv", csv);
    const report = await importing(content, file, "--source", "Shop", "--verified-by", "platform", "--write");
    expect(report.refused).toEqual([]);
    expect(report.new.filter((one) => one["verification"] !== undefined)).toHaveLength(published);
    expect(report.new.filter((one) => one["withheld"] === "unverified")).toHaveLength(
      values.length - published,
    );
    expect(Object.values(report.waiting).reduce((sum, count) => sum + count, 0)).toBe(
      values.length - published,
    );
    expect((await load(content)).reviews).toHaveLength(2 + published);
    const shown = await importReviews([
      file,
      "--content",
      await writeContent(),
      "--source",
      "Shop",
      "--verified-by",
      "platform",
    ]);
    expect(shown).toMatch(/new reviews? waits? as "withheld: unverified"/);
  });

  test("records of ours verify what the source does not, but not what it hides", async () => {
    const content = await writeContent();
    const csv = `Id,Name,Rating,Review,Date,Verified,Status\n${row("1", "no,published")}${row("2", "no,spam")}`;
    const jobs = await write("jobs.csv", "customer,date\nAnn Lee,2026-02-20\n");
    const report = await importing(content, await write("x.csv", csv), "--source", "Shop", "--jobs", jobs);
    expect(report.new.map((one) => one["verification"])).toEqual([
      { method: "job_record", date: "2026-02-20" },
      undefined,
    ]);
  });

  test("a shop's export that says of nobody that he is a customer is not vouched for", async () => {
    const csv =
      "title,body,rating,review_date,source,curated,reviewer_name,reviewer_email,product_id,product_handle,reply\nQuiet,Fine work.,5,2026-03-01,web,ok,Ann Lee,a@example.com,1,mowing,\n";
    const report = await importing(
      await writeContent(),
      await write("x.csv", csv),
      "--verified-by",
      "platform",
    );
    expect(report.new).toMatchObject([{ withheld: "unverified" }]);
  });

  test("a published review that the source hides now is a question", async () => {
    const content = await writeContent();
    const csv = (status: string) =>
      `Id,Name,Rating,Review,Date,Verified,Status\n${row("1", `yes,${status}`)}`;
    const args = ["--source", "Shop", "--verified-by", "platform", "--write"];
    await importing(content, await write("x.csv", csv("published")), ...args);
    const report = await importing(content, await write("x.csv", csv("spam")), ...args);
    expect(report).toMatchObject({ edited: [], questions: [{ about: "unpublished" }] });
  });
});

describe("figures and names of the business are nobody's", () => {
  test("averages are no stars, and the business's name is no author and no title", async () => {
    const csv =
      "Title,Average Rating,Reviews Count,Rating,Name,Reviewer,Comment,Date\nFern & Sons,4.6,120,5,Fern & Sons,Ann Lee,Neat.,2026-03-01\nFern & Sons,4.6,120,3,Fern & Sons,Bo Ek,Fine.,2026-03-02\n";
    const report = await importing(await writeContent(), await write("x.csv", csv), "--source", "Yelp");
    expect(report.new).toMatchObject([
      { rating: 5, author: "Ann L." },
      { rating: 3, author: "Bo E." },
    ]);
    expect(report.new.map((one) => one["title"])).toEqual([undefined, undefined]);
  });

  test("reviews of several places are not merged: --location says which", async () => {
    const content = await writeContent();
    const file = await write(
      "x.csv",
      "Location Name,Name,Rating,Review,Date\nNorth,Ann Lee,5,Neat.,2026-03-01\nSouth,Bo Ek,4,Fine.,2026-03-02\nSouth,Cy Dee,3,Well.,2026-03-03\n",
    );
    await expect(importing(content, file, "--source", "Yelp")).rejects.toThrow(
      /reviews of 2 locations.*--location, one of "North" \(1\), "South" \(2\)/,
    );
    const report = await importing(content, file, "--source", "Yelp", "--location", "south");
    expect(report.new.map((one) => one["author"])).toEqual(["Bo E.", "Cy D."]);
    expect(report.notes.join()).toContain("1 reviews of other locations are left out");
  });

  test("so with Google's own", async () => {
    const one = google({ id: "A" });
    const page = googlePage(one, { ...one, name: "accounts/111/locations/333/reviews/B" });
    const titled = createZip([
      { name: "Takeout/x/reviews.json", bytes: page },
      { name: "Takeout/x/data.json", bytes: JSON.stringify({ name: "locations/333", title: "Fern North" }) },
    ]);
    const zip = await write("takeout.zip", titled);
    expect((await importing(await writeContent(), zip, "--location", "north")).new).toHaveLength(1);
    await expect(importing(await writeContent(), await write("x.json", page))).rejects.toThrow(
      /"222" \(1\), "333" \(1\)/,
    );
  });
});

describe("columns that nobody knows", () => {
  const csv =
    "Wann;Sterne;Wer;Was sie sagt\n14.03.2026;5;Uwe Kahl;Sehr ordentlich gearbeitet und alles sauber hinterlassen\n15.03.2026;4;Ida Roth;Pünktlich und freundlich, gerne wieder im nächsten Jahr\n";

  test("are proposed from what stands in them, and kept once they are confirmed", async () => {
    const content = await writeContent();
    const file = await write("x.csv", csv);
    await expect(importing(content, file, "--source", "Zettel", "--write")).rejects.toThrow(
      /the text may be in Was sie sagt.*--confirm, or with .*--map "Was sie sagt=text".*--stars-only/,
    );
    const report = await importing(content, file, "--source", "Zettel", "--confirm", "--write");
    expect(report.new).toMatchObject([
      { rating: 5, author: "Uwe K.", date: "2026-03-14", text: expect.stringMatching(/^Sehr/) },
      { rating: 4, author: "Ida R." },
    ]);
    expect(report.written.join()).toContain("imports.yaml");
    expect(await importing(content, file, "--write")).toMatchObject({ new: [], edited: [] });
    await load(content);
  });

  test("a table without a column of words stops, until it is said that there are none", async () => {
    const content = await writeContent();
    const file = await write(
      "x.csv",
      "Name,Rating,Date,Plan\nAnn Lee,5,2026-03-01,A\nBo Ek,4,2026-03-02,B\n",
    );
    await expect(importing(content, file, "--source", "Yelp")).rejects.toThrow(
      /no column looks like the text.*--stars-only/,
    );
    const report = await importing(content, file, "--source", "Yelp", "--stars-only");
    expect(report.new).toHaveLength(2);
    expect(report.notes.join()).toContain("stars only, as you say");
  });
});

describe("files", () => {
  const page = googlePage(google({ id: "A", comment: "Schön" }));
  test.each<[string, Buffer, RegExp | undefined]>([
    ["UTF-16 with a mark", Buffer.from(`\uFEFF${page}`, "utf16le"), /UTF-16/],
    ["UTF-16 without one", Buffer.from(page, "utf16le"), /UTF-16/],
    ["big-endian UTF-16", Buffer.from(`\uFEFF${page}`, "utf16le").swap16(), /UTF-16/],
    ["Windows-1252", Buffer.from(page, "latin1"), /Windows-1252/],
    ["letters split by Facebook", Buffer.from(page.replace("ö", "\\u00c3\\u00b6")), undefined],
    ["UTF-8 with a mark", Buffer.from(`\uFEFF${page}`), undefined],
  ])("%s is read, and said", async (_, bytes, note) => {
    const report = await importing(await writeContent(), await write("x.json", bytes));
    expect(report.new).toMatchObject([{ text: "Schön" }]);
    if (note) expect(report.notes.join()).toMatch(note);
  });

  test.each<[string, Buffer, RegExp]>([
    ["xlsx", createZip([{ name: "xl/workbook.xml", bytes: "<x/>" }]), /Excel workbook.*CSV UTF-8/],
    [
      "ods",
      createZip([
        { name: "mimetype", bytes: "x" },
        { name: "content.xml", bytes: "x" },
      ]),
      /OpenDocument.*CSV/,
    ],
    ["xls", Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(600)]), /old Excel.*CSV/],
    ["pdf", Buffer.from("%PDF-1.7\n"), /PDF/],
  ])("%s gets a sentence on what to do", async (name, bytes, message) => {
    const path = await write(`x.${name}`, bytes);
    await expect(importing(await writeContent(), path)).rejects.toThrow(message);
  });

  test("a Takeout archive may be a tgz or a folder, and hold far more than reviews", async () => {
    const reviews = "Takeout/Google Business Profile/account-1/location-222/reviews-0.json";
    const tgz = await write(
      "takeout.tgz",
      gzipSync(
        toTar([
          ["Takeout/a.jpg", "x".repeat(3000)],
          [reviews, page],
        ]),
      ),
    );
    expect((await importing(await writeContent(), tgz)).new).toHaveLength(1);
    const tar = toTar([
      ["Takeout/a.jpg", "x".repeat(3000)],
      [reviews, page],
    ]);
    expect((await importing(await writeContent(), await write("takeout.tar", tar))).new).toHaveLength(1);
    const deep = `${"long-name/".repeat(20)}reviews.json`;
    const pax = `${String(deep.length + 10)} path=${deep}\n`;
    const named = toTar([
      ["Takeout/b.jpg", "x".repeat(1024)],
      ["PaxHeader", pax, "x"],
      ["cut.bin", page],
    ]);
    expect((await importing(await writeContent(), await write("takeout.tar", named))).new).toHaveLength(1);
    const cut = await write("takeout.tar", tar.subarray(0, 512 + 3072 + 512 + 20));
    await expect(importing(await writeContent(), cut)).rejects.toThrow(/broken tar archive/);
    const folder = await temporaryFolder();
    await mkdir(join(folder, "Takeout/x"), { recursive: true });
    await writeFile(join(folder, "Takeout/x/reviews.json"), page);
    await writeFile(join(folder, "Takeout/x/broken.json"), "{");
    const report = await importing(await writeContent(), folder);
    expect(report.new).toHaveLength(1);
    expect(report.notes.join()).toContain("left out");
    const pictures = Array.from({ length: 5 }, (_, index) => ({
      name: `p${index}.jpg`,
      bytes: noise(15_000_000),
    }));
    const zip = await write("takeout.zip", createZip([...pictures, { name: reviews, bytes: page }]));
    expect((await importing(await writeContent(), zip)).new).toHaveLength(1);
  });

  test("a broken tgz is one clear line", async () => {
    const bytes = gzipSync(toTar([["reviews.json", page]]));
    const path = await write("x.tgz", bytes.subarray(0, bytes.length - 20));
    await expect(importing(await writeContent(), path)).rejects.toThrow(/broken gzip/);
  });
});

test("days are the business's: an evening here is not the next day of universal time", async () => {
  const content = await writeContent({
    "business.yaml": `${soundFile("business.yaml")}time_zone: America/Los_Angeles\n`,
  });
  const evening = "2026-03-02T03:15:00Z";
  const files: [string, string][] = [
    ["google.json", googlePage(google({ id: "A", comment: "One.", created: evening, reply: "Thanks" }))],
    [
      "x.csv",
      `Id,Name,Rating,Review,Date\n1,Ann Lee,5,Two.,2026-03-02 03:15:00 UTC\n2,Bo Ek,5,Three.,1772421300\n3,Cy Dee,5,Four.,2026-03-02\n`,
    ],
    [
      "page.html",
      `<script type="application/ld+json">{"@type":"Review","author":"Di Fox","datePublished":"2026-03-02T04:15:00+01:00","reviewBody":"Five.","reviewRating":5}</script>`,
    ],
  ];
  const dates: unknown[] = [];
  for (const [name, bytes] of files) {
    const { new: added } = await importing(content, await write(name, bytes), "--source", "Yelp");
    dates.push(...added.map((one) => one["date"]));
  }
  expect(dates).toEqual(["2026-03-01", "2026-03-01", "2026-03-01", "2026-03-02", "2026-03-01"]);
});

describe("importing again", () => {
  const args = ["--write"];
  const start = async (fields: Partial<Parameters<typeof google>[0]> = {}) => {
    const content = await writeContent();
    const first = { id: "A", comment: "Neat edges, said Karen to me.", reply: "Thank you!", ...fields };
    await importing(content, await write("x.json", googlePage(google(first))), ...args);
    const path = join(content, "reviews/2026.yaml");
    const edit = async (from: string, to: string) => {
      const text = await readFile(path, "utf8");
      expect(text).toContain(from);
      await writeFile(path, text.replace(from, to));
    };
    const again = async (next: Partial<typeof first> = {}) =>
      importing(content, await write("x.json", googlePage(google({ ...first, ...next }))), ...args);
    return { content, edit, again };
  };

  test("does not undo a correction, also when the platform dates its text anew", async () => {
    const { edit, again } = await start();
    await edit("said Karen", "said a neighbour");
    expect(await again()).toMatchObject({ edited: [], written: [] });
    expect(await again({ updated: "2026-05-01T00:00:00Z" })).toMatchObject({ edited: [] });
  });

  test("takes the platform's day for the customer's words alone: a reply is no edit by the customer", async () => {
    const answered = await start();
    const updated = "2026-05-01T00:00:00Z";
    const { edited } = await answered.again({ reply: "Thank you both!", updated });
    expect(edited.map(({ changes }) => changes)).toEqual([
      { reply: { date: "2026-05-01", text: "Thank you both!" } },
    ]);
    expect(await answered.again({ reply: "Thank you both!", comment: "Late.", updated })).toMatchObject({
      edited: [{ changes: { text: "Late.", updated: "2026-05-01" } }],
    });
  });

  test("sees the platform's edit where nothing was corrected, and asks where both were", async () => {
    const plain = await start();
    expect(await plain.again({ comment: "Neat, but late." })).toMatchObject({
      edited: [{ changes: { text: "Neat, but late." } }],
    });
    const corrected = await start();
    await corrected.edit("said Karen", "said a neighbour");
    expect(await corrected.again({ comment: "Neat, but late." })).toMatchObject({
      edited: [],
      questions: [{ about: "edited-twice" }],
    });
  });

  test("asks about a reply and a review that went", async () => {
    const { content, again } = await start();
    const { reply: _, ...silent } = { id: "A", comment: "Neat edges, said Karen to me.", reply: "" };
    const gone = await write("x.json", googlePage(google(silent)));
    expect(await importing(content, gone, ...args)).toMatchObject({
      edited: [],
      questions: [{ about: "reply-removed" }],
    });
    expect(await importing(content, gone, ...args)).toMatchObject({
      questions: [{ about: "reply-removed" }],
    });
    expect(await importing(content, gone, "--drop-replies", ...args)).toMatchObject({
      edited: [{ changes: { reply: null } }],
    });
    expect(await readFile(join(content, "reviews/2026.yaml"), "utf8")).not.toContain("Thank you!");
    const other = await write("x.json", googlePage(google({ id: "B", name: "Bo Ek", comment: "Other." })));
    const withoutIt = await importing(content, other);
    expect(withoutIt.missing).toHaveLength(3);
    expect(withoutIt.questions).toMatchObject([
      {
        about: "missing",
        text: expect.stringMatching(/was it withdrawn there\? Then run npm run redact -- google-/),
      },
    ]);
    expect((await again()).questions).toEqual([]);
  });

  test("does not give a reply back that the owner took away", async () => {
    const { edit, again } = await start();
    await edit("  reply:\n    date: 2026-03-01\n    text: Thank you!\n", "");
    expect(await again()).toMatchObject({ edited: [] });
  });

  test("knows a review again that another program exports, by words, day and stars", async () => {
    const { content } = await start({ name: "Karen McDonald", comment: "Neat." });
    const csv =
      "review_id,author_title,review_text,review_rating,review_datetime_utc,name\nChdX,Karen McD,Neat!,5,03/02/2026 02:00:00,Fern\nChdY,Other One,Neat!,2,03/02/2026 02:00:00,Fern\n";
    const report = await importing(content, await write("o.csv", csv), "--write");
    expect(report.new.map((one) => one["rating"])).toEqual([2]);
    expect(report.unchanged).toHaveLength(1);
  });
});

test("two thousand reviews find their jobs among as many", async () => {
  const day = (index: number) => new Date(Date.UTC(2018, 0, 1 + (index % 3000))).toISOString();
  const name = (index: number) => `Ann${index % 500} Lee${"abcdefghij".charAt(index % 10).repeat(2)}`;
  const numbers = Array.from({ length: 2_000 }, (_, index) => index);
  const rows = numbers.map((index) => `${name(index)},${day(index).slice(0, 10)}\n`);
  const jobs = await write("jobs.csv", `customer,date\n${rows.join("")}`);
  const reviews = numbers.map((index) =>
    google({ id: `R${index}`, name: name(index), comment: `Words ${index}.`, created: day(index) }),
  );
  const file = await write("x.json", googlePage(...reviews));
  const report = await importing(await writeContent(), file, "--jobs", jobs);
  expect(report.new.filter((one) => one["verification"] !== undefined)).toHaveLength(2_000);
});

test("finding jobs costs in proportion to the reviews, among as many jobs", async () => {
  await expectLinear((size) => {
    const customers = Array.from(
      { length: size },
      (_, index) =>
        `Ann Lee${String(index >> 2).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`,
    );
    const jobs = parseJobs(
      `customer,date\n${customers.map((name) => `${name},2026-03-01\n`).join("")}`,
      undefined,
    );
    return () => {
      const index = indexJobs(jobs);
      for (const name of customers)
        expect(findJobs({ date: "2026-03-02", author: "Ann L.", customer: { name } }, index).isSure).toBe(
          true,
        );
    };
  }, 500);
});

describe("no input takes more than its length", () => {
  const pieces = [
    " ",
    "\t",
    "\n",
    "5",
    "a",
    "'",
    "!",
    "<",
    '<a "',
    "<br",
    "&#",
    "@",
    "a@",
    "a.",
    "1-",
    "(",
    "(Translated by Google)",
    "Jan ",
    "St. ",
  ];
  const readers: [string, (text: string) => unknown][] = [
    ["a name", shortenName],
    ["a date", (text) => quietly(() => parseDay(text))],
    ["a rating", (text) => quietly(() => parseRating(text))],
    ["a translation", unwrapTranslation],
    ["markup", (text) => toPlainText(text)],
    ["a page", parsePage],
    ["personal data", (text: string) => findPersonalData(text, { telephone: "", email: "" })],
  ];
  test.each(readers)("%s", async (_, read) => {
    for (const piece of pieces) {
      for (const start of ["", "x", "5", "Ann"]) {
        await expectLinear((size) => {
          const text = `${start}${piece.repeat(Math.ceil(size / piece.length))}x`;
          return () => read(text);
        }, 4000);
      }
    }
  });

  test("200 kB of spaces in every field", async () => {
    const content = await writeContent();
    await expectLinear(
      async (size) => {
        const wide = " ".repeat(size);
        const csv = `Name,Rating,Review,Date,Status\n"Ann${wide}Lee",5${wide},"Neat${wide}x",2026-03-01${wide},published${wide}\n`;
        const table = await write("x.csv", csv);
        const pages = await write(
          "x.json",
          googlePage(google({ id: "A", comment: `x${wide}y`, reply: `z${wide}`, name: wide })),
        );
        return async () => {
          await importing(content, table, "--source", "Yelp").catch(() => undefined);
          await importing(content, pages).catch(() => undefined);
        };
      },
      25_000,
      once,
    );
  });
});

function quietly(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    if (error instanceof RowError) return undefined;
    throw error;
  }
}

/** Bytes that do not compress. */
function noise(length: number): Buffer {
  const random = createRandom(1);
  return Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
}

/** A tar archive as the usual programs write it. */
function toTar(files: [name: string, text: string, type?: string][]): Buffer {
  const parts = files.flatMap(([name, text, type = "0"]) => {
    const bytes = Buffer.from(text);
    const header = Buffer.alloc(512);
    header.write(name, 0, 100);
    header.write("0000644\0", 100);
    header.write(`${bytes.length.toString(8).padStart(11, "0")}\0`, 124);
    header.write(type, 156);
    header.write("ustar\x0000", 257, "latin1");
    return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
  });
  return Buffer.concat([...parts, Buffer.alloc(1024)]);
}
