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
} from "../../../scripts/import/exports.ts";
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

describe("ids and fingerprints stay what they are: reviews are known by them for ever", () => {
  test.each([
    ["Google", "x", "google-vhf7eikxektrutzg"],
    [" Angi's  List!! ", "k", "angi-s-list-vdjlwxw26burtppy"],
    ["é Ab", "k", "ab-q4k4ss4427oecnbf"],
    ["★", "k", "import-i4vzmdzo52syxihg"],
    [`${"a".repeat(39)} bc`, "k", `${"a".repeat(39)}--yezs4lepifuoo2zv`],
  ])("the id of a review on %j with the key %j", (source, key, id) => {
    expect(toReviewId(source, key)).toBe(id);
  });

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

  test.each([
    [" A-b,  c! ", "a b c"],
    ["Ｆｕｌｌ Ñ", "full ñ"],
    ["...", ""],
  ])("%j is compared as %j", (text, comparable) => {
    expect(toComparable(text)).toBe(comparable);
  });
});

describe("what columns say", () => {
  test.each([
    ["published", true],
    [" SPAM ", true],
    ["yes", false],
    ["Ohio", false],
    ["", false],
  ])("%j is a word of a review's status: %s", (word, is) => {
    expect(isStatusWord(word)).toBe(is);
  });

  test.each([
    ["published", "false", "not published"],
    ["ispublished", "no", "not published"],
    ["reviewpublished", "0", "not published"],
    ["commentapproved", "0", "not approved"],
    ["published", "yes", undefined],
    ["published", "soon", "soon"],
    ["hidden", "yes", "hidden"],
    ["ishidden", "x", "hidden"],
    ["hidden", "no", undefined],
    ["hidden", "spam", "spam"],
    ["status", "", undefined],
    ["status", "Pending", "pending"],
    ["status", "Not_yet  looked-at", "not yet looked at"],
    ["status", "published", undefined],
    ["deletedat", "2026", "deleted"],
    ["reviewdeletedat", "2026", "deleted"],
    ["review", "spam", "spam"],
  ])("%s: %j is why it is not shown: %j", (header, value, why) => {
    expect(findUnpublished(header, value)).toBe(why);
  });

  test.each([
    ["verified", "", undefined],
    ["verified", "yes", true],
    ["verified", "Verified Buyer", true],
    ["verified", "no", false],
    ["reviewverifiedtype", "2", true],
    ["reviewverifiedtype", "1", false],
    ["reviewverifiedtype", "12", false],
    ["reviewverifiedtype", "verified buyer", true],
    ["verifiedtype", "2", false],
  ])("%s: %j says that a customer wrote it: %s", (header, value, is) => {
    expect(isCustomer(header, value)).toBe(is);
  });

  test.each([
    ["averagerating", true],
    ["totalreviews", true],
    ["totalreview", true],
    ["businessrating", true],
    ["placescore", true],
    ["aggregatestars", true],
    ["ratingcount", true],
    ["reviewpercentage", true],
    ["average", true],
    ["rating", false],
    ["myaveragerating", false],
    ["counting", false],
    ["placename", false],
  ])("%s is of the whole business: %s", (header, is) => {
    expect(isAverage(header)).toBe(is);
  });

  test.each([
    ["", undefined, undefined],
    ["Google Maps", undefined, "Google"],
    ["google.com", undefined, "Google"],
    ["My Shop", undefined, "My Shop"],
    ["email", undefined, undefined],
    ["email", "https://www.yelp.com/x", "Yelp"],
    ["invitation by mail", "https://m.facebook.com/x", "Facebook"],
    ["", "nothing", undefined],
    ["", "https://example.org/google", undefined],
    ["x".repeat(101), undefined, "x".repeat(101)],
  ])("%j and %j: written on %j", (said, url, source) => {
    expect(findSource(said, url)).toBe(source);
  });

  test.each([
    ["https://www.google.com", "Google"],
    ["http://yelp.com", "Yelp"],
    ["see https://yelp.com", "see https://yelp.com"],
  ])("%s is %s", (given, name) => {
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

test.each([
  [["a &amp; b"], true],
  [["&#65; &#x41; &eacute;"], true],
  [["R&D"], false],
  [["a"], false],
  [["a &amp; b", "c & d"], false],
  [["&toolongtobeanentity;"], false],
  [["&#12345678;"], false],
  [["&#x1234567;"], false],
])("%j is the source of a page: %s", (texts, is) => {
  expect(isEscaped(texts)).toBe(is);
});

test.each([
  [
    {
      "@type": "UserReview",
      "@id": "https://x.example/1",
      author: { name: "Ann <b>Lee</b>" },
      datePublished: "2026-03-01",
      dateModified: "2026-03-02",
      reviewBody: "A &amp; b",
      headline: "H",
      reviewRating: { ratingValue: "4,5", bestRating: 10 },
      comment: { text: "Thanks", dateCreated: "2026-03-03" },
      itemReviewed: { name: "North" },
    },
    "4,5/10|A & b|H|2026-03-01|Ann Lee|https://x.example/1|https://x.example/1|2026-03-02|Thanks|2026-03-03|x.example|North",
  ],
  [
    {
      "@graph": [
        {
          "@type": ["schema:Review"],
          identifier: 7,
          creator: "Bo",
          dateCreated: "d",
          description: "x",
          name: "N",
          reviewRating: 3,
          url: "https://www.yelp.example/r",
          comment: [{ text: "T", datePublished: "e" }],
        },
      ],
    },
    "3|x|N|d|Bo|7|https://www.yelp.example/r||T|e|yelp.example|",
  ],
  [{ "@type": "Shop", itemReviewed: { "@type": "Review" } }, undefined],
  [{ review: { "@type": "Review" } }, undefined],
  [{ "@type": "AggregateRating" }, undefined],
])("%j in JSON-LD", (value, row) => {
  expect(toSchemaTable([value], "k")?.rows.map(({ values }) => values.join("|"))).toEqual(row && [row]);
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

test.each([
  [{ name: "N", data: [{ rating: 5, text: "A" }] }, "N"],
  [{ title: "", name: "N", data: [{ rating: 5, text: "A" }] }, "N"],
  [{ displayName: { text: "D" }, data: [{ rating: 5, text: "A" }] }, "D"],
  [{ displayName: "D", data: [{ rating: 5, text: "A" }] }, "D"],
  [{ place_id: "P", id: "I", data: [{ rating: 5, text: "A" }] }, "P"],
  [{ id: 7, data: [{ rating: 5, text: "A" }] }, undefined],
  [[{ name: "N", data: [{ rating: 5, text: "A" }] }], "N"],
  [[[{ rating: 5, text: "A" }]], undefined],
])("the place of the reviews in %j is %j", (value, place) => {
  const { headers, rows } = findTable(JSON.stringify(value))!;
  expect(rows[0]?.values[headers.indexOf("location name")]).toBe(place);
});

test.each([
  [{ type: "FeatureCollection", features: [] }],
  [{ type: "FeatureCollection", features: [{ properties: { name: "x" } }] }],
  [{ type: "Feature", features: [{ properties: { review: "x" } }] }],
  [{ reviews: [{ rating: 5 }] }],
  [{ reviews: [{ text: "A" }] }],
  [[[1], [2]]],
])("%j holds no reviews", (value) => {
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

  test.each([
    ["Customer,When\nAnn,2026-02-01\n", "it has Customer, When"],
    ["Who,Date\nAnn,yes\n", "must have a column customer and a column date"],
    ["Who,Date,Town\nAnn Lee,2026-02-01,Bend\n", "it has Who, Date, Town"],
    ["", "it has none"],
    [
      "Customer,Date\nAnn,2/13/2026\nBo,14/2/2026\n",
      "in 14/2/2026 (line 3) the day comes first, in 2/13/2026 (line 2)",
    ],
    ["Customer,Date\nAnn,\n", "line 2 has no date"],
  ])("%j is none", (list, why) => {
    expect(() => parseJobs(list)).toThrow(why);
  });
});
