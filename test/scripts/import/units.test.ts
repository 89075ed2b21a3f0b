import { describe, expect, test } from "vitest";
import {
  findSource,
  findUnpublished,
  isAverage,
  isCustomer,
  isManifold,
  isStatusWord,
  toPlain,
  toSourceName,
} from "../../../scripts/import/platforms.ts";
import {
  toComparable,
  toFingerprints,
  toIdFingerprint,
  toKeyMark,
  toReviewId,
  toUpstreamPrint,
} from "../../../scripts/import/fingerprints.ts";
import { parseJobs } from "../../../scripts/import/jobs.ts";
import { isEscaped, toSchemaTable } from "../../../scripts/import/schema-org.ts";
import { findTable } from "../../../scripts/import/tables.ts";
import { readTables } from "../../tables.ts";

const table = readTables(import.meta.filename);

describe("ids and fingerprints stay what they are: reviews are known by them for ever", () => {
  test.each(table<[string, string, string]>("ids of reviews"))(
    "the id of a review on %j with the key %j",
    (source, key, id) => {
      expect(toReviewId(source, key)).toBe(id);
    },
  );

  const review = { source: "Google", date: "2026-03-01", author: "Ann L.", text: "Nineteen letters ab" };
  test.each<[string, string[], string[]]>([
    ["of who wrote it", toFingerprints(review, "a key"), ["0178bcb2-d2597a4e5994506613a2672d"]],
    [
      "of twenty letters",
      toFingerprints({ ...review, text: "Twenty letters, abcde" }, "a key"),
      ["0178bcb2-d2597a4e5994506613a2672d", "0178bcb2-c0bde6239573f67ae4636989"],
    ],
    ["of a key", [toKeyMark("a key")], ["0178bcb2"]],
    ["of an id", [toIdFingerprint("r1", "a key")], ["0178bcb2-f1a4f6606da5d1f945f0e17d"]],
    ["of words", [toUpstreamPrint([5, "a"], "a key")], ["0178bcb2-2824632345eda546a5e8b93d"]],
  ])("%s", (_, found, prints) => {
    expect(found).toEqual(prints);
  });

  test.each(table<[string, string]>("comparable"))("%j is compared as %j", (text, comparable) => {
    expect(toComparable(text)).toBe(comparable);
  });
});

describe("what columns say", () => {
  test.each(table<[string, boolean]>("words of a status"))(
    "%j is a word of a review's status: %s",
    (word, is) => {
      expect(isStatusWord(word)).toBe(is);
    },
  );

  test.each(table<[string, string, string | null]>("unpublished"))(
    "%s: %j is why it is not shown: %j",
    (header, value, why) => {
      expect(findUnpublished(header, value)).toBe(why ?? undefined);
    },
  );

  test.each(table<[string, string, boolean | null]>("customers"))(
    "%s: %j says that a customer wrote it: %s",
    (header, value, is) => {
      expect(isCustomer(header, value)).toBe(is ?? undefined);
    },
  );

  test.each(table<[string, boolean]>("averages"))("%s is of the whole business: %s", (header, is) => {
    expect(isAverage(header)).toBe(is);
  });

  test.each(table<[string, string | null, string | null]>("sources"))(
    "%j and %j: written on %j",
    (said, url, source) => {
      expect(findSource(said ?? "", url ?? undefined)).toBe(source ?? undefined);
    },
  );

  test.each(table<[string, string]>("names of sources"))("%s is %s", (given, name) => {
    expect(toSourceName(given)).toBe(name);
  });

  test("a field in several columns, and headers in two writings", () => {
    expect(["status", "verified", "rating"].map((field) => isManifold(field as never))).toEqual([
      true,
      true,
      false,
    ]);
    expect(toPlain("É-Mail 2!")).toBe("email2");
  });
});

test.each(table<[string[], boolean]>("sources of pages"))("%j is the source of a page: %s", (texts, is) => {
  expect(isEscaped(texts)).toBe(is);
});

test.each(table<[object, string | null]>("JSON-LD"))("%j in JSON-LD", (value, row) => {
  expect(toSchemaTable([value], "k")?.rows.map(({ values }) => values.join("|"))).toEqual(
    row === null ? undefined : [row],
  );
});

test("JSON of any shape as a table: what is nested has the names of what it is in", () => {
  const nested = { b: { c: { d: { e: 1, f: { g: 2 } } } } };
  const first = {
    rating: 5,
    text: "A",
    a: nested,
    none: null,
    flag: true,
    replies: [{ text: "no", deleted: true }, { text: "yes" }],
    tags: ["x"],
  };
  const value = { title: "North", reviews: [first, { rating: 4, text: "B", extra: 1 }] };
  expect(findTable(JSON.stringify(value))).toEqual({
    kind: "JSON",
    headers: ["rating", "text", "a.b.c.d.e", "none", "flag", "replies.text", "location name", "extra"],
    hasMore: false,
    rows: [
      { at: "review 1", values: ["5", "A", "1", "", "true", "yes", "North", ""] },
      { at: "review 2", values: ["4", "B", "", "", "", "", "North", "1"] },
    ],
  });
});

test.each(table<[unknown, string | null]>("places"))(
  "the place of the reviews in %j is %j",
  (value, place) => {
    const { headers, rows } = findTable(JSON.stringify(value))!;
    expect(rows[0]?.values[headers.indexOf("location name")]).toBe(place ?? undefined);
  },
);

test.each(table<[unknown]>("no reviews"))("%j holds no reviews", (value) => {
  expect(findTable(JSON.stringify(value))).toBeUndefined();
});

describe("a list of jobs", () => {
  test("in other words, with a customer's names in several columns", () => {
    const list =
      "First Name,Last-Name,Contact,Company,Job Date,E-Mail,Kind,Service,Job Number\nAnn,Lee,Bo Ek,Acme,2026-02-01,A@x.example,Invoice,Mowing,7\n,,,,2026-02-01,,,,\n , ,Cy Roy, ,3.2.2026,,,,\n";
    expect(parseJobs(list)).toEqual([
      {
        line: 2,
        date: "2026-02-01",
        names: ["Ann Lee", "Bo Ek", "Acme"],
        email: "a@x.example",
        service: "Mowing",
        number: "7",
        method: "invoice",
      },
      {
        line: 4,
        date: "2026-02-03",
        names: ["Cy Roy"],
        email: "",
        service: "",
        number: "",
        method: "job_record",
      },
    ]);
  });

  test("by headers that nobody knows, as far as their values tell, once that is confirmed", () => {
    const list = "Nr,Auftraggeber,Erledigt am,Ort\n7,Ann Lee,3.2.2026,Köln 1\n8,Bo Ek,13.2.2026,Köln 2\n";
    expect(() => parseJobs(list)).toThrow(/they may be Auftraggeber and Erledigt am\..*--confirm/);
    expect(parseJobs(list, { isConfirmed: true })).toMatchObject([
      { names: ["Ann Lee"], date: "2026-02-03" },
      { names: ["Bo Ek"], date: "2026-02-13" },
    ]);
  });

  test("a cell holds no more than 300 letters", () => {
    const [job] = parseJobs(`Customer,Date\n${"a".repeat(301)},1/2/2026\n`, { dates: "dmy" });
    expect(job).toMatchObject({ names: ["a".repeat(300)], date: "2026-02-01" });
  });

  test.each(table<[string, string]>("no jobs"))("%j is none", (list, why) => {
    expect(() => parseJobs(list)).toThrow(why);
  });
});
