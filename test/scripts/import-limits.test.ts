import { describe, expect, test } from "vitest";
import { importReviews } from "../../scripts/import.ts";
import { parseJobs } from "../../scripts/import/jobs.ts";
import { findJobs, indexJobs } from "../../scripts/import/job-matching.ts";
import { parsePage, toPlainText } from "../../scripts/import/schema-org.ts";
import { parseCsv } from "../../scripts/import/tables.ts";
import {
  parseDay,
  parseRating,
  RowError,
  shortenName,
  unwrapTranslation,
} from "../../scripts/import/field-values.ts";
import { UsageError } from "../../src/schema/errors.ts";
import { findPersonalData } from "../../src/content/personal-data.ts";
import { writeContent } from "../content/content-folder.ts";
import { expectLinear, once } from "../growth.ts";
import { google, googlePage } from "./exports.ts";
import { importInto } from "./import/memory.ts";
import { createZip, run, write } from "./owner.ts";

/** Runs a reader, whose refusals are none of the question. */
function quietly(task: () => unknown): unknown {
  try {
    return task();
  } catch (error) {
    if (error instanceof RowError || error instanceof UsageError) return undefined;
    throw error;
  }
}

describe("no input takes more than its length", () => {
  const pieces = [" ", "\t", "\n", "5", "a", "'", "!", "<", '<a "', "<br", "&#", "@", "a@", "a.", "1-", "("];
  const words = ["(Translated by Google)", "Jan ", "St. "];
  test.each<[string, (text: string) => unknown]>([
    ["a name", shortenName],
    ["a date", (text) => quietly(() => parseDay(text))],
    ["a rating", (text) => quietly(() => parseRating(text))],
    ["a translation", unwrapTranslation],
    ["markup", (text) => toPlainText(text)],
    ["a page", (text) => quietly(() => parsePage(text))],
    ["personal data", (text: string) => findPersonalData(text, { telephone: "", email: "" })],
  ])("%s", async (_, read) => {
    for (const piece of [...pieces, ...words]) {
      for (const start of ["", "Ann 5"]) {
        await expectLinear((size) => {
          const text = `${start}${piece.repeat(Math.ceil(size / piece.length))}x`;
          return () => read(text);
        }, 4000);
      }
    }
  });

  const item = `<div itemscope itemtype="https://schema.org/Review">`;
  test.each([
    ["<b>", "<li>", "<p>", "<script>", "</b>", "<a b ", "<!--", "&amp;"],
    [`<script type="application/ld+json">`, `<b itemprop="x">`, `<br itemprop="x">`, `<b itemprop="x">a</b>`],
  ])("a page of %j and others", async (...all) => {
    for (const piece of all) {
      for (const start of ["", item]) {
        await expectLinear((size) => {
          const html = start + piece.repeat(size / piece.length);
          return () => quietly(() => parsePage(html));
        }, 20_000);
      }
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
      return () => quietly(() => parseCsv(csv));
    }, 1_000);
  });

  test("200 kB of spaces in every field", async () => {
    await expectLinear(
      (size) => {
        const wide = " ".repeat(size);
        const csv = `Name,Rating,Review,Date,Status\n"Ann${wide}Lee",5${wide},"Neat${wide}x",2026-03-01${wide},published${wide}\n`;
        const page = googlePage(google({ id: "A", comment: `x${wide}y`, reply: `z${wide}`, name: wide }));
        return () => importInto("", { "x.csv": csv, "x.json": page }).catch(() => undefined);
      },
      25_000,
      once,
    );
  });

  test("finding jobs among as many as there are reviews", async () => {
    await expectLinear((size) => {
      const toName = (index: number) =>
        `Ann Lee${String(index >> 2).replace(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
      const customers = Array.from({ length: size }, (_, index) => toName(index));
      const rows = customers.map((name) => `${name},2026-03-01\n`).join("");
      const jobs = parseJobs(`customer,date\n${rows}`);
      return () => {
        const index = indexJobs(jobs);
        for (const name of customers) {
          const found = findJobs({ date: "2026-03-02", author: "Ann L.", customer: { name } }, index);
          expect(found.isSure).toBe(true);
        }
      };
    }, 500);
  });
});

test("names and words of strangers are shown with their control characters", async () => {
  const content = await writeContent();
  const rows = `1,Ann\u001B[1mLee,5,Fine\u009B1A\u202E work.,2026-03-01\n2,Bo\u007F Ek,4.5,x,2026-03-01\n`;
  const zip = createZip([
    { name: "a\u001B[2J\nall is well.csv", bytes: `Id,Name,Rating,Review,Date\n${rows}` },
  ]);
  const args = [await write("x.zip", zip), "--content", content, "--source", "Yelp"];
  const shown = await importReviews(args);
  expect(shown).toContain(String.raw`x.zip/a\u{1b}[2J\u{a}all is well.csv, line 3`);
  // eslint-disable-next-line no-control-regex
  expect(shown).not.toMatch(/[\u0000-\u0009\u000B-\u001A\u007F-\u009F\u202A-\u202E]|\u001B\[2J/);
  expect(await importReviews([...args, "--json"])).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  const broken = createZip([{ name: "../\u001B[2J.csv", bytes: "x" }]);
  const { err } = await run("import.ts", [await write("x.zip", broken), "--content", content]);
  expect(err).toContain(String.raw`leads out of its folder ("../\u{1b}[2J.csv")`);
});
