import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { google, googlePage } from "../exports.ts";
import { createContent, type Exported, importInto, type Said } from "./memory.ts";

const read = (name: string): unknown =>
  parse(readFileSync(join(import.meta.dirname, name), "utf8"), { merge: true });

interface Shape {
  format: string;
  file: string;
  export: string | object;
  reviews: object[];
}

describe("exports are known by what they hold", () => {
  test.each(read("exports.yaml") as Shape[])(
    "$format: $file",
    async ({ format, file, export: value, reviews }) => {
      const { importing } = createContent();
      const report = await importing({ [file]: value }, { verifies: true, write: true });
      expect(report).toMatchObject({ format, refused: [], new: reviews });
      expect(report.new).toHaveLength(reviews.length);
      expect(JSON.stringify(report.new)).not.toMatch(/@example\.com|Psst/);
      const again = await importing({ [file]: value }, { verifies: true });
      expect(again).toMatchObject({ new: [], edited: [], questions: [] });
    },
  );
});

interface Case {
  title: string;
  file?: string;
  text?: string;
  value?: object;
  files?: Exported;
  google?: Parameters<typeof google>[0][];
  lines?: string;
  entries?: string;
  said?: Said;
  each?: { head: string; values: string[]; shown: number[] }[];
  error?: string;
  new?: object[];
  report?: object;
  count?: Record<string, number>;
  notes?: string;
  never?: string;
}

/** The expected value, texts with "~" as patterns. */
function toExpected(given: unknown): unknown {
  if (typeof given === "string" && given.startsWith("~"))
    return expect.stringMatching(new RegExp(given.slice(1), "s"));
  if (Array.isArray(given)) return given.map(toExpected);
  if (typeof given !== "object" || given === null) return given;
  return Object.fromEntries(Object.entries(given).map(([key, value]) => [key, toExpected(value)]));
}

function toFiles({ file, text, value, files, google: reviews, lines }: Case): Exported {
  if (files !== undefined) return files;
  if (reviews !== undefined) return { "x.json": googlePage(...reviews.map(google)) };
  if (value !== undefined) return { [file ?? "x.json"]: value };
  return { [file ?? "x.csv"]: lines === undefined ? (text ?? "") : (text ?? "").replaceAll(lines, "\n") };
}

async function check(one: Case): Promise<void> {
  const report = importInto(one.entries, toFiles(one), one.said);
  if (one.error !== undefined) return expect(report).rejects.toThrow(new RegExp(one.error, "s"));
  const found = await report;
  expect(found).toMatchObject({
    ...(one.new && { new: toExpected(one.new) }),
    ...(toExpected(one.report ?? {}) as object),
  });
  if (one.new) expect(found.new).toHaveLength(one.new.length);
  const counted = Object.keys(one.count ?? {}).map((key) => [
    key,
    (found[key as keyof typeof found] as unknown[]).length,
  ]);
  expect(Object.fromEntries(counted)).toEqual(one.count ?? {});
  expect(found.notes.join("\n")).toMatch(new RegExp(one.notes ?? "", "s"));
  if (one.never !== undefined) expect(JSON.stringify(found.new)).not.toMatch(new RegExp(one.never));
}

/** A column of which one word after the other says whether reviews are vouched for. */
function toCase({ head, values, shown }: { head: string; values: string[]; shown: number[] }): Case {
  // Of who wrote them the export says nothing but good, unless that is what its column is about.
  const [more, yes] = /Verified/.test(head) ? ["", ""] : [",Verified Buyer", ",yes"];
  const rows = values.map((value, at) => `${at},Ann Lee,5,Work number ${at}.,2026-03-01,${value}${yes}\n`);
  return {
    title: "",
    text: `Id,Name,Rating,Review,Date,${head}${more}\n${rows.join("")}`,
    said: { source: "Shop", verifies: true },
    new: values.map((_, at) =>
      shown.includes(at) ? { verification: { method: "platform" } } : { withheld: "unverified" },
    ),
    count: { refused: 0 },
  };
}

describe.each(Object.entries(read("imports.yaml") as Record<string, Case[]>))("%s", (_, cases) => {
  test.each(cases)("$title", async (one) => {
    for (const column of one.each ?? []) await check(toCase(column));
    if (one.each === undefined) await check(one);
  });
});
