import { expect, test } from "vitest";
import { parseQuery } from "../../../server/search/parameters.ts";
import { resolveName, distance, nearest } from "../../../src/schema/names.ts";
import { SearchQuery } from "../../../src/schema/datasets.ts";
import { expectLinear } from "../../growth.ts";

/** Queries of any size, from programs that mean no good. */
const queries: Record<string, (bytes: number) => string> = {
  "one name again and again": (bytes) => "a&".repeat(bytes / 2),
  "one known name again and again": (bytes) => "limit=1&".repeat(bytes / 8),
  "as many unknown names as fit": (bytes) =>
    Array.from({ length: bytes / 6 }, (_, index) => `k${index}`).join("&"),
  "unknown names twice each": (bytes) =>
    Array.from({ length: bytes / 6 }, (_, index) => `k${index >> 1}`).join("&"),
  "one long name": (bytes) => "x".repeat(bytes),
  "one long technician": (bytes) => `mentions_technician=${"\u0316\u0301".repeat(bytes / 4)}`,
  "one long number": (bytes) => `limit=${"9".repeat(bytes)}`,
};

test.each(Object.entries(queries))("%s: work and issues stay few as the query grows", async (_, build) => {
  // Node's own taking apart of very many parameters grows by the square; addresses are bounded long before that counts.
  await expectLinear((bytes) => {
    const query = new URLSearchParams(build(bytes));
    return () => parseQuery(SearchQuery, query);
  }, 8192);
  const parsed = parseQuery(SearchQuery, new URLSearchParams(build(8192)));
  const issues = parsed.ok ? [] : parsed.issues;
  expect(issues.length).toBeLessThanOrEqual(20);
  expect(JSON.stringify(issues).length).toBeLessThan(16_000);
});

test("of many issues the first twenty are listed, and all are counted", () => {
  const parsed = parseQuery(
    SearchQuery,
    new URLSearchParams(`limit=0&${queries["unknown names twice each"]?.(6000)}`),
  );
  expect(parsed).toMatchObject({ ok: false, count: 1 + 500 + 500 });
});

test("a parameter may have any name", () => {
  const parsed = parseQuery(SearchQuery, new URLSearchParams("__proto__=1&constructor=2&__proto__=3"));
  expect(parsed.ok ? [] : parsed.issues.map(({ path, code }) => `${path.join()} ${code}`)).toEqual([
    "__proto__ repeated_parameter",
    "__proto__ unknown_parameter",
    "constructor unknown_parameter",
  ]);
});

test("comparing words costs no more than reading them", async () => {
  const compare = (run: (word: string) => unknown) =>
    expectLinear((size) => {
      const word = "ab".repeat(size / 2);
      return () => run(word);
    }, 2000);
  await compare((word) => distance(word, `b${word}`));
  await compare((word) => nearest(word, ["mowing", "edging", `b${word}`], 2));
});

test("an id is meant before a name, a name before an alias, and a shared alias means all who have it", () => {
  const people = [
    { id: "sam", name: "Sam Ortiz", aliases: ["Sammy"] },
    { id: "ann", name: "Ann Sam", aliases: ["sam", "Sammy", "SAM ORTIZ"] },
  ];
  const meant = (given: string) => resolveName(people, given).map(({ id }) => id);
  expect(meant("Sam")).toEqual(["sam"]);
  expect(meant("sam ortiz")).toEqual(["sam"]);
  expect(meant("SAMMY")).toEqual(["sam", "ann"]);
  expect(meant("Jo")).toEqual([]);
  expect(meant("\u0316\u0301".repeat(100_000))).toEqual([]);
});
