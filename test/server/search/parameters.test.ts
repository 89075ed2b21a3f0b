import { expect, test } from "vitest";
import { mergeIssues, parseQuery, parseValues } from "../../../server/search/parameters.ts";
import { NoQuery, SearchQuery } from "../../../src/schema/datasets.ts";
import { words } from "../words.ts";

test("of many issues the first twenty are listed, and all are counted", () => {
  const parsed = parseQuery(
    SearchQuery,
    new URLSearchParams(`limit=0&${Array.from({ length: 1000 }, (_, at) => `k${at >> 1}`).join("&")}`),
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

const parse = (query: string) => parseQuery(SearchQuery, new URLSearchParams(query));

test.each([
  ...words(`rating=4.5 rating=0 rating=6 rating=%204 rating=%2B4 rating=04 rating=4e0 rating=0x4 rating=5x
    min_rating=.5 min_rating=5. min_rating=5.1 min_rating=04 min_rating=NaN min_rating=4.${"0".repeat(18)}1
    limit=0 limit=-1 limit=101 limit=1e1 limit=1.0 since=2026-1-1 since=20260101 until=2025-02-29
    since=2026-05-02&until=2026-05-01 constructor=1 __proto__=1 Rating=5`),
  `query=${"x".repeat(201)}`,
  "nothing=",
])("%s is refused with one issue", (query) => {
  expect(parse(query)).toMatchObject({ ok: false, count: 1, issues: [{}] });
});

test.each([
  ["", {}],
  ["rating=&limit=&query=&mentions_service=", {}],
  ["query=&query=&query=a", { query: "a" }],
  ["min_rating=4.5&rating=5&limit=100", { min_rating: 4.5, rating: 5, limit: 100 }],
  ["min_rating=4.1000000000000005", { min_rating: 4.1000000000000005 }],
  ["min_rating=3.3333333333333335", { min_rating: 3.3333333333333335 }],
  [`query=${"🌱".repeat(200)}`, { query: "🌱".repeat(200) }],
  ["query=%20", { query: " " }],
  ["query=%", { query: "%" }],
  ["query=%00", { query: "\0" }],
  ["query=5", { query: "5" }],
  ["since=2024-02-29&until=2024-02-29", { since: "2024-02-29", until: "2024-02-29" }],
])("%s is accepted", (query, value) => {
  expect(parse(query)).toEqual({ ok: true, value: { limit: 20, ...value } });
});

test.each<[query: string, received: unknown]>([
  ["limit=-1", -1],
  ["limit=1234567890123456", 1_234_567_890_123_456],
  ["limit=12345678901234567", "12345678901234567"],
  ["limit=1.0", "1.0"],
  ["limit=x1", "x1"],
  ["limit=1x", "1x"],
  ["rating=7.5", "7.5"],
  ["min_rating=-1", -1],
  ["min_rating=7.5", 7.5],
  ["min_rating=0.12345678901234568", 0.123_456_789_012_345_68],
  ["min_rating=0.123456789012345678", "0.123456789012345678"],
  ["min_rating=x1.5", "x1.5"],
  ["min_rating=1.5x", "1.5x"],
  ["min_rating=1234567890123456.5", 1_234_567_890_123_456.5],
  ["min_rating=12345678901234567.5", "12345678901234567.5"],
  ["query=a&query=b", ["a", "b"]],
  ["limit=1&".repeat(12), Array.from({ length: 10 }, () => "1")],
])("%s is one issue, and is received as %j", (query, received) => {
  expect(parse(query)).toMatchObject({ ok: false, count: 1, issues: [{ received }] });
});

test("of what is repeated the first value is checked as well, and names and values are cut between characters", () => {
  expect(parse("limit=0&limit=1&limit=2")).toMatchObject({
    count: 2,
    issues: [
      { code: "repeated_parameter", message: "limit must be given once, got it 3 times" },
      { code: "too_small", received: 0 },
    ],
  });
  const [name, value] = [`${"n".repeat(199)}🌱`, `${"v".repeat(79)}🌱`];
  expect(parse(`${name}=1&=2&limit=${value}`)).toMatchObject({
    issues: [
      { message: expect.stringMatching(/, got v{79}\ufffd…$/) },
      { path: [`${"n".repeat(199)}\ufffd…`] },
      { path: [""], message: expect.stringMatching(/^unknown parameter ""; known are /) },
    ],
  });
  expect(parseValues(SearchQuery, { limit: 1e300 })).toMatchObject({
    count: 1,
    issues: [{ code: "too_big" }],
  });
  expect(parseValues(SearchQuery, { limit: null })).toMatchObject({
    issues: [{ message: "limit must be a whole number from 1 to 100, got null", received: null }],
  });
  const exact = "w".repeat(80);
  expect(parseValues(SearchQuery, { limit: exact })).toMatchObject({
    issues: [{ message: `limit must be a whole number from 1 to 100, got ${exact}` }],
  });
});

test.each([19, 20, 21])(
  "of %i unknown names at most twenty are listed, beside what else is wrong",
  (unknown) => {
    const names = Array.from({ length: unknown }, (_, at) => `x${at}=1`).join("&");
    const parsed = parse(`${names}&limit=0`);
    const listed = ["limit", ...Array.from({ length: 19 }, (_, at) => `x${at}`)];
    expect(parsed.ok ? [] : parsed.issues.map(({ path }) => path.join())).toEqual(listed);
    expect(parsed).toMatchObject({ count: unknown + 1 });
    const alone = parse(names);
    expect(alone.ok ? 0 : alone.issues.length).toBe(Math.min(unknown, 20));
  },
);

test("only where it is asked for, a value of a known or of any name counts as not given", () => {
  const isAbsent = (value: unknown, isKnown: boolean) => isKnown && value === null;
  expect(parseValues(SearchQuery, { a: null, limit: null }, isAbsent)).toMatchObject({
    count: 1,
    issues: [{ path: ["a"] }],
  });
});

test("issues show what came, the beginning of what is long, and whatever it was", () => {
  const long = "v".repeat(201);
  const messages = (given: Record<string, unknown>) => {
    const parsed = parseValues(SearchQuery, given);
    return parsed.ok ? [] : parsed.issues.map(({ message, received }) => [message, received]);
  };
  const whole = "limit must be a whole number from 1 to 100, got";
  expect(messages({ limit: " 7" })).toEqual([[`${whole} " 7"`, " 7"]]);
  expect(messages({ limit: "v".repeat(200) })).toEqual([[`${whole} ${"v".repeat(80)}…`, "v".repeat(200)]]);
  expect(messages({ limit: long })).toEqual([[`${whole} ${"v".repeat(80)}…`, `${"v".repeat(200)}…`]]);
  expect(messages({ limit: ["7"] })).toEqual([[`${whole} ["7"]`, ["7"]]]);
  const fit = ["v".repeat(196)];
  expect(messages({ limit: fit })[0]?.[1]).toEqual(fit);
  expect(messages({ limit: [long] })).toEqual([[`${whole} ["${"v".repeat(78)}…`, `["${"v".repeat(198)}…`]]);
  expect(messages({ limt: 1, x: null })).toEqual([
    ["unknown parameter limt, did you mean limit?", 1],
    [`unknown parameter x; known are ${Object.keys(SearchQuery.shape).join(", ")}`, null],
  ]);
  expect(parseValues(NoQuery, { x: 1 })).toMatchObject({
    issues: [{ path: ["x"], code: "unknown_parameter", message: "unknown parameter x; it takes none" }],
  });
  expect(parseValues(SearchQuery, { query: "\ud800", limit: null }, (value) => value === null)).toEqual({
    ok: true,
    value: { query: "\ufffd", limit: 20 },
  });
});

test("twenty issues are listed of two parts together, and all are counted", () => {
  const many = parse(Array.from({ length: 15 }, (_, at) => `x${at}=`).join("&"));
  const [issues, count] = mergeIssues(many, { ok: true, value: 1 }, many);
  expect([issues.length, count]).toEqual([20, 30]);
});
