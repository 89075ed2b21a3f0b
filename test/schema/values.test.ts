import fc from "fast-check";
import { expect, test } from "vitest";
import { contrast, toHex, toLch, withContrast } from "../../src/schema/color.ts";
import { parseBaseUrl, parseSidecar, basePathOf } from "../../src/schema/endpoints.ts";
import { causeOf, codeOf, messageOf } from "../../src/schema/errors.ts";
import { buildHeaderRules, headersOf } from "../../src/schema/headers.ts";
import { parsePublishLine, type PublishedTopic, toPublishLine } from "../../src/schema/hub.ts";
import { parseInvitation, readMailBlock, toIsoDay, toMailBlock } from "../../src/schema/invitation.ts";
import { isRecord, memberOf, recordOf, toJsonSchema } from "../../src/schema/json.ts";
import { createRandom, lowerBound, partitionPoint, pick, shuffle } from "../../src/schema/lists.ts";
import { toVersionInput } from "../../src/schema/manifest.ts";
import { lastChange, newestFirst } from "../../src/schema/review.ts";
import { escapePattern, Line, Prose, toCount } from "../../src/schema/text.ts";
import { findQuoteIssue } from "../../src/schema/verdicts.ts";
import { z } from "zod";

const days = fc.constantFrom("2026-01-01", "2026-01-02", "2026-02-01");

test("reviews stand newest first, of one day by id, and a review's last change is its latest day", () => {
  fc.assert(
    fc.property(fc.array(fc.record({ date: days, id: fc.constantFrom("a", "b", "c") })), (reviews) => {
      const keys = reviews.toSorted(newestFirst).map(({ date, id }) => date + id);
      expect(keys).toEqual(keys.toSorted().toReversed());
    }),
  );
  fc.assert(
    fc.property(days, fc.array(fc.option(days), { minLength: 4, maxLength: 4 }), (date, later) => {
      const [updated, reply, published, changed] = later.map((day) => day ?? undefined);
      const review = { date, updated, published, changed, ...(reply && { reply: { date: reply } }) };
      const latest = [date, ...later].filter((day) => day !== null).toSorted();
      expect(lastChange(review)).toBe(latest.at(-1));
    }),
  );
});

test("the place of a number in ascending ones is found as counting finds it", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 9 }), fc.nat(10), (list, wanted) => {
      const numbers = Uint32Array.from(list).sort();
      const below = numbers.filter((one) => one < wanted).length;
      expect(lowerBound(numbers, wanted)).toBe(below);
      expect(partitionPoint(numbers.length, (index) => (numbers[index] ?? 0) < wanted)).toBe(below);
    }),
  );
});

test("draws are the same for the same seed, everywhere, and orders and picks depend on them alone", () => {
  const random = createRandom(7);
  const drawn = [random(), random(), random()].map((one) => Math.floor(one * 1e9));
  expect(drawn).toEqual([11704753, 61958257, 976907632]);
  const list = [1, 2, 3, 4, 5];
  shuffle(list, createRandom(3));
  expect(list).toEqual([3, 5, 2, 1, 4]);
  expect([0, 0.49, 0.5, 0.99].map((one) => pick(["a", "b"], () => one))).toEqual(["a", "a", "b", "b"]);
  expect(() => pick([], random)).toThrow("an empty list has nothing to pick");
});

test.each<PublishedTopic>([
  { topic: "https://a.example/feed.xml", result: "notified", subscribers: 12 },
  { topic: "a", result: "already notified", subscribers: 1 },
  { topic: "a", result: "unchanged", subscribers: 0 },
  { topic: "a", result: "waiting", subscribers: 0 },
])("what became of a topic is read as it was written: $result", (published) => {
  expect(parsePublishLine(toPublishLine(published))).toEqual(published);
});

test.each([
  "",
  "a",
  "a b: unchanged",
  "a: 1 subscribers",
  "a: x subscribers notified",
  "x a: 1 subscribers notified",
  "a: 1 subscribers notified twice",
])("%j says nothing of a topic", (line) => expect(parsePublishLine(line)).toBe(undefined));

test("lines and prose are cleaned, and a line is one", () => {
  expect(Line.parse(" a\n\t b\u200B ")).toBe("a b");
  expect(Prose.parse(" a\r\n\r\nb\u200B ")).toBe("a\n\nb");
});

test("values say what they are", () => {
  expect([{}, [], null, "a", undefined].map(isRecord)).toEqual([true, false, false, false, false]);
  const member = [memberOf({ a: 1 }, "a"), memberOf([1], "0"), memberOf(null, "a")];
  expect(member).toEqual([1, undefined, undefined]);
  expect(recordOf(["a", "b"], (name) => name + name)).toEqual({ a: "aa", b: "bb" });
  const counts = [toCount(1, "review"), toCount(2, "review"), toCount(0, "entry", "entries")];
  expect(counts).toEqual(["1 review", "2 reviews", "0 entries"]);
  const documents = ["b2", "a1", "c3"].map(([name, sha256 = ""]) => ({ path: `/${name}`, sha256 }));
  expect(toVersionInput(documents)).toBe("/a 1\n/b 2\n/c 3\n");
  const signs = String.raw`$()*+.?[\]^{|}-a/`;
  expect(new RegExp(`^${escapePattern(signs)}$`).test(signs)).toBe(true);
});

test("errors say what happened, the first of several that say nothing together, and why a fetch failed", () => {
  const missing = Object.assign(new Error("gone"), { code: "ENOENT" });
  const several = [new AggregateError([missing]), new AggregateError([missing], "all")];
  expect(["text", missing, ...several].map(messageOf)).toEqual(["text", "gone", "gone", "all"]);
  const others = [new Error("a"), Object.assign(new Error("a"), { code: 5 }), { code: "E" }];
  expect([missing, ...others].map(codeOf)).toEqual(["ENOENT", undefined, undefined, undefined]);
  expect(causeOf(new Error("fetch failed", { cause: missing }))).toBe(missing);
  for (const error of [missing, new Error("a", { cause: "b" }), "text"]) expect(causeOf(error)).toBe(error);
});

test("addresses and sidecars are read from the environment, and what is wrong with them is said", () => {
  const local = "http://localhost:3000";
  expect([undefined, ""].map(parseBaseUrl)).toEqual([local, local]);
  expect(parseBaseUrl("https://A.example/b/")).toBe("https://a.example/b");
  expect(() => parseBaseUrl("a")).toThrow(
    'BASE_URL must be an address such as https://reviews.example.com or https://example.com/reviews, got "a"',
  );
  expect(["https://a.example", "https://a.example/b/c"].map(basePathOf)).toEqual(["", "/b/c"]);
  expect([undefined, "", "none"].map(parseSidecar)).toEqual([true, true, false]);
  expect(() => parseSidecar("no")).toThrow('SIDECAR must be none, or not set, got "no"');
});

test("a verdict quotes what the review says letter by letter", () => {
  const issueOf = (judgement: Parameters<typeof findQuoteIssue>[0]) =>
    findQuoteIssue(judgement, "They came on time; dear.");
  const unsaid = (quote: string) => `quotes "${quote}", which the review does not say letter by letter`;
  expect(issueOf({ verdict: "positive", quote: "on time" })).toBe(undefined);
  expect(issueOf({ verdict: "positive", quote: "On time" })).toBe(unsaid("On time"));
  const mixed = { verdict: "mixed", quote: "on time" } as const;
  expect(issueOf({ ...mixed, criticism: "dear" })).toBe(undefined);
  expect(issueOf({ ...mixed, criticism: "cheap" })).toBe(unsaid("cheap"));
  expect(issueOf({ verdict: "neutral", quote: "x".repeat(80) })).toBe(unsaid("x".repeat(80)));
  expect(issueOf({ verdict: "neutral", quote: "x".repeat(81) })).toBe(unsaid(`${"x".repeat(79)}…`));
});

const token = `1.${"a".repeat(8)}.${"b".repeat(16)}.20260504.20261031.-.${"c".repeat(26)}`;

test("an invitation is read alone or at the end of a link, and its days are days", () => {
  const [mark, job, signature] = ["a".repeat(8), "b".repeat(16), "c".repeat(26)];
  const read = { mark, job, day: "20260504", until: "20261031", service: "-", signature };
  for (const given of [token, ` ${token}\n`, `https://a.example/write/#${token}`])
    expect(parseInvitation(given)).toMatchObject(read);
  const wrong = [token.slice(1), `${token}c`, `x${token}`, " ".repeat(2000) + token, token.toUpperCase()];
  for (const given of ["", ...wrong]) expect(parseInvitation(given)).toBe(undefined);
  expect(toIsoDay("20260504")).toBe("2026-05-04");
});

const handed = {
  rating: "5",
  title: "Good: very",
  name: "Ann K.",
  invitation: token,
  text: "One.\n\n=== end ===\n\\=== x\ntext: two\n> own\na === b\n a \\=== b",
};

test("a review in a mail is read between other words, with line ends of mails, and in quotes", () => {
  const block = toMailBlock(handed);
  for (const mail of [
    `name: Eve\n\n${block.replaceAll("\n", "  \r\n")}\n\nrating: 1\n=== end ===`,
    block.replaceAll(/^/gm, "> > ").replaceAll(/^> > $/gm, "> >"),
  ])
    expect(readMailBlock(mail)).toEqual(handed);
});

test("a mail without a review, and one that is cut off, are told apart", () => {
  const block = toMailBlock({ title: "A\nB  C", text: "x" });
  expect(block).toBe("=== review 1 ===\nrating: \ntitle: A B C\nname: \ninvitation: \ntext:\nx\n=== end ===");
  expect([readMailBlock("Hello"), readMailBlock(`x ${block}`)]).toEqual(["none", "none"]);
  expect(readMailBlock(block.replace("=== end ===", ""))).toBe("cut off");
  expect(readMailBlock("=== review 1 ===\n=== end ===")).toEqual({});
  expect(toMailBlock({ title: " A " })).toContain("\ntitle: A\n");
  expect(toMailBlock({})).toContain("\ntext:\n\n===");
  const read = (lines: string) => readMailBlock(`=== review 1 ===\n${lines}\n=== end ===`);
  expect(read("My name: Eve\nname:   Ann  \nname: Bob\nnonsense\nother: 1")).toEqual({ name: "Ann" });
  expect(read("text: begins\nhere")).toEqual({ text: "begins\nhere" });
});

test("colors are known from what they are in other notations, and come back", () => {
  for (const [hex, lightness, chroma, hue] of [
    ["#ff0000", 0.628, 0.2577, 29.23],
    ["#00ff00", 0.8664, 0.2948, 142.5],
    ["#0000ff", 0.452, 0.3132, 264.05],
    ["#1d6b45", 0.4707, 0.0972, 157.6],
  ] as const) {
    const lch = toLch(hex);
    expect([lch[0], lch[1], (lch[2] + 360) % 360]).toEqual([
      expect.closeTo(lightness, 2),
      expect.closeTo(chroma, 2),
      expect.closeTo(hue, 0),
    ]);
    expect(toHex(lch)).toBe(hex);
  }
  fc.assert(
    fc.property(fc.nat(0xffffff), (number) => {
      const hex = `#${number.toString(16).padStart(6, "0")}`;
      expect(toHex(toLch(hex))).toBe(hex);
    }),
    { examples: [[0], [0xffffff], [0x0a0a0a], [0x030201], [0x0b0a0c]] },
  );
  // A color that no screen shows becomes paler, and neither lighter nor of another hue.
  for (let hue = 0; hue < 360; hue += 30) {
    const [lightness, chroma, found] = toLch(toHex([0.6, 0.4, hue]));
    expect(lightness).toBeCloseTo(0.6, 1);
    expect((found - hue + 540) % 360).toBeCloseTo(180, -0.7);
    expect(chroma).toBeLessThan(0.4);
  }
  expect(contrast("#050505", "#000000")).toBeCloseTo(1.03, 2);
  expect([contrast("#000000", "#ffffff"), contrast("#ffffff", "#000000")]).toEqual([21, 21]);
  expect(contrast("#808080", "#808080")).toBe(1);
  expect(contrast("#767676", "#ffffff")).toBeCloseTo(4.54, 2);
  for (const [step, other] of [
    [-1, "#ffffff"],
    [1, "#000000"],
  ] as const) {
    const found = withContrast("#888888", other, 7, step);
    expect(contrast(found, other)).toBeGreaterThanOrEqual(7);
    expect(contrast(found, other)).toBeLessThan(7.6);
    expect(withContrast(found, other, 7, step)).toBe(found);
    expect(withContrast("#888888", other, 22, step)).toBe(step < 0 ? "#000000" : "#ffffff");
  }
});

test("of the rules for an address the last one counts, with every sign of a pattern but the star itself", () => {
  const rules = [
    { path: "/*", headers: { a: "1", b: "1" } },
    { path: "/x.y+z", headers: { a: "2" } },
    { path: "*.json", headers: { b: "2", c: "2" } },
  ];
  expect(["/", "/x.y+z", "/xxyyz", "/a.json", "/a.jsonl", "a"].map((path) => headersOf(rules, path))).toEqual(
    [
      { a: "1", b: "1" },
      { a: "2", b: "1" },
      { a: "1", b: "1" },
      { a: "1", b: "2", c: "2" },
      { a: "1", b: "1" },
      {},
    ],
  );
  expect(buildHeaderRules("https://a.example", false).some(({ headers }) => "Link" in headers)).toBe(false);
});

test("limits of whole numbers in JavaScript and closed shapes are none of the data's", () => {
  const schema = z.strictObject({
    a: z.int(),
    b: z.int().min(3).max(5),
    c: z.looseObject({}),
    pair: z.tuple([z.string(), z.string()]),
  });
  const adjusted: unknown[] = [];
  expect(toJsonSchema(schema, "output", (one) => adjusted.push(one.type))).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {
      a: { type: "integer" },
      b: { type: "integer", minimum: 3, maximum: 5 },
      c: { type: "object", properties: {}, additionalProperties: {} },
      pair: { type: "array", items: { type: "string" }, minItems: 2, maxItems: 2 },
    },
    required: ["a", "b", "c", "pair"],
  });
  expect(adjusted).toContain("integer");
  expect(toJsonSchema(schema, "input").additionalProperties).toBe(false);
  expect(() => toJsonSchema(z.tuple([z.string(), z.number()]))).toThrow(
    "a tuple of unlike items has no form that older readers of JSON Schema understand",
  );
});
